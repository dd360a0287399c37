import { Select } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../words/words'
import { type Preset, presets } from './presets'

/** Fills in what is known of a provider. All of it can be changed below. */
export function PresetField({ onChoose }: { onChoose: (settings: Preset['settings']) => void }) {
  const [chosen, setChosen] = useState<Preset | undefined>()
  return (
    <Select
      label={t('Provider')}
      placeholder={t('Another one')}
      description={
        chosen?.note ?? t('Fills in what is known of a provider. Check it in the provider’s own pages; it may change.')
      }
      searchable
      clearable
      data={presets.map(({ name }) => name)}
      value={chosen?.name ?? null}
      onChange={name => {
        const preset = presets.find(one => one.name === name)
        setChosen(preset)
        if (preset) onChoose(preset.settings)
      }}
    />
  )
}

import { Select } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useCountry } from '../../forms/NumberField'
import { EmptyState } from '../../parts/EmptyState'
import { FileDrop } from '../../parts/FileDrop'
import { Notice } from '../../parts/Notice'
import { linkTo } from '../../router'
import { useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import css from './import.module.css'
import { importing, readFile, setCampaign } from './import-store'
import { StepBody } from './StepBody'

/** Bytes. */
const LARGEST = 50 * 1024 * 1024
const accept = {
  'text/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv'],
  'text/plain': ['.txt'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  // What Windows says of a CSV file.
  'application/vnd.ms-excel': ['.csv', '.xls'],
}

interface Props {
  campaigns: { id: number; name: string }[] | undefined
  /** Whether the variables of the campaign's assistant are known. */
  isReady: boolean
}

/** The campaign and the file. */
export function FileStep({ campaigns, isReady }: Props) {
  const { campaignId, isBusy: isReading, failed } = useStore(importing)
  const country = useCountry()
  const isSettingKnown = useDeskState(({ settings }) => settings !== null)
  // What a column becomes depends on what is still asked for when somebody is quick.
  const [given, setGiven] = useState<File | null>(null)
  const isBusy = isReading || given !== null
  useEffect(() => {
    if (given === null || !isReady || !isSettingKnown) return
    setGiven(null)
    void readFile(given, country)
  }, [given, isReady, isSettingKnown, country])
  if (campaigns?.length === 0)
    return (
      <EmptyState
        icon={IconSpeakerphone}
        title={t('Leads are imported into a campaign')}
        action={
          <a className="link" href={linkTo('/campaigns/new')}>
            {t('Make a campaign')}
          </a>
        }
      >
        {t('There is none yet.')}
      </EmptyState>
    )
  return (
    <StepBody
      label={t('Step 1, the file')}
      foot={<span className="dim">{isBusy && t('The file is being read.')}</span>}
    >
      <div className={css.start}>
        <Select
          label={t('Campaign')}
          placeholder={t('Choose a campaign')}
          searchable
          data={(campaigns ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={campaignId === null ? null : String(campaignId)}
          onChange={id => setCampaign(Number(id), null)}
        />
        {failed && <Notice tone="bad" title={failed} />}
        <FileDrop
          title={t('Drop a list here, or choose one')}
          accept={accept}
          maxSize={LARGEST}
          disabled={campaignId === null || isBusy}
          onFiles={([file]) => file && setGiven(file)}
          onRefused={([refused]) => importing.setState({ failed: refused?.why ?? null })}
        >
          {campaignId === null
            ? t('Choose a campaign first.')
            : t('CSV, TSV or an Excel file (.xlsx), up to 50 MB. One row for each person.')}
        </FileDrop>
      </div>
    </StepBody>
  )
}

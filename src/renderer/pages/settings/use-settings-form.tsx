import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { contract } from '../../../contract'
import type { Settings } from '../../../contract/settings'
import type { Client } from '../../api/client'
import { useForm } from '../../forms/use-form'
import { tell } from '../../parts/tell'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { NotYet } from './Section'

type Change = Parameters<Client['settings']['update']>[0]

const schema = contract.settings.update['~orpc'].inputSchema!

/** Shows what needs the settings, once they are known. */
export function WithSettings({ title, children }: { title: string; children: (settings: Settings) => ReactNode }) {
  const { ask } = useDesk()
  const answer = useQuery(ask.settings.get.queryOptions({ input: {} }))
  const error = failureOf(answer)
  if (!answer.data || error) return <NotYet title={title} error={error} />
  return children(answer.data)
}

/**
 * A form for some of the settings. `saved`: what they are; `toChange`: what is sent for the changed fields; `before` may
 * ask first, and throws when the person does not want it.
 */
export function useSettingsForm<V extends object>(
  saved: V,
  {
    toChange = changes => changes as Change,
    before,
    onSaved,
  }: {
    toChange?: (changes: Partial<V>) => Change
    before?: (changes: Partial<V>) => Promise<void>
    onSaved?: () => void
  } = {},
) {
  const { client } = useDesk()
  return useForm({
    saved,
    schema,
    send: async (_, changes) => {
      await before?.(changes)
      return client.settings.update(toChange(changes))
    },
    onSaved() {
      tell(t('Saved'))
      onSaved?.()
    },
  })
}

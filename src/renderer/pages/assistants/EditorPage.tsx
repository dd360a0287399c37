import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { PageLoading } from '../../shell/PageLoading'
import { failureOf } from '../../stores/failure'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { languageName } from '../../words/language'
import { t } from '../../words/words'
import { AssistantForm } from './AssistantForm'
import { begin } from './begin'
import type { Choices } from './editor'
import type { TabName } from './settings'
import { templates } from './templates'

interface Props {
  /** Null for a new assistant. */
  id: number | null
  /** Of a new one. */
  template?: string
  tab: TabName
}

/** Languages with their names in the person's language. */
const inOwnLanguage = (all: Choices['languages']) => all.map(one => ({ ...one, name: languageName(one.iso_2) }))

/** The settings of an assistant, or of a new one. */
export function EditorPage({ id, template, tab }: Props) {
  const { ask } = useDesk()
  const zone = useDeskState(state => state.settings?.timezone)
  const assistant = useQuery(ask.assistants.get.queryOptions({ input: id === null ? skipToken : { id } }))
  const answers = {
    voices: useQuery(ask.catalogues.voices.queryOptions({ input: {} })),
    languages: useQuery(ask.catalogues.languages.queryOptions({ input: {}, select: inOwnLanguage })),
    llm: useQuery(ask.catalogues.models.queryOptions({ input: { type: 'llm' } })),
    multimodal: useQuery(ask.catalogues.models.queryOptions({ input: { type: 'multimodal' } })),
    dualplex: useQuery(ask.catalogues.models.queryOptions({ input: { type: 'dualplex' } })),
    synthesizers: useQuery(ask.catalogues.synthesizerProviders.queryOptions({ input: {} })),
    transcribers: useQuery(ask.catalogues.transcriberProviders.queryOptions({ input: {} })),
    numbers: useQuery(ask.phoneNumbers.listAll.queryOptions({ input: {}, select: ({ data }) => data })),
    knowledgebases: useQuery(ask.knowledgebases.list.queryOptions({ input: {}, select: ({ data }) => data })),
    tools: useQuery(ask.tools.list.queryOptions({ input: {} })),
    assistants: useQuery(ask.assistants.overview.queryOptions({ input: {} })),
  }
  const given = Object.values(answers)
  const choices = useSame(
    given.some(({ data }) => data === undefined)
      ? null
      : (Object.fromEntries(Object.entries(answers).map(([name, { data }]) => [name, data])) as unknown as Choices),
  )
  const known = id === null ? templates.find(one => one.id === template) : undefined
  const isReady = choices !== null && zone !== undefined && (id === null || assistant.data !== undefined)
  // The first values stay as they are while the page lives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later answers do not change what was begun
  const begun = useMemo(() => (isReady ? begin(known, choices, zone) : null), [isReady, known])
  const path = id === null ? `/assistants/new/${template}` : `/assistants/${id}`
  if (isReady && begun)
    return <AssistantForm path={path} tab={tab} choices={choices} assistant={assistant.data ?? null} begun={begun} />
  const error = failureOf(assistant, ...given)
  if (!error) return <PageLoading path={path} />
  return (
    <div className={layout.column}>
      <PageHeader
        trail={[[t('Assistants'), '/assistants']]}
        title={id === null ? t('New assistant') : t('Assistant')}
      />
      <div className={layout.notice}>
        <Notice tone="bad" title={error.message} />
      </div>
    </div>
  )
}

/** The same object as long as its values are the same. */
function useSame<T extends object>(now: T | null): T | null {
  const kept = useRef(now)
  const isSame =
    now !== null &&
    kept.current !== null &&
    Object.entries(now).every(([name, value]) => value === kept.current![name as keyof T])
  if (!isSame) kept.current = now
  return kept.current
}

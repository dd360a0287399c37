import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { contract } from '../../../contract'
import { checkAssistant } from '../../../contract/assistant-fields'
import type { Assistant, AssistantOverview } from '../../../contract/assistants'
import type { FieldErrors } from '../../../contract/validation'
import { FormActions, FormNotice, FormState } from '../../forms/FormHeader'
import { useForm } from '../../forms/use-form'
import layout from '../../parts/layout.module.css'
import { MoreMenu } from '../../parts/MoreMenu'
import { PageHeader } from '../../parts/PageHeader'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { StatusBadge } from '../../parts/StatusBadge'
import { type Tab, Tabs } from '../../parts/Tabs'
import { go, refine } from '../../router'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { languageName } from '../../words/language'
import { t } from '../../words/words'
import { AfterTab } from './AfterTab'
import { ActionItems, useAssistantActions } from './actions'
import css from './assistants.module.css'
import { CallTab } from './CallTab'
import { ChatTab } from './ChatTab'
import { type Choices, type Editor, EditorProvider } from './editor'
import { IdentityTab } from './IdentityTab'
import { MindTab } from './MindTab'
import { SpeechTab } from './SpeechTab'
import {
  fieldsInOrder,
  type TabName,
  tabOf,
  tabs,
  toSend,
  typeWords,
  updateOf,
  type Values,
  valuesOf,
} from './settings'
import { Talk } from './Talk'
import { offered, variablesOf } from './variables'

interface Props {
  /** The path of the form, without its tab. */
  path: string
  tab: TabName
  choices: Choices
  /** Null for a new assistant. */
  assistant: Assistant | null
  /** The first values of a new one. */
  begun: Values
}

const schema = contract.assistants.create['~orpc'].inputSchema!
const check = (values: Record<string, unknown>, errors: FieldErrors) => checkAssistant(values, errors)

const panels: Record<TabName, () => ReactNode> = {
  identity: () => <IdentityTab />,
  mind: () => <MindTab />,
  speech: () => <SpeechTab />,
  call: () => <CallTab />,
  after: () => <AfterTab />,
  chat: () => <ChatTab />,
}

/** All settings of an assistant in tabs, and a pane in which one talks to it as it is edited. */
export function AssistantForm({ path, tab, choices, assistant, begun }: Props) {
  const { client } = useDesk()
  const isSimulated = useDeskState(state => state.settings?.carrier === 'simulated')
  const saved = useMemo(() => (assistant ? valuesOf(assistant) : begun), [assistant, begun])
  const form = useForm<Values, { id: number }>({
    saved,
    isNew: assistant === null,
    schema,
    check,
    toSend,
    parts: { path, fields: fieldsInOrder, show: field => refine(`${path}/${tabOf(field)}`) },
    send: async (values, changes) => {
      const { data } = assistant
        ? await client.assistants.update({ id: assistant.id, ...updateOf(values, changes) } as never)
        : await client.assistants.create(values as never)
      return data
    },
    onSaved: ({ id }) => !assistant && go(`/assistants/${id}/${tab}`),
  })
  const { values } = form
  const used = useMemo(() => variablesOf(values, choices.tools), [values, choices.tools])
  const speaks = values.mode === 'pipeline' ? values.llm_model_id : values.chat_llm_fallback_id
  const isScripted = !choices.llm.some(model => model.id === speaks && model.scripted_because === null)
  const editor: Editor = {
    form,
    id: assistant?.id ?? null,
    choices,
    variables: useMemo(() => offered(used), [used]),
    missing: new Set([...(isSimulated ? (['sound'] as const) : []), ...(isScripted ? (['model'] as const) : [])]),
  }
  const title = assistant ? assistant.name : t('New assistant')
  return (
    <EditorProvider value={editor}>
      <div className={layout.column}>
        <PageHeader
          trail={[[t('Assistants'), '/assistants']]}
          title={title}
          stays
          badge={
            <span className="row">
              {assistant && (
                <StatusBadge kind="assistant" name={assistant.status} look="pill" note={statusNote(assistant)} />
              )}
              <FormState form={form} />
            </span>
          }
          meta={assistant && <Meta id={assistant.id} />}
          actions={
            <>
              {assistant && <More id={assistant.id} />}
              <FormActions form={form} word={assistant ? t('Save') : t('Create')} />
            </>
          }
        />
        <div className={layout.split}>
          <div className={css.tabbed}>
            <Tabs label={t('Settings of the assistant')} tabs={tabs.map(one => tabFor(one, { path, tab, form }))} />
            <ScrollRegion label={tabs.find(one => one.name === tab)!.word} key={tab}>
              <form {...form.props} className={layout.form} aria-label={t('Assistant')}>
                <FormNotice form={form} />
                {panels[tab]()}
              </form>
            </ScrollRegion>
          </div>
          <Talk used={used} />
        </div>
      </div>
    </EditorProvider>
  )
}

function tabFor(
  { name, word, fields }: (typeof tabs)[number],
  { path, tab, form }: { path: string; tab: TabName; form: Editor['form'] },
): Tab {
  const isWrong = fields.some(field => form.errorOf(field))
  const isChanged = !form.isNew && fields.some(field => form.changes.includes(field))
  return {
    word,
    href: `#${path}/${name}`,
    isOpen: name === tab,
    mark: isWrong
      ? { tone: 'bad', says: t('has something to fix') }
      : isChanged
        ? { tone: 'warn', says: t('changed') }
        : undefined,
  }
}

/** The assistant in short, as the list has it. */
function useOverview(id: number): AssistantOverview | undefined {
  const { ask } = useDesk()
  return useQuery(
    ask.assistants.overview.queryOptions({ input: {}, select: all => all.find(assistant => assistant.id === id) }),
  ).data
}

function Meta({ id }: { id: number }) {
  const one = useOverview(id)
  if (!one) return null
  const n = one.campaigns.length
  return [
    typeWords[one.type],
    languageName(one.language_iso_2),
    n > 0 && t('used by {n, plural, one {# campaign} other {# campaigns}}', { n }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function More({ id }: { id: number }) {
  const one = useOverview(id)
  const actions = useAssistantActions(one, () => go('/assistants'))
  return (
    <>
      <MoreMenu>{one && <ActionItems assistant={one} actions={actions} />}</MoreMenu>
      {actions.dialog}
    </>
  )
}

/** What the state of an assistant means. It decides who answers, and not who may call. */
const statusNote = ({ status, type }: Assistant) =>
  type === 'outbound'
    ? t('It makes calls whether it is active or not.')
    : status === 'active'
      ? t('It answers the calls and SMS to its number.')
      : t('It answers no calls and no SMS until it is made active.')

import type { AssistantSettings } from '../../../../contract/assistant-fields'

/** What an assistant can begin with. */
export interface Template {
  /** Its kind and its language, such as `receptionist-en`. It stands in the address. */
  id: string
  kind: TemplateKind
  language: 'en' | 'de'
  settings: Pick<AssistantSettings, 'name' | 'type' | 'initial_message' | 'system_prompt' | 'variables'> &
    Partial<AssistantSettings>
}

const templateKinds = ['receptionist', 'reminder', 'qualification', 'survey', 'payment'] as const
export type TemplateKind = (typeof templateKinds)[number]

const end = (description: string) => ({ type: 'end_call' as const, data: { description } })

type Shared = Pick<AssistantSettings, 'type' | 'tools' | 'max_duration'> & Partial<AssistantSettings>

/** What the templates of a kind share in every language. `hangUp`: when it ends the call. */
export const shared: Record<TemplateKind, (hangUp: string) => Shared> = {
  receptionist: hangUp => ({ type: 'inbound', max_duration: 600, tools: [end(hangUp)] }),
  reminder: hangUp => ({
    type: 'outbound',
    max_duration: 240,
    reengagement_interval: 10,
    max_silence_duration: 20,
    tools: [end(hangUp)],
  }),
  qualification: hangUp => ({ type: 'outbound', max_duration: 480, llm_temperature: 0.3, tools: [end(hangUp)] }),
  survey: hangUp => ({ type: 'outbound', max_duration: 420, llm_temperature: 0.2, tools: [end(hangUp)] }),
  payment: hangUp => ({ type: 'outbound', max_duration: 300, llm_temperature: 0, tools: [end(hangUp)] }),
}

import type { Choices } from './editor'
import { emptyValues, firstOf, type Values } from './settings'
import type { Template } from './templates/template'

/** The first values of a new assistant: a template's, with a voice of its language and a model that answers. */
export function begin(
  template: Template | undefined,
  { languages, voices, llm }: Pick<Choices, 'languages' | 'voices' | 'llm'>,
  zone: string,
): Values {
  const language = languages.find(({ iso_2 }) => iso_2 === (template?.language ?? 'en')) ?? languages[0]
  const fitting = voices.filter(({ modes }) => modes.includes('pipeline'))
  const voice = fitting.find(({ language_id }) => language_id === language?.id) ?? fitting[0]
  return {
    ...emptyValues(),
    timezone: zone,
    language_id: language?.id ?? null,
    voice_id: voice?.id ?? null,
    llm_model_id: firstOf(llm),
    ...template?.settings,
  }
}

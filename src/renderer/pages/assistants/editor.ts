import { createContext, useContext } from 'react'
import {
  type AssistantFieldName,
  assistantFields,
  type Field,
  isOfMode,
  isOfType,
} from '../../../contract/assistant-fields'
import type { Client } from '../../api/client'
import type { KnownVariable } from '../../forms/PromptField'
import type { Form } from '../../forms/use-form'
import type { Values } from './settings'

type Answer<T extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<T>>

/** What an assistant can choose from. */
export interface Choices {
  voices: Answer<Client['catalogues']['voices']>
  languages: Answer<Client['catalogues']['languages']>
  llm: Answer<Client['catalogues']['models']>
  multimodal: Answer<Client['catalogues']['models']>
  dualplex: Answer<Client['catalogues']['models']>
  synthesizers: Answer<Client['catalogues']['synthesizerProviders']>
  transcribers: Answer<Client['catalogues']['transcriberProviders']>
  numbers: Answer<Client['phoneNumbers']['listAll']>['data']
  knowledgebases: Answer<Client['knowledgebases']['list']>['data']
  tools: Answer<Client['tools']['list']>
  assistants: Answer<Client['assistants']['overview']>
}

export interface Editor {
  form: Form<Values>
  /** Null for a new assistant. */
  id: number | null
  choices: Choices
  variables: readonly KnownVariable[]
  /** What there is not today, so that the settings which need it have no effect. */
  missing: ReadonlySet<NonNullable<Field['needs']>>
}

const EditorContext = createContext<Editor | null>(null)
export const EditorProvider = EditorContext.Provider
export function useEditor(): Editor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('useEditor is used outside EditorProvider')
  return editor
}

/** Whether assistants of this mode and this direction have a setting. */
export const isOffered = (name: AssistantFieldName, { mode, type }: Pick<Values, 'mode' | 'type'>) =>
  isOfMode(name, mode) && isOfType(name, type)

/** What a setting would need to have an effect today; undefined when it has one. */
export function lackOf(name: AssistantFieldName, missing: Editor['missing']) {
  const { needs }: Field = assistantFields[name]
  return needs !== undefined && missing.has(needs) ? needs : undefined
}

import type { AssistantSettings } from './assistant-fields'
import { type Variables, variableName } from './wire'

/** The variables that every conversation has by itself. */
export const systemVariables = [
  'customer_phone',
  'assistant_phone',
  'assistant_id',
  'assistant_name',
  'current_date',
  'current_time',
] as const
export type SystemVariable = (typeof systemVariables)[number]

export const systemVariableNames: ReadonlySet<string> = new Set(systemVariables)

/** The settings of an assistant in whose texts variables are filled. */
export const filledSettings = [
  'initial_message',
  'system_prompt',
  'reengagement_prompt',
  'voice_mail_message',
] as const satisfies (keyof AssistantSettings)[]

/** `{{name}}`, where spaces inside the braces are allowed, or `{name}`, which is no part of a `{{`. */
export const placeholder = /\{\{\s*([^{}]+?)\s*\}\}|(?<!\{)\{([^{}\s](?:[^{}]*[^{}\s])?)\}/g

/** The name of the variable that a match of `placeholder` stands for; undefined when it is other text, such as JSON. */
export function variableOf([, double, single]: RegExpMatchArray, known: Variables = {}): string | undefined {
  const name = (double ?? single)!
  return Object.hasOwn(known, name) || (double !== undefined && variableName.test(name)) ? name : undefined
}

/**
 * The names of the variables that a text uses, each once: as `{{name}}`, or as `{name}` when it is one of `known`. Other
 * single braces may be any text, such as JSON.
 */
export const variablesIn = (text: string, known: Variables = {}): string[] => [
  ...new Set([...text.matchAll(placeholder)].flatMap(match => variableOf(match, known) ?? [])),
]

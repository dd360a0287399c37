import { filledSettings, systemVariables, variablesIn } from '../../../contract/variables'
import type { Variables } from '../../../contract/wire'
import type { KnownVariable } from '../../forms/PromptField'
import { t } from '../../words/words'
import type { Choices } from './editor'
import { type Values, words } from './settings'

export interface UsedVariable extends KnownVariable {
  kind: 'default' | 'lead' | 'call' | 'undefined'
  /** Where it is used, in words. */
  usedIn: string[]
}

export const fromWords: Record<UsedVariable['kind'], string> = {
  default: t('the default'),
  lead: t('the lead'),
  call: t('the call itself'),
  undefined: t('not defined'),
}

/** The texts in which variables are filled, with their names: those of the assistant, and of the tools that it uses. */
const textsOf = (values: Values, tools: Choices['tools']): [place: string, text: string][] => [
  ...filledSettings.map((name): [string, string] => [words[name], values[name] ?? '']),
  ...tools
    .filter(({ id }) => values.tool_ids.includes(id))
    .map((tool): [string, string] => [
      t('tool {name}', { name: tool.name }),
      [tool.endpoint, ...tool.headers.map(({ value }) => value)].join(' '),
    ]),
]

/**
 * The variables of an assistant: those that it defines, in their order, then those that its texts use. A variable without a
 * default comes from the lead, or from whoever starts a call.
 */
export function variablesOf(values: Values, tools: Choices['tools']): UsedVariable[] {
  const known: Variables = { ...Object.fromEntries(systemVariables.map(name => [name, ''])), ...values.variables }
  const usedIn = new Map<string, string[]>()
  for (const [place, text] of textsOf(values, tools))
    for (const name of variablesIn(text, known)) usedIn.set(name, [...(usedIn.get(name) ?? []), place])
  const kindOf = (name: string): UsedVariable['kind'] => {
    if (Object.hasOwn(values.variables, name)) return hasDefault(values.variables[name]) ? 'default' : 'lead'
    return systemVariables.some(one => one === name) ? 'call' : 'undefined'
  }
  return [...new Set([...Object.keys(values.variables), ...usedIn.keys()])].map(name => {
    const kind = kindOf(name)
    return { name, kind, from: fromWords[kind], usedIn: usedIn.get(name) ?? [] }
  })
}

const hasDefault = (value: unknown) => value !== '' && value !== null && value !== undefined

/** The variables that can be used in a text. */
export const offered = (all: readonly UsedVariable[]): KnownVariable[] => [
  ...all.filter(({ kind }) => kind !== 'undefined'),
  ...systemVariables
    .filter(name => !all.some(variable => variable.name === name))
    .map(name => ({ name, from: fromWords.call })),
]

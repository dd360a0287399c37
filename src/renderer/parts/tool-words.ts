import { SEARCH_TOOL } from '../../contract/knowledge-tool'
import { t } from '../words/words'

/** A name and its value, both in words. */
export type Named = [name: string, value: string]

/** A tool that was called, in words. */
export interface CalledTool {
  name: string
  given: Named[]
}

const names: Record<string, string> = {
  do_not_call: t('Do not call again'),
  promise_callback: t('Promise a callback'),
  end_call: t('End the call'),
  call_transfer: t('Put the person through'),
  dtmf_input: t('Press keys'),
}

/** What is given to the tools that every assistant can have. */
const givenNames: Record<string, string> = {
  at: t('Time'),
  to: t('To'),
  digits: t('Keys'),
}

/** A name of a program as a person writes it: `find_slots` and `findSlots` are `Find slots`. */
export function nameInWords(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
    .replace(/[_.-]+/g, ' ')
    .trim()
  return words === '' ? name : words[0]!.toUpperCase() + words.slice(1)
}

/** A tool and what was given to it, in words. */
export function calledTool(name: string, given: Record<string, unknown>): CalledTool {
  if (name === SEARCH_TOOL) return { name: t('Looked up “{query}”', { query: String(given.query ?? '') }), given: [] }
  // A second transfer of an assistant is `call_transfer_2`.
  const known = names[name] ?? names[name.replace(/_\d+$/, '')]
  const isOurs = known !== undefined
  return {
    name: known ?? nameInWords(name),
    given: Object.entries(given).map(([key, value]) => [
      (isOurs && givenNames[key]) || nameInWords(key),
      valueInWords(value),
    ]),
  }
}

/** A call of a tool as the transcript of a call has it, such as `find_slots({"day":"Thursday"})`. Null: it is none. */
export function readCalledTool(text: string): CalledTool | null {
  const [, name, given] = /^([\w.-]+)\((.*)\)$/s.exec(text) ?? []
  if (name === undefined) return null
  const read = given === '' ? {} : readObject(given!)
  return read && calledTool(name, read)
}

/** `Find slots · Day: Thursday`, on one line. */
export const toolInWords = ({ name, given }: CalledTool): string => [name, ...given.map(pairInWords)].join(' · ')

/** The result of a tool: its values by name when it is an object, else null. */
export function resultValues(result: string): Named[] | null {
  const read = readObject(result)
  return read && Object.entries(read).map(([key, value]) => [nameInWords(key), valueInWords(value)])
}

/** The result of a tool on one line. */
export const resultInWords = (result: string): string => resultValues(result)?.map(pairInWords).join(' · ') ?? result

const pairInWords = ([name, value]: Named) => `${name}: ${value}`

function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (value === true) return t('yes')
  if (value === false) return t('no')
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueInWords).join('; ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => pairInWords([nameInWords(key), valueInWords(one)]))
      .join(', ')
  return String(value)
}

function readObject(text: string): Record<string, unknown> | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return null
  }
}

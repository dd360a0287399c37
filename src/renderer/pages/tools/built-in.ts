import type { BuiltInToolType } from '../../../contract/built-in-tools'
import { t } from '../../words/words'

interface BuiltIn {
  name: string
  does: string
}

/** What every assistant can do, without a tool of one's own. The last one only when it has a knowledge base. */
export const always: BuiltIn[] = [
  { name: 'do_not_call', does: t('Puts a person who asks for it on the “Do not call” list.') },
  { name: 'promise_callback', does: t('Calls back at the time that a person asks for.') },
  { name: 'search_knowledge', does: t('Looks something up in the assistant’s knowledge base.') },
]

/** What an assistant can be given in its settings. */
export const chosen: BuiltIn[] = (
  [
    ['end_call', t('Hangs up once everything is said.')],
    ['call_transfer', t('Puts the person through to a number.')],
    ['dtmf_input', t('Presses keys, to get through a menu.')],
  ] satisfies [BuiltInToolType, string][]
).map(([name, does]) => ({ name, does }))

/** What an assistant can be given too, but a call does not carry out. */
export const onlyKept: BuiltIn[] = (
  [
    ['warm_call_transfer', t('Speaks with a colleague first, then puts the person through.')],
    ['collect_keypad', t('Takes digits that the person presses.')],
    ['calendar_integration', t('Books in a calendar of Cal.com.')],
    ['assistant_transfer', t('Hands over to another assistant.')],
  ] satisfies [BuiltInToolType, string][]
).map(([name, does]) => ({ name, does }))

/** Why a name is better not taken; undefined for any other name. */
export function builtInHint(name: string): string | undefined {
  if (always.some(one => one.name === name))
    return t('Every assistant has this one built in, so none can be given yours.')
  if ([...chosen, ...onlyKept].some(one => one.name === name))
    return t('This one is built in. An assistant that has it cannot be given yours.')
  return undefined
}

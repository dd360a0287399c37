import { createElement } from 'react'
import type { Conversation, FunctionCall } from '../../../contract/conversations'
import { SEARCH_TOOL } from '../../../contract/knowledge-tool'
import type { Client } from '../../api/client'
import { clockTime, isoDay, weekdayAndDay } from '../../parts/format'
import type { ThreadLine } from '../../parts/Thread'
import { ToolDetails } from '../../parts/ToolDetails'
import { secondsInWords } from '../../parts/Transcript'
import { calledTool, resultInWords, toolInWords } from '../../parts/tool-words'
import { t } from '../../words/words'

export type OpenConversation = Awaited<ReturnType<Client['conversations']['open']>>
type Message = OpenConversation['messages'][number]

/** How much of a tool's result is shown beside its call, in characters. */
const RESULT = 36

/** The line of a message; the same message gets the same object again. */
const known = new WeakMap<Message, { line: ThreadLine; of: string }>()

/**
 * A conversation as the lines of a thread, with a rule for each day and before the first message that was not read when
 * it was opened, and a line for each tool that was called.
 */
export function linesOf(
  { messages, type }: Pick<OpenConversation, 'messages' | 'type'>,
  zone: string,
  firstUnread: number | null,
): ThreadLine[] {
  const lines: ThreadLine[] = []
  let day = ''
  messages.forEach((message, i) => {
    const at = new Date(message.created_at)
    const today = isoDay(at, zone)
    if (today !== day) lines.push({ kind: 'rule', id: `day ${today}`, text: weekdayAndDay(at, zone) })
    day = today
    if (message.position === firstUnread)
      lines.push({ kind: 'rule', id: 'unread', text: t('Not read yet'), role: 'warn' })
    message.function_calls.forEach((call, n) => {
      lines.push(toolLine(call, `${message.position} tool ${n}`))
    })
    const asked = messages[i - 1]
    // Only who tries an assistant out looks at how long it takes.
    const wait =
      type === 'test' && message.role === 'assistant' && asked?.role === 'user'
        ? Date.parse(message.created_at) - Date.parse(asked.created_at)
        : null
    lines.push(saidLine(message, zone, wait))
  })
  return lines
}

function saidLine(message: Message, zone: string, wait: number | null): ThreadLine {
  const of = `${zone} ${wait}`
  const found = known.get(message)
  if (found?.of === of) return found.line
  const { role, content, created_at, position } = message
  const time = clockTime(new Date(created_at), zone)
  const note = [role === 'operator' && t('by hand'), time, wait !== null && secondsInWords(wait)]
  const line: ThreadLine = {
    kind: 'said',
    id: String(position),
    who: role === 'user' ? 'person' : role,
    text: content,
    note: note.filter(Boolean).join(' · '),
    isPending: position < 0,
  }
  known.set(message, { line, of })
  return line
}

function toolLine({ name, arguments: args, result }: FunctionCall, id: string): ThreadLine {
  if (name === SEARCH_TOOL) {
    const n = result.match(/^\[.+\]$/gm)?.length ?? 0
    return {
      kind: 'knowledge',
      id,
      text: t('Looked up “{query}”', { query: String(args.query ?? '') }),
      note: t('{n, plural, =0 {nothing found} one {# passage} other {# passages}}', { n }),
      more: result,
    }
  }
  const called = calledTool(name, args)
  const inWords = resultInWords(result)
  return {
    kind: 'tool',
    id,
    text: toolInWords(called),
    note: inWords.length > RESULT ? `${inWords.slice(0, RESULT)}…` : inWords,
    more: createElement(ToolDetails, { given: called.given, result }),
  }
}

/** The position of the first message of the customer that was not read; null when all were. */
export function firstUnreadOf({ messages, unread }: Pick<OpenConversation, 'messages' | 'unread'>): number | null {
  if (unread === 0) return null
  return messages.filter(({ role }) => role === 'user').at(-unread)?.position ?? null
}

/** Whether the assistant is answering now: the customer wrote last, and not long ago. `now`: desk time, epoch ms. */
export const isAnswering = (
  { messages, ai_enabled, status }: OpenConversation & Pick<Conversation, 'ai_enabled'>,
  now: number,
) => {
  const last = messages.at(-1)
  return (
    ai_enabled && status === 'active' && last?.role === 'user' && now - Date.parse(last.created_at) < ANSWERS_WITHIN
  )
}

/** A model has two minutes for an answer. */
const ANSWERS_WITHIN = 120_000

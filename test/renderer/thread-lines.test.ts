import { expect, it } from 'vitest'
import { firstUnreadOf, linesOf } from '../../src/renderer/pages/conversations/lines'
import { lastWith } from '../../src/renderer/parts/find-words'

const message = (position: number, role: 'user' | 'assistant' | 'operator', content: string, over: object = {}) => ({
  position,
  role,
  content,
  function_calls: [],
  created_at: '2026-01-05T09:00:00.000000Z',
  ...over,
})

it('a tool that was called and what was looked up stand before the answer, with what came of it', () => {
  const messages = [
    message(0, 'user', 'What does an X-ray cost?'),
    message(1, 'assistant', '22 pounds.', {
      function_calls: [
        { name: 'search_knowledge', arguments: { query: 'X-ray' }, result: '[Prices · X-ray]\n22\n\n[Prices]\n68' },
        { name: 'find_slots', arguments: { week: '2026-W02', part: 'any' }, result: '3 slots' },
      ],
    }),
  ]
  const lines = linesOf({ messages, type: 'api' }, 'UTC', null)
  expect(lines.slice(2)).toMatchObject([
    { kind: 'knowledge', text: 'Looked up “X-ray”', note: '2 passages' },
    { kind: 'tool', text: 'Find slots · Week: 2026-W02 · Part: any', note: '3 slots' },
    { kind: 'said', who: 'assistant', text: '22 pounds.' },
  ])
})

it('each day has a rule, and so has where reading began', () => {
  const messages = [
    message(0, 'user', 'Hello?'),
    message(1, 'assistant', 'Hello.'),
    message(2, 'user', 'Still there?', { created_at: '2026-01-06T09:00:00.000000Z' }),
  ]
  const first = firstUnreadOf({ messages, unread: 1 })
  expect(first).toBe(2)
  const lines = linesOf({ messages, type: 'api' }, 'UTC', first)
  expect(lines.map(line => (line.kind === 'rule' ? line.text : line.id))).toEqual([
    'Monday 5 January',
    '0',
    '1',
    'Tuesday 6 January',
    'Not read yet',
    '2',
  ])
  expect(firstUnreadOf({ messages, unread: 0 })).toBeNull()
})

it('in a test chat each answer says how long it took, and the same message keeps its line', () => {
  const messages = [
    message(0, 'user', 'Hello?'),
    message(1, 'assistant', 'Hello.', { created_at: '2026-01-05T09:00:00.940000Z' }),
  ]
  const lines = linesOf({ messages, type: 'test' }, 'UTC', null)
  expect(lines.at(-1)).toMatchObject({ note: '09:00 · 0.94 s' })
  expect(linesOf({ messages, type: 'test' }, 'UTC', null).at(-1)).toBe(lines.at(-1))
})

it('the newest line with all words is found, with other accents and a last word that is only begun', () => {
  const texts = ['A café on Sunday', 'The cafe is closed', 'Good bye']
  const find = (search: string | undefined) => lastWith(texts, text => text, search)
  expect(find('cafe')).toBe('The cafe is closed')
  expect(find('café sun')).toBe('A café on Sunday')
  expect(find('tea')).toBeUndefined()
  expect(find('+44 20')).toBeUndefined()
  expect(find(undefined)).toBeUndefined()
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { variablesIn } from '../../../src/contract/variables'
import { fill } from '../../../src/main/core/assistants/variables'

const values = {
  name: 'Ada',
  'Customer Name': 'Bob',
  count: 0,
  ok: false,
  empty: '',
  none: null,
  code: '{{name}} $& {name}',
}

describe('filling a text with variables', () => {
  it.each([
    ['Hello {{name}}.', 'Hello Ada.'],
    ['Hello {{ name }}.', 'Hello Ada.'],
    ['Hello {name}.', 'Hello Ada.'],
    ['{{Customer Name}}, {Customer Name}', 'Bob, Bob'],
    ['{count} {{ok}}', '0 false'],
    ['{name}{{name}}{name}', 'AdaAdaAda'],
    ['{{{name}}}', '{Ada}'],
    ['{"name": {name}}', '{"name": Ada}'],
    ['{{unknown}}', ''],
    ['{{empty}}{empty}{{none}}{none}', ''],
    ['{{code}}', '{{name}} $& {name}'],
    // Everything else stays.
    ['{unknown} { name } {name', '{unknown} { name } {name'],
    ['{{name}', '{{name}'],
    ['{{#if name}} {{1st}} {{ }} {}', '{{#if name}} {{1st}} {{ }} {}'],
    ['{"a": 1} function () { return name }', '{"a": 1} function () { return name }'],
    ['{toString} {constructor}', '{toString} {constructor}'],
  ])('%s becomes %s', (text, filled) => {
    expect(fill(text, values)).toBe(filled)
  })

  it('a variable without a value is reported, and other braces are not', () => {
    const missing: string[] = []
    fill('{{unknown}} {{empty}} {none} {other} {{#if x}} {{name}} {{count}}', values, name => missing.push(name))
    expect(missing).toEqual(['unknown', 'empty', 'none'])
  })

  it('a text names its variables: {{any}}, and {known}', () => {
    expect(variablesIn('{{a}} {b} {{ a }} {{#if}} {name}', { name: '' })).toEqual(['a', 'name'])
  })

  /** A piece of a text, and what it becomes. */
  const plain = fc.string({ unit: 'grapheme' }).map(text => text.replace(/[{}]/g, ''))
  const name = fc.constantFrom('a', 'b_1', 'Customer Name', '__x')
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null))
  const pieces = fc.array(
    fc.oneof(
      plain.map(text => ({ text, is: (_: Record<string, unknown>) => text })),
      fc.tuple(name, fc.constantFrom('{{NAME}}', '{{ NAME  }}', '{NAME}')).map(([name, form]) => ({
        text: form.replace('NAME', name),
        is: (values: Record<string, unknown>) => String(values[name] ?? ''),
      })),
      fc
        .constantFrom('{unknown}', '{ a }', '{"a": [1, 2]}', '{{#each a}}', '{}', '{{ }}', '{a.b}')
        .map(text => ({ text, is: () => text })),
    ),
  )

  it('whatever a text is made of, each variable becomes its value and the rest stays', () => {
    fc.assert(
      fc.property(pieces, fc.tuple(value, value, value, value), (pieces, [a, b, c, d]) => {
        const values = { a, b_1: b, 'Customer Name': c, __x: d }
        const expected = pieces.map(piece => piece.is(values)).join('')
        expect(fill(pieces.map(({ text }) => text).join(''), values)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('a text is unchanged when no variable is known and it has no double braces', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const text = `${before}{json}${after}`.replaceAll('{{', '{ {')
        expect(fill(text, {})).toBe(text)
      }),
    )
  })
})

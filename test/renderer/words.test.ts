import { IntlMessageFormat } from 'intl-messageformat'
import { expect, it } from 'vitest'
import { german, places } from '../../src/renderer/words/de'
import { sources } from '../house/sources'

/** A call of `t` or `rich`, with its text if that is written there, and the names that it is given, if they are. */
const call = /\b(t|rich)\(\s*(?:('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`$]*`)\s*(?:,\s*(\{)?|\)))?/g

interface Use {
  file: string
  text: string
}

function usesIn(file: string, code: string) {
  const uses: Use[] = []
  const unreadable: string[] = []
  for (const found of code.matchAll(call)) {
    const before = code.slice(0, found.index)
    if (/function\s*$|\.\s*$/.test(before)) continue
    const literal = found[2]
    const line = before.split('\n').length
    if (literal === undefined) unreadable.push(`${file}:${line}`)
    // biome-ignore lint/security/noGlobalEval: a string literal of our own source
    else uses.push({ file: `${file}:${line}`, text: eval(literal) as string })
  }
  return { uses, unreadable }
}

const found = [...sources]
  .filter(([file]) => file.startsWith('renderer/') && !file.startsWith('renderer/words/'))
  .map(([file, code]) => usesIn(file, code))
const uses = found.flatMap(one => one.uses)
const texts = new Set(uses.map(({ text }) => text))

/** The names and tags that a text needs, and its plurals. */
function needs(text: string): string[] {
  const names = new Set<string>()
  const walk = (parts: readonly unknown[]) => {
    for (const part of parts as {
      type: number
      value?: string
      options?: Record<string, { value: unknown[] }>
      children?: unknown[]
    }[]) {
      if (part.type !== 0 && part.type !== 7) names.add(part.value!)
      for (const option of Object.values(part.options ?? {})) walk(option.value)
      if (part.children) walk(part.children)
    }
  }
  walk(new IntlMessageFormat(text, 'en').getAst())
  return [...names].sort()
}

it('every text of the console is written where it is shown', () => {
  expect(found.flatMap(one => one.unreadable)).toEqual([])
})

/** The name of the program is the same everywhere. What stands between tags is seen by the linter. */
const readAloud = /\s(?:aria-label|title|label|placeholder|alt)="(?!Callwright")[^"]*\p{L}[^"]*"/gu

it('no text of the console is outside of the catalogue', () => {
  const outside = [...sources]
    .filter(([file]) => /^renderer\/(?!pages\/kit\/).*\.tsx$/.test(file))
    .flatMap(([file, code]) => [...code.matchAll(readAloud)].map(([text]) => `${file}: ${text}`))
  expect(outside).toEqual([])
})

it('every text of the console is there in German', () => {
  expect(uses.filter(({ text }) => !(text in german))).toEqual([])
})

it('no German text is left without its English', () => {
  expect(Object.keys(german).filter(text => !texts.has(text))).toEqual([])
})

it('a text stands in one place of the German catalogue', () => {
  const all = Object.values(places).flatMap(place => Object.keys(place))
  expect(all.filter((text, i) => all.indexOf(text) !== i)).toEqual([])
})

it('a German text has the same figures, names and links as the English', () => {
  const wrong = Object.entries(german).filter(([en, de]) => needs(en).join() !== needs(de).join())
  expect(wrong).toEqual([])
})

it('a call that is not readable, and a text in each kind of quotes, are found', () => {
  const { uses, unreadable } = usesIn(
    'x.ts',
    `t('It\\'s on') + t("a {n}", { n }) + rich(\`b <l>c</l>\`, { l }) + t(name)`,
  )
  expect(uses.map(({ text }) => text)).toEqual(["It's on", 'a {n}', 'b <l>c</l>'])
  expect(unreadable).toEqual(['x.ts:1'])
  expect(needs('{n, plural, one {<b>#</b> of {m}} other {#}}')).toEqual(['b', 'm', 'n'])
})

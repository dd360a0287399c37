import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, PASSAGE, split } from '../../src/main/reading/split'

/** Words that are rarely, and rarely not, longer than a passage. */
const word = fc.oneof(
  { weight: 20, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: 900, max: 2500 }).map(n => '🙂x'.repeat(n / 3)) },
  { weight: 2, arbitrary: fc.constantFrom('end.', 'Why?', '。', '\n', 'word '.repeat(150)) },
)
const text = fc.array(word, { minLength: 1, maxLength: 200 }).map(words => words.join(' '))
const block: fc.Arbitrary<Block> = fc.oneof(
  { weight: 4, arbitrary: text.map(text => ({ text })) },
  {
    weight: 1,
    arbitrary: fc.record({ text: fc.string({ maxLength: 250 }), level: fc.integer({ min: 1, max: 6 }) }),
  },
)
const letters = (texts: string[]) => texts.join('').replace(/\s+/g, '')

describe('splitting', () => {
  it('splitting loses no text and keeps the order', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 20 }), blocks => {
        const paragraphs = blocks.filter(({ level }) => level === undefined)
        expect(letters(split(paragraphs).map(piece => piece.text))).toBe(letters(paragraphs.map(b => b.text)))
        // A heading is found above what stands under it, or is a passage itself.
        const all = letters(split(blocks).flatMap(({ heading, text }) => [heading ?? '', text]))
        for (const { text } of blocks) {
          if (letters([text]).length <= 200) expect(all).toContain(letters([text]))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('passages stay within their size, and no character is cut in two', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 20 }), blocks => {
        for (const { text } of split(blocks)) {
          expect(text.length).toBeGreaterThan(0)
          expect(text.length).toBeLessThanOrEqual(PASSAGE)
          expect(text.trim()).toBe(text)
          if (blocks.every(b => b.text.isWellFormed())) expect(text.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('paragraphs of a section are put together as long as they fit', () => {
    const paragraph = 'x'.repeat(499)
    expect(split([{ text: paragraph }, { text: paragraph }]).map(p => p.text.length)).toEqual([1000])
    expect(split([{ text: paragraph }, { text: `${paragraph}xx` }]).map(p => p.text.length)).toEqual([499, 501])
  })

  it('sections stay apart, each under its headings', () => {
    const blocks: Block[] = [
      { text: 'Before.' },
      { level: 1, text: 'Delivery' },
      { text: 'By post.' },
      { level: 2, text: 'Abroad' },
      { text: 'By ship.' },
      { level: 2, text: 'At home' },
      { text: 'By bike.' },
      { level: 1, text: 'Returns' },
      { text: 'Never.' },
    ]
    expect(split(blocks)).toEqual([
      { heading: null, text: 'Before.' },
      { heading: 'Delivery', text: 'By post.' },
      { heading: 'Delivery › Abroad', text: 'By ship.' },
      { heading: 'Delivery › At home', text: 'By bike.' },
      { heading: 'Returns', text: 'Never.' },
    ])
  })

  it('a heading without text becomes a passage', () => {
    expect(
      split([
        { level: 1, text: 'We close on Sundays' },
        { level: 1, text: 'Prices' },
        { level: 2, text: 'On request' },
      ]),
    ).toEqual([
      { heading: null, text: 'We close on Sundays' },
      { heading: 'Prices', text: 'On request' },
    ])
  })

  it('a long paragraph is cut after a sentence, or else between words', () => {
    const sentence = `${'word '.repeat(60).trim()}. `
    const [first, second] = split([{ text: sentence.repeat(5) }])
    expect(first!.text).toBe(sentence.repeat(3).trim())
    expect(second!.text).toBe(sentence.repeat(2).trim())
    expect(split([{ text: 'word '.repeat(300) }])[0]!.text).toBe('word '.repeat(200).trim())
  })
})

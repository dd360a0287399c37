import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { habits, linesOf } from '../../src/renderer/exports/csv'
import { createImporter } from '../../src/renderer/pages/import/importer'
import {
  choose,
  guess,
  keepChosen,
  type Mapped,
  nameFor,
  recall,
  remember,
  type Sample,
  variableOf,
} from '../../src/renderer/pages/import/mapping'
import { numberIn } from '../../src/renderer/pages/import/numbers'
import { encodingOf, readTable } from '../../src/renderer/pages/import/read-file'

const bytes = (text: string) => new TextEncoder().encode(text)
/** A text as UTF-16 writes it. */
const utf16 = (text: string, isBig: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !isBig)
  return new Uint8Array(view.buffer)
}
/** Letters that Windows-1252 has at the places of Latin-1. */
const latin1 = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
const cellsOf = async (file: Uint8Array<ArrayBuffer>) => (await readTable(file)).rows.map(row => row.cells)

/** A spreadsheet of texts and numbers, as Excel writes it, with the day 5 January 2026 in the last cell. */
function xlsx(rows: (string | number)[][]): Uint8Array<ArrayBuffer> {
  const cell = (value: string | number, at: string) =>
    typeof value === 'number'
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
  const lines = rows.map(
    (row, i) =>
      `<row r="${i + 1}">${row.map((value, j) => cell(value, `${String.fromCharCode(65 + j)}${i + 1}`)).join('')}</row>`,
  )
  const last = `<row r="${rows.length + 1}"><c r="A${rows.length + 1}" s="1"><v>46027</v></c></row>`
  const file = (inside: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${inside}`)
  const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return zipSync({
    '[Content_Types].xml': file('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    'xl/workbook.xml': file(
      `<workbook ${ns} xmlns:r="${rel}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': file(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${rel}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${rel}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': file(`<styleSheet ${ns}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`),
    'xl/worksheets/sheet1.xml': file(`<worksheet ${ns}><sheetData>${lines.join('')}${last}</sheetData></worksheet>`),
  }) as Uint8Array<ArrayBuffer>
}

describe('reading a list', () => {
  it('a list is read in every encoding, with every separator, and as it was exported', async () => {
    const rows = [
      ['Name', 'Straße', 'Mobil'],
      ['Zoë Müller', 'Weg 1; links', '+49 30 123456'],
      ['Ann', 'a "b", c', "'quoted'"],
    ]
    for (const delimiter of [',', ';', '\t', '|']) {
      const text = Papa.unparse(rows, { delimiter })
      for (const file of [bytes(text), bytes(`\ufeff${text}`), latin1(text)])
        expect(await cellsOf(file), delimiter).toEqual(rows)
      for (const isBig of [false, true]) {
        expect(await cellsOf(utf16(`\ufeff${text}`, isBig)), delimiter).toEqual(rows)
        expect(await cellsOf(utf16(text, isBig)), delimiter).toEqual(rows)
      }
    }
    for (const habit of Object.values(habits))
      expect(await cellsOf(bytes(`\ufeff${linesOf(rows, habit)}`))).toEqual(rows)
    expect(await cellsOf(bytes('sep=;\r\na;b\r\n1;2'))).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('whatever stands in an exported list comes back, empty rows aside', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.constantFrom(...Object.values(habits)),
        async (rows, habit) => {
          // What the reader takes away: space around, and the apostrophe of an export.
          const plain = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '').trim()
          const expected = rows.map(row => row.map(plain)).filter(row => row.some(cell => cell !== ''))
          const file = bytes(`\ufeff${linesOf(rows, habit)}`)
          const read = await readTable(file, { separator: habit.separator }).catch(() => ({ rows: [] }))
          expect(read.rows.map(row => row.cells)).toEqual(expected)
        },
      ),
    ))

  it('any bytes are read, or refused in words, and never break', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async file => {
        const read = await readTable(new Uint8Array(file)).catch(error => error)
        if (read instanceof Error) expect(read.name).toBe('UnreadableFile')
        else for (const row of read.rows) expect(row.cells.length).toBeGreaterThan(0)
      }),
    ))

  it('rows keep the numbers that a spreadsheet gives them', async () => {
    const { rows } = await readTable(bytes('a,b\n\n1,2\n,\n"x\ny",3'))
    expect(rows.map(({ number }) => number)).toEqual([1, 3, 5])
  })

  it('a spreadsheet is read with its numbers and days, also a large one', async () => {
    const file = xlsx([
      ['Name', 'Mobile'],
      ['Zoë', 447700900461],
    ])
    expect(await cellsOf(file)).toEqual([
      ['Name', 'Mobile'],
      ['Zoë', '447700900461'],
      ['2026-01-05', ''],
    ])
    const many = Array.from({ length: 12_000 }, (_, i) => [`Person ${i}`, 447700900000 + i])
    expect((await readTable(xlsx(many))).rows).toHaveLength(12_001)
  })

  it('a file that is no list says what to do', async () => {
    const refused = (file: Uint8Array<ArrayBuffer>) => readTable(file).catch(error => error.code)
    expect(await refused(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toBe('old-excel')
    expect(await refused(bytes('PK\u0003\u0004 and no more'))).toBe('not-a-spreadsheet')
    expect(await refused(bytes(' \n,,\n'))).toBe('empty')
    expect(await refused(new Uint8Array())).toBe('empty')
  })

  it('UTF-8 that is cut in the middle of a letter is taken for Windows-1252, and plain letters for UTF-8', () => {
    expect(encodingOf(bytes('Zoë').slice(0, 3))).toBe('windows-1252')
    expect(encodingOf(bytes('plain'))).toBe('utf-8')
    expect(encodingOf(bytes('日本語'))).toBe('utf-8')
  })
})

describe('numbers of a list', () => {
  it.each([
    ['07700 900461', 'GB', '+447700900461'],
    ['+44 (0)7700 900461', null, '+447700900461'],
    ['0044 7700 900461', 'DE', '+447700900461'],
    // As a spreadsheet leaves it, also where another country is set.
    ['447700900461', 'GB', '+447700900461'],
    ['393331234567', 'GB', '+393331234567'],
    ['447700900461', null, '+447700900461'],
    ['030 123456', 'DE', '+4930123456'],
    ['see notes', 'GB', null],
    ['', 'GB', null],
    ['4.47701E+11', 'GB', null],
    ['12', 'GB', null],
    // Words are no digits, but they may stand beside a number.
    ['0800 FLOWERS', 'DE', null],
    ['Tel. 030 1234567', 'DE', '+49301234567'],
    ['030 1234567 privat', 'DE', '+49301234567'],
  ])('%s in %s is %s', (cell, country, number) => expect(numberIn(cell, country)).toBe(number))

  it('a number in E.164 is itself in every country, as it is exported', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 2_000_000, max: 9_999_999 }),
        fc.constantFrom('GB', 'DE', 'US', 'IT', null),
        (n, country) => {
          const number = `+1202${n}`
          expect(numberIn(number, country)).toBe(number)
          expect(numberIn(number.slice(1), country === 'US' ? country : null)).toBe(number)
        },
      ),
    ))
})

const sample = (title: string, numbers = 0, filled = 10): Sample => ({ title, filled, numbers, national: 0 })
const targets = (mapped: Mapped[]) => mapped.map(({ target }) => target)

describe('what columns become', () => {
  it('the number, more numbers and the variables of the assistant are found by what stands there and by names', () => {
    const columns = [
      sample('Pt no', 2),
      sample('Home tel', 6),
      sample('Mobile', 10),
      sample('Vorname'),
      sample('Last visit'),
    ]
    expect(targets(guess(columns, ['first_name', 'last_visit', 'dentist']))).toEqual([
      'none',
      'contact',
      'phone',
      'variable first_name',
      'variable last_visit',
    ])
    expect(targets(guess([sample('', 10), sample('', 0)], []))).toEqual(['phone', 'none'])
    expect(targets(guess([sample('Phone', 9), sample('Last visit')], null))).toEqual(['phone', 'variable last_visit'])
  })

  it('one column at most is the number to call or a variable, whatever is guessed and chosen', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            title: fc.oneof(fc.string(), fc.constantFrom('Phone', 'Mobile', 'Name', 'first_name', 'Vorname')),
            filled: fc.constant(10),
            numbers: fc.integer({ min: 0, max: 10 }),
            national: fc.integer({ min: 0, max: 10 }),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        fc.option(fc.constant(['name', 'first_name']), { nil: null }),
        fc.array(fc.tuple(fc.nat(7), fc.constantFrom('phone', 'contact', 'none', 'variable name' as const))),
        (columns, variables, chosen) => {
          let mapped = guess(columns, variables)
          const check = () => {
            const single = targets(mapped).filter(target => target === 'phone' || variableOf(target) !== null)
            expect(new Set(single).size).toBe(single.length)
            for (const name of targets(mapped).map(variableOf))
              if (name !== null) expect(variables ?? [name]).toContain(name)
          }
          check()
          for (const [at, target] of chosen) {
            mapped = choose(mapped, at % columns.length, target as Mapped['target'])
            expect(mapped[at % columns.length]).toEqual({ target, found: 'chosen' })
            if (variables?.includes('name') ?? true) check()
          }
        },
      ),
    ))

  it('what was chosen by hand stays when the variables change', () => {
    const columns = [sample('Tel', 10), sample('Wer'), sample('Ort')]
    const before = choose(guess(columns, ['name']), 1, 'variable name')
    const after = keepChosen(before, guess(columns, ['name', 'city']), ['name', 'city'])
    expect(targets(after)).toEqual(['phone', 'variable name', 'variable city'])
    expect(targets(keepChosen(before, guess(columns, ['city']), ['city']))).toEqual(['phone', 'none', 'variable city'])
  })

  it('a column of national numbers is the number to call although no country is chosen, when its title says so', () => {
    const national = { ...sample('Telefon'), national: 9 }
    expect(targets(guess([sample('Kunde'), national], null))).toEqual(['variable kunde', 'phone'])
    expect(targets(guess([{ ...national, title: 'Kundennummer' }], null))).toEqual(['variable kundennummer'])
  })

  it('a name for a variable is one that the service takes', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), title => {
        const name = nameFor(title)
        if (name !== null) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/)
      }),
    ))

  it('the same columns become the same again, as far as the assistant still has the variables', () => {
    const kept = new Map<string, string>()
    const memory = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    }
    const titles = ['Tel', 'Name', 'Note']
    expect(recall(memory, titles, null)).toBeNull()
    const mapped: Mapped[] = [
      { target: 'contact', found: 'chosen' },
      { target: 'variable name', found: 'name' },
      { target: 'phone', found: 'chosen' },
    ]
    remember(memory, titles, mapped)
    expect(targets(recall(memory, titles, ['name'])!)).toEqual(['contact', 'variable name', 'phone'])
    expect(targets(recall(memory, titles, ['city'])!)).toEqual(['contact', 'none', 'phone'])
    expect(recall(memory, ['Tel', 'Name'], null)).toBeNull()
    for (let i = 0; i < 40; i++) remember(memory, [`${i}`], [{ target: 'phone', found: null }])
    expect(recall(memory, titles, null)).toBeNull()
    expect(recall({ ...memory, getItem: () => 'broken' }, titles, null)).toBeNull()
  })
})

it('a national number without a country says so, and a number that lacks digits is marked', async () => {
  const importer = createImporter()
  await importer.read(new Blob(['Tel\n030 1234567\n+49151123\nsee notes']), {})
  const problems = (country: string | null) =>
    importer.check({ hasTitles: true, country, targets: ['phone'] }).problems.map(({ row, why }) => [row, why])
  expect(problems(null)).toEqual([
    [2, 'no-country'],
    [3, 'short'],
    [4, 'no-number'],
  ])
  expect(problems('DE')).toEqual([
    [3, 'short'],
    [4, 'no-number'],
  ])
})

async function importerOf(text: string, mapped: Mapped['target'][]) {
  const importer = createImporter()
  const facts = await importer.read(new Blob([text]), {})
  const setup = { hasTitles: facts.hasTitles, country: 'GB', targets: mapped }
  return { importer, facts, checked: importer.check(setup), setup }
}

describe('making leads of a list', () => {
  it('each row is a lead, or has a problem with its row, column and value', async () => {
    const text = [
      'Mobile,Home,First name',
      '07700 900461,020 7946 0377,Priya',
      'see notes,,Ann',
      '07700900461,,Twin',
      ',020 7946 0378,Eve',
      ',,Nobody',
      '07700 900462,999999,Bo',
      '4.47701E+11,,Cut',
    ].join('\n')
    const { importer, facts, checked, setup } = await importerOf(text, ['phone', 'contact', 'variable first_name'])
    expect(facts).toMatchObject({ hasTitles: true, rows: 8, columns: 3 })
    expect(checked.good).toBe(3)
    expect(checked.problems.map(({ row, column, value, kind, why }) => [row, column, value, kind, why])).toEqual([
      [3, 'Mobile', 'see notes', 'number', 'no-number'],
      [4, 'Mobile', '07700900461', 'twice', 'same-as-row'],
      [5, 'Mobile', '', 'remark', 'contact-instead'],
      [6, 'Mobile', '', 'empty', 'no-number-at-all'],
      [7, 'Home', '999999', 'remark', 'contact-left-out'],
      [8, 'Mobile', '4.47701E+11', 'number', 'shortened'],
    ])
    expect(importer.leads(0, 10)).toEqual({
      rows: [2, 5, 7],
      leads: [
        {
          phone_number: '+447700900461',
          variables: { first_name: 'Priya' },
          secondary_contacts: [{ phone_number: '+442079460377' }],
        },
        { phone_number: '+442079460378', variables: { first_name: 'Eve' } },
        { phone_number: '+447700900462', variables: { first_name: 'Bo' } },
      ],
    })
    expect(importer.leaveOut([5])).toBe(2)
    expect(importer.leads(1, 1).rows).toEqual([7])
    expect(importer.cells([3], true)).toEqual({
      titles: ['Mobile', 'Home', 'First name'],
      rows: [{ number: 3, cells: ['see notes', '', 'Ann'] }],
    })
    expect(importer.preview(setup, 1)[0]).toMatchObject({ phone: '+447700900461', contacts: ['+442079460377'] })
  })

  it('every row is a lead or a problem, and no number is there twice, whatever the list holds', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.oneof(fc.constantFrom('07700 900461', '07700900462', '', 'x'), fc.string()),
            fc.oneof(fc.constantFrom('020 7946 0377', ''), fc.string()),
          ),
          { minLength: 1, maxLength: 12 },
        ),
        async rows => {
          const text = Papa.unparse([['Phone', 'Other'], ...rows])
          const importer = createImporter()
          await importer.read(new Blob([text]), { separator: ',' })
          const { good, problems } = importer.check({ hasTitles: true, country: 'GB', targets: ['phone', 'contact'] })
          const { leads, rows: from } = importer.leads(0, 100)
          expect(leads).toHaveLength(good)
          const numbers = leads.map(lead => lead.phone_number)
          expect(new Set(numbers).size).toBe(numbers.length)
          for (const number of numbers) expect(number).toMatch(/^\+\d{6,15}$/)
          const left = new Set(problems.filter(({ kind }) => kind !== 'remark').map(({ row }) => row))
          const filled = rows.filter(row =>
            row.some(cell => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '').trim() !== ''),
          )
          expect(left.size + new Set(from).size).toBe(filled.length)
        },
      ),
    ))

  it('a list of a hundred thousand rows is made into leads', async () => {
    const lines = Array.from({ length: 100_000 }, (_, i) => `+1202${2_000_000 + i},Person ${i}`)
    const { checked, importer } = await importerOf(['Phone,Name', ...lines].join('\n'), ['phone', 'variable name'])
    expect(checked).toEqual({ problems: [], good: 100_000 })
    expect(importer.leads(99_999, 250).leads).toEqual([
      { phone_number: '+12022099999', variables: { name: 'Person 99999' } },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { aDocx, aPdf, aZip, docxFiles, passagesOf, whyNot } from '../support/documents'

const texts = async (...given: Parameters<typeof passagesOf>) => (await passagesOf(...given)).map(({ text }) => text)

describe('a PDF', () => {
  it('a PDF is read page by page with its paragraphs, and hyphenated words are joined', async () => {
    const bytes = aPdf([
      [
        'Opening hours',
        '',
        'Monday to Friday, nine to',
        "six o'clock. Kranken-",
        'versicherung \u00fcber alles (all).',
      ],
      ['Second page'],
    ])
    expect(await passagesOf('pdf', bytes)).toMatchObject([
      {
        text: "Opening hours\n\nMonday to Friday, nine to\nsix o'clock. Krankenversicherung über alles (all).",
        page: 1,
        heading: null,
        title: null,
        url: null,
      },
      { text: 'Second page', page: 2 },
    ])
  })

  it.each([
    ['plain text', 'hello', /^This is not a PDF file\.$/],
    ['cut off', aPdf([['x']]).subarray(0, 200), /damaged|no text/],
    ['only its first bytes', '%PDF-1.7\n', /damaged/],
    ['encrypted', aPdf([['x']], { encrypted: true }), /password/],
    ['without text', aPdf([[], []]), /no text in it\. If it was scanned/],
    ['empty', '', /^The file is empty\.$/],
  ])('a PDF that is %s fails with a reason', async (_, bytes, reason) => {
    expect(await whyNot('pdf', bytes)).toMatch(reason)
  })
})

describe('a Word document', () => {
  it('a Word document is read with its headings', async () => {
    const bytes = aDocx(['# Prices', '## Cut', 'A cut is 30 €.', 'For children 15 €.', '# Find us', 'Via Roma 1'])
    expect(await passagesOf('docx', bytes)).toMatchObject([
      { heading: 'Prices › Cut', text: 'A cut is 30 €.\n\nFor children 15 €.' },
      { heading: 'Find us', text: 'Via Roma 1' },
    ])
  })

  it('a Word document that unpacks to too much is refused before it is unpacked', async () => {
    const bomb = Buffer.alloc(50_000_000)
    const files = docxFiles('')
    const name = 'word/media/x.png'
    expect(await whyNot('docx', aZip({ ...files, [name]: bomb }, { [name]: 1000 }))).toMatch(/damaged/)
    expect(await whyNot('docx', aZip({ ...files, [name]: bomb }, { [name]: 400_000_000 }))).toMatch(/too large/)
  })

  it.each([
    ['no ZIP', 'hello'],
    ['a ZIP of something else', aZip({ 'a.txt': 'hello' })],
    ['cut off', aDocx(['x']).subarray(0, 300)],
    ['broken inside', aZip({ ...docxFiles(''), 'word/document.xml': '<w:document' })],
    ['only its end', aZip({ a: 'x' }).subarray(-22)],
  ])('a Word document that is %s fails with a reason', async (_, bytes) => {
    expect(await whyNot('docx', bytes)).toBe('This is not a Word document (.docx), or it is damaged.')
  })

  it.each([1, 2, 3])('a Word document of %i bytes is damaged', async length => {
    expect(await whyNot('docx', Buffer.from('PK\u0003').subarray(0, length))).toMatch(/damaged/)
  })

  it('a Word document with a password, or from before 2007, fails with a reason', async () => {
    expect(await whyNot('docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatch(/password.*older/)
  })

  it('a Word document without text fails with a reason', async () => {
    expect(await whyNot('docx', aDocx(['', ' ']))).toBe('There is no text in it.')
  })
})

describe('HTML', () => {
  it('HTML is read as a reader sees it', async () => {
    const page = `<!doctype html><title>Shop</title><style>p { color: red }</style><script>alert(1)</script>
      <nav><a href="/">Home</a></nav>
      <h1>Delivery <em>and</em> returns</h1><p>We deliver<br>on <a href="/x">weekdays</a>.</p><img alt="A van" src="x">
      <h2>Prices</h2><table><tr><th>What<th>How much</tr><tr><td>Post<td>5&nbsp;€</tr></table>
      <ul><li>One</li><li>Two</li></ul><p hidden>Secret</p>`
    expect(await passagesOf('html', page)).toMatchObject([
      { heading: 'Delivery and returns', text: 'We deliver\non weekdays.' },
      {
        heading: 'Delivery and returns › Prices',
        text: 'What | How much\nPost | 5\u00a0€\n\n- One\n- Two',
      },
    ])
  })

  it('HTML names its character set in a meta element', async () => {
    const page = Buffer.from('<meta charset="iso-8859-1"><p>Öffnungszeiten', 'latin1')
    expect(await texts('html', page)).toEqual(['Öffnungszeiten'])
  })

  it('HTML that nests too deeply fails with a reason', async () => {
    expect(await whyNot('html', `${'<div>'.repeat(4000)}deep`)).toBe('Its elements are nested too deeply.')
  })

  // Each of these took minutes, or as long as the thread was let.
  const megabytes = 2_000_000
  const hostile: [string, string][] = [
    ...['<div>', '<div>x', '<pre>x', '<table><tr><td>x', '<ul><li>x', '<blockquote>x', '<b>x', '<font size=1>'].map(
      (tag): [string, string] => [tag, tag.repeat(megabytes / tag.length)],
    ),
    ['spaces in a line', `<pre>x${' '.repeat(megabytes)}y</pre>`],
    ['empty cells', `<table><tr>${'<td></td>'.repeat(20_000)}<td>x</td></tr></table>`],
    ['tags', '<i></i>'.repeat(1_000_000)],
  ]
  it.each(hostile)('HTML of two megabytes of %s is read or refused', async (_, text) => {
    expect(await whyNot('html', text)).toMatch(/too deeply|million tags|passages were read/)
  })

  it('Markdown with two megabytes of spaces in a heading is read', async () => {
    expect(await whyNot('md', `# a${' '.repeat(megabytes)}b\n\ntext`)).toMatch(/passages were read/)
    const [closed] = await passagesOf('md', '## Prices ##  \n\ntext\n')
    expect(closed!.heading).toBe('Prices')
  })

  it('a file that is no text, or HTML without text, fails with a reason', async () => {
    expect(await whyNot('html', Buffer.alloc(100, '\u0000\u0001'))).toBe('This is not a text file.')
    expect(await whyNot('html', '<p></p>')).toBe('There is no text in it.')
  })
})

describe('text', () => {
  it.each([
    ['UTF-8', Buffer.from('È aperto\r\n\r\nOk')],
    ['UTF-8 with its mark', Buffer.from('\ufeffÈ aperto\n\nOk')],
    ['Windows-1252', Buffer.from('È aperto\n\nOk', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffÈ aperto\n\nOk', 'utf16le')],
  ])('text is read from %s', async (_, bytes) => {
    expect(await texts('txt', bytes)).toEqual(['È aperto\n\nOk'])
  })

  it.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a PDF', Buffer.concat([aPdf([['x']]), Buffer.alloc(10)])],
    ['control characters', Buffer.alloc(100, '\u0001\u0002')],
  ])('text that is %s is refused', async (_, bytes) => {
    expect(await whyNot('txt', bytes)).toBe('This is not a text file.')
  })

  it('text of only spaces fails with a reason', async () => {
    expect(await whyNot('txt', ' \n\t\n ')).toBe('There is no text in it.')
  })

  it('text of more than five million characters is too large', async () => {
    const lines = (n: number) => Array.from({ length: n }, (_, i) => `${String(i).padStart(99, 'x')}\n`).join('')
    expect(await whyNot('txt', lines(50_001))).toMatch(/more than 5 million characters/)
    expect((await passagesOf('txt', lines(49_999))).length).toBeGreaterThan(4900)
  })
})

describe('Markdown', () => {
  it('Markdown is read with headings of both kinds, and code is not changed', async () => {
    const text = [
      'Prices',
      '======',
      '',
      'All of them.',
      '## Cut ##',
      '30 €',
      '```',
      '# not a heading',
      '```',
      'Find us',
      '-------',
      '- Via Roma 1',
      '#hashtag',
    ].join('\n')
    expect(await passagesOf('md', text)).toMatchObject([
      { heading: 'Prices', text: 'All of them.' },
      { heading: 'Prices › Cut', text: expect.stringContaining('# not a heading') },
      { heading: expect.stringContaining('Find us'), text: '- Via Roma 1\n#hashtag' },
    ])
  })
})

it('a missing file fails with a reason', async () => {
  const { read } = await import('../../src/main/reading/read')
  expect(await read({ type: 'txt', file: '/nowhere/at/all', links: [], relativeLinksLimit: 0 }, () => {})).toEqual({
    unreadable: 'Its file is gone. Add the document again.',
  })
})

import { describe, expect, it } from 'vitest'
import { isPrivate } from '../../src/main/reading/address'
import { aSite, readSite, readSiteOn, redirect, typed } from '../support/documents'

const page = (title: string, ...links: string[]) =>
  `<title>${title}</title><h1>${title}</h1><p>Text of ${title}.</p>${links.map(to => `<a href="${to}">x</a>`).join('')}`

const read = async (...given: Parameters<typeof readSite>) => {
  const reading = await readSite(...given)
  if ('unreadable' in reading) throw new Error(reading.unreadable)
  return { ...reading, titles: reading.passages.map(({ title }) => title) }
}
const whyNot = async (...given: Parameters<typeof readSite>) => {
  const reading = await readSite(...given)
  return 'unreadable' in reading ? reading.unreadable : 'it was read'
}

describe('a website', () => {
  it('a website is read with its linked pages, each with its title and address', async () => {
    const site = await aSite({
      '/shop/': page('Start', 'a', './b?x=1#top', '/c', 'a#again', 'mailto:a@b.c', 'javascript:x', 'http://['),
      '/shop/a': page('A', '.', 'a', '/c'),
      '/shop/b?x=1': page('B'),
      '/c': page('C', '/d'),
      '/d': page('D'),
    })
    const { passages, warnings } = await read([`${site.url}/shop/`])
    expect(warnings).toEqual([])
    expect(passages.map(({ title, url, heading, text, page }) => [title, url, heading, text, page])).toEqual([
      ['Start', `${site.url}/shop/`, 'Start', 'Text of Start.\n\nxxxxxxx', null],
      ['A', `${site.url}/shop/a`, 'A', 'Text of A.\n\nxxx', null],
      ['B', `${site.url}/shop/b?x=1`, 'B', 'Text of B.', null],
      ['C', `${site.url}/c`, 'C', 'Text of C.\n\nx', null],
      ['D', `${site.url}/d`, 'D', 'Text of D.', null],
    ])
    expect(site.asked.length).toBe(5)
  })

  it.each([1, 2, 50])('a website follows %i links and no more, the nearest first', async limit => {
    const all = Array.from({ length: 60 }, (_, i) => `/${i}`)
    const site = await aSite({
      '/': page('Start', ...all),
      ...Object.fromEntries(all.map(p => [p, page(p, '/deeper')])),
    })
    const { titles } = await read([`${site.url}/`], limit)
    expect(titles).toEqual(['Start', ...all.slice(0, limit)])
  })

  it('links to another origin are not followed', async () => {
    const other = await aSite({ '/': page('Other'), '/in': page('Other in') })
    const site = await aSite({
      '/': page('Start', `${other.url}/`, '/away', other.url.replace('127.0.0.1', 'localhost')),
      '/away': redirect(`${other.url}/in`),
    })
    expect((await read([site.url])).titles).toEqual(['Start'])
    expect(other.asked).toEqual([])
  })

  it('a redirect of the first address is followed, to another origin too', async () => {
    const other = await aSite({ '/': page('Start', '/next'), '/next': page('Next') })
    const site = await aSite({ '/': redirect(`${other.url}/`, 301) })
    expect((await read([site.url])).titles).toEqual(['Start', 'Next'])
  })

  it('each of several addresses is read, and no page twice', async () => {
    const site = await aSite({ '/a': page('A', '/b', '/c'), '/b': page('B', '/a'), '/c': redirect('/b') })
    expect((await read([`${site.url}/a`, `${site.url}/b`, `${site.url}/a#x`])).titles).toEqual(['A', 'B'])
  })

  it('pages that link to each other are read once', async () => {
    const site = await aSite({ '/': page('Start', '/a'), '/a': page('A', '/b'), '/b': page('B', '/', '/a') })
    expect((await read([site.url])).titles).toEqual(['Start', 'A', 'B'])
    expect(site.asked).toEqual(['/', '/a', '/b'])
  })

  it('a website is read without the pages that fail, and names them', async () => {
    const site = await aSite({
      '/': page('Start', '/gone', '/picture', '/loop', '/ftp', '/big', '/cut', '/nothing', '/good', '/file.pdf'),
      '/picture': typed('image/png', 'x'),
      '/loop': redirect('/loop'),
      '/ftp': redirect('ftp://127.0.0.1/x'),
      '/big': page('x'.repeat(100_001)),
      '/cut': (_, response) => void response.destroy(),
      '/nothing': '<script>render()</script>',
      '/good': page('Good'),
      '/file.pdf': typed('application/pdf', 'x'),
    })
    const { titles, warnings } = await read([site.url], 10, { pageBytes: 100_000 })
    expect(titles).toEqual(['Start', 'Good'])
    expect(warnings).toEqual([
      `${site.url}/gone: The server answered 404.`,
      `${site.url}/picture: It is not a page of text, but image/png.`,
      `${site.url}/loop: It leads on to other addresses more than 5 times.`,
      `${site.url}/ftp: It leads on to an address that is neither http nor https.`,
      expect.stringMatching(/\/big: It is larger than/),
      `${site.url}/cut: The server broke off.`,
      `${site.url}/nothing: There is no text on it.`,
    ])
    expect(site.asked).not.toContain('/file.pdf')
  })

  it('a website without any readable page fails with a reason', async () => {
    const site = await aSite({})
    expect(await whyNot([`${site.url}/`])).toBe(`${site.url}/: The server answered 404.`)
    await site.close()
    expect(await whyNot([`${site.url}/`])).toBe(`${site.url}/: No server answers there.`)
    expect(await whyNot(['http://does-not-exist.invalid/'])).toMatch(/name of the server is not known|could not be/)
  })

  it('a slow page and a slow website each have a time limit', async () => {
    const slow = () => {}
    const drip = (_: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>begins')
    }
    const site = await aSite({
      '/': page('Start', '/slow', '/drip', '/a'),
      '/slow': slow,
      '/drip': drip,
      '/a': page('A'),
    })
    const { titles, warnings } = await read([site.url], 10, { pageMs: 1000 })
    expect(titles).toEqual(['Start', 'A'])
    expect(warnings).toEqual([
      `${site.url}/slow: It did not come within 1 s.`,
      `${site.url}/drip: It did not come within 1 s.`,
    ])
    const many = await aSite({
      '/': page('Start', '/1', '/2', '/3', '/4', '/5'),
      '/1': slow,
      '/2': slow,
      '/3': slow,
      '/4': slow,
    })
    const cut = await read([many.url], 10, { totalMs: 1000 })
    expect(cut.titles).toEqual(['Start'])
    expect(cut.warnings.at(-1)).toBe('1 more pages were left out: it took too long.')
  })

  it('the character set is read from the header or from the page', async () => {
    const latin = Buffer.from('<title>T</title><p>Größe', 'latin1')
    const site = await aSite({
      '/header': typed('text/html; charset=ISO-8859-1', latin),
      '/meta': typed('text/html', Buffer.concat([Buffer.from('<meta charset="windows-1252">'), latin])),
      '/text': typed('text/plain', 'Größe'),
      '/md': typed('text/markdown', '# Größe\nGröße'),
      '/none': (_, response) => void response.writeHead(200).end('<p>Größe'),
      '/strange': typed('text/html; charset=nonsense', '<p>Größe'),
    })
    for (const path of ['header', 'meta', 'text', 'md', 'none', 'strange'])
      expect((await read([`${site.url}/${path}`])).passages[0]!.text).toBe('Größe')
  })

  it('the header and footer of a website are read once', async () => {
    const framed = (text: string, ...links: string[]) =>
      `<header>Salon Rosa</header><nav>Menu</nav><main>${page(text, ...links)}</main><footer>Via Roma 1</footer>`
    const site = await aSite({ '/': framed('Start', '/a'), '/a': framed('A') })
    const { passages } = await read([site.url])
    const texts = passages.map(({ text }) => text)
    expect(texts.filter(text => text.includes('Salon Rosa')).length).toBe(1)
    expect(texts.filter(text => text.includes('Via Roma 1')).length).toBe(1)
    expect(texts.join()).toContain('Text of A.')
    expect(texts.join()).not.toContain('Menu')
  })

  it('text that stands on several pages is read once', async () => {
    const site = await aSite({ '/': page('Start', '/a'), '/a': `${page('A')}<h1>Call us</h1>555`, '/b': 'x' })
    site.pages['/'] += '<h1>Call us</h1>555'
    const { passages } = await read([site.url])
    expect(passages.map(({ heading }) => heading)).toEqual(['Start', 'Call us', 'A'])
  })
})

describe('private addresses', () => {
  it.each(
    '127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: ::ffff:127.0.0.1 ::ffff:a00:1 fe80::1 fe80::1%eth0 fc00::1 fd12::1 ff02::1 64:ff9b::7f00:1 2002:7f00:1::'.split(
      ' ',
    ),
  )('%s is private', address => {
    expect(isPrivate(address)).toBe(true)
  })

  it.each('1.1.1.1 93.184.216.34 172.32.0.1 192.169.0.1 100.128.0.1 2606:4700::1111 ::ffff:8.8.8.8'.split(' '))(
    '%s is public',
    address => {
      expect(isPrivate(address)).toBe(false)
    },
  )

  const names = { 'public.test': '127.0.0.2', 'other.test': '127.0.0.2', 'inside.test': '127.0.0.1' }

  it('a public page does not lead the reader into the network of the operator', async () => {
    const inside = await aSite({ '/': page('Inside'), '/in': page('Inside too') })
    const targets = [
      inside.url,
      `http://inside.test:${inside.port}/in`,
      `http://[::1]:${inside.port}/`,
      `http://[::ffff:127.0.0.1]:${inside.port}/`,
      `http://0x7f.1:${inside.port}/`,
    ]
    const site = await aSite(
      {
        '/': page('Start', ...targets, '/away', '/a'),
        '/away': redirect(targets[1]!),
        '/a': page('A'),
        ...Object.fromEntries(targets.map((target, i) => [`/first${i}`, redirect(target)])),
      },
      '127.0.0.2',
    )
    const at = `http://public.test:${site.port}`
    expect(await readSiteOn(names, [`${at}/`])).toEqual({ titles: ['Start', 'A'], problems: [] })
    for (const i of targets.keys())
      expect(await readSiteOn(names, [`${at}/first${i}`])).toEqual({
        titles: [],
        problems: [`${at}/first${i}: It leads to an address that is not public.`],
      })
    expect(inside.asked).toEqual([])
  })

  it('a name that leads elsewhere after it was checked is not followed there', async () => {
    const inside = await aSite({ '/a': page('Inside') })
    const site = await aSite({ '/': page('Start', '/a'), '/a': page('A') }, '127.0.0.2')
    let asked = 0
    const turning = {
      get 'public.test'() {
        return asked++ === 0 ? '127.0.0.2' : '127.0.0.1'
      },
    }
    const { titles, problems } = await readSiteOn(turning, [`http://public.test:${site.port}/`])
    expect(titles).toEqual(['Start'])
    expect(problems.join()).toContain('not public')
    expect(inside.asked).toEqual([])
  })

  it('a private address that the operator has typed is read, with its pages and a redirect at once', async () => {
    const inside = await aSite({ '/': page('Inside', '/in'), '/in': page('In') })
    const first = await aSite({ '/': redirect(`http://inside.test:${inside.port}/`) })
    const { titles } = await readSiteOn(names, [`http://127.0.0.1:${first.port}/`])
    expect(titles).toEqual(['Inside', 'In'])
  })

  it('a page of the site that leads to another host is left out, and that host is not asked', async () => {
    const other = await aSite({ '/': page('Other') }, '127.0.0.2')
    const site = await aSite(
      {
        '/': page('Start', '/away', '/moved'),
        '/away': redirect(`http://other.test:${other.port}/`),
        '/moved': redirect('/new'),
        '/new': page('New'),
      },
      '127.0.0.2',
    )
    const { titles } = await readSiteOn(names, [`http://public.test:${site.port}/`])
    expect(titles).toEqual(['Start', 'New'])
    expect(other.asked).toEqual([])
  })
})

it('a connection is closed whose body is not read', async () => {
  const open = new Set<unknown>()
  const endless = (status: number, type: string) => (_: unknown, response: import('node:http').ServerResponse) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    response.writeHead(status, { 'content-type': type, location: '/a' })
    const more = () => response.destroyed || response.write('x'.repeat(10_000), () => setImmediate(more))
    more()
  }
  const site = await aSite({
    '/': page('Start', '/404', '/png', '/moved'),
    '/404': endless(404, 'text/html'),
    '/png': endless(200, 'image/png'),
    '/moved': endless(302, 'text/html'),
    '/a': page('A'),
  })
  expect((await read([site.url])).titles).toEqual(['Start', 'A'])
  await expect.poll(() => open.size).toBe(0)
})

import { describe, expect, it } from 'vitest'
import { recorded } from '../support/api'
import { DAY, given, startWorld } from '../support/world'

describe('a recording link', () => {
  async function link() {
    const world = await startWorld()
    const assistant_id = await given.assistant(world, { record: true })
    const made = await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
    return { world, id: made.body.call_id as number, url: new URL(await recorded(world, made.body.call_id)) }
  }
  const status = async (url: URL | string) => (await fetch(url)).status

  it('a recording link needs no key and answers the audio', async () => {
    const { url } = await link()
    const response = await fetch(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('audio/wav')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
  })

  it('a changed link is 404', async () => {
    const { url } = await link()
    const changed = (name: string, value: string | null) => {
      const other = new URL(url)
      if (value === null) other.searchParams.delete(name)
      else other.searchParams.set(name, value)
      return other
    }
    const sig = url.searchParams.get('sig')!
    const expires = Number(url.searchParams.get('expires'))
    for (const wrong of ['', 'x', sig.slice(0, -1), `${sig}x`, sig.replace(/^./, c => (c === 'A' ? 'B' : 'A')), null])
      expect(await status(changed('sig', wrong))).toBe(404)
    for (const wrong of [expires + 1, '', 'never', `${expires}.0`, null])
      expect(await status(changed('expires', wrong === null ? null : String(wrong)))).toBe(404)
    const other = new URL(url)
    other.pathname = other.pathname.replace(/[0-9a-f]{12}\.wav$/, '000000000000.wav')
    expect(await status(other)).toBe(404)
  })

  it('a link is valid for seven days and made new at each read', async () => {
    const { world, id, url } = await link()
    await world.advance(7 * DAY - 1000)
    expect(await status(url)).toBe(200)
    await world.advance(2000)
    expect(await status(url)).toBe(404)
    const { recording_url } = (await world.get(`/user/calls/${id}`)).body
    expect(await status(recording_url)).toBe(200)
  })

  it('a link serves byte ranges', async () => {
    const { url } = await link()
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    const size = whole.length
    for (const [range, from, to] of [
      ['bytes=0-3', 0, 4],
      ['bytes=10-10', 10, 11],
      ['bytes=-4', size - 4, size],
      [`bytes=${size - 5}-`, size - 5, size],
      [`bytes=5-${size + 100}`, 5, size],
      [`bytes=-${size + 100}`, 0, size],
    ] as const) {
      const response = await fetch(url, { headers: { range } })
      expect({ range, status: response.status }).toEqual({ range, status: 206 })
      expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${size}`)
      expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(from, to))).toBe(true)
    }
    for (const range of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0']) {
      const response = await fetch(url, { headers: { range } })
      expect({ range, status: response.status }).toEqual({ range, status: 416 })
      expect(response.headers.get('content-range')).toBe(`bytes */${size}`)
    }
    for (const range of ['lines=1-2', 'bytes=x', 'bytes=9-1'])
      expect((await fetch(url, { headers: { range } })).status).toBe(200)
  })
})

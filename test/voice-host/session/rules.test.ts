import { afterAll, beforeAll, describe, it } from 'vitest'
import { brief, createDesk } from './desk'
import { until } from './line'

let desk: ReturnType<typeof createDesk>
beforeAll(() => {
  desk = createDesk()
})
afterAll(() => desk.stop())

const { limits } = brief
const long = 'Good morning, this is the practice of the dentist in the old town, and my name is Nova.'
const hello = 'Hello, this is Peter speaking.'
const announcement = 'Please leave a message after the tone.'
const message = 'This is the dentist, please call us back.'

/** The beep of an answering machine: 1000 Hz for 400 ms. */
const beep = Int16Array.from({ length: 3200 }, (_, i) => 8000 * Math.sin((2 * Math.PI * 1000 * i) / 8000))

describe.concurrent('the limits of a call', () => {
  it('ends when nobody says anything for too long', async ({ expect }) => {
    const call = desk.ring({ brief: { limits: { ...limits, silenceMs: 1500 } } }).answer()
    await call.ends()
    expect(call.finished()).toBe('silence')
    expect(call.said()).toHaveLength(1)
    call.hangUp()
  })

  it('ends when the person who was called never says a word', async ({ expect }) => {
    const call = desk.ring({ brief: { waitForCustomer: true, limits: { ...limits, initialSilenceMs: 1000 } } }).answer()
    await call.ends()
    expect([call.finished(), call.said()]).toEqual(['silence', []])
    call.hangUp()
  })

  it('asks once whether somebody is still there, and goes on listening', async ({ expect }) => {
    const call = desk
      .ring({
        brief: {
          reengagementPrompt: 'Do you need more time?',
          limits: { ...limits, reengageAfterMs: 1000, silenceMs: 4000 },
        },
      })
      .answer()
    await call.ends()
    expect(call.said().slice(1)).toEqual(['bot: Do you need more time?'])
    expect(call.caller.understood(['Do you need more time?', message]).at(-1)).toBe('Do you need more time?')
    expect(call.finished()).toBe('silence')
    call.hangUp()
  })

  it('ends at its longest duration, in the middle of a sentence, which is told as far as it was sent', async ({
    expect,
  }) => {
    const call = desk.ring({ brief: { greeting: long, limits: { ...limits, talkMs: 2000 } } }).answer()
    await call.ends()
    expect(call.finished()).toBe('max_duration')
    const [cut] = call.items()
    expect(long.startsWith(cut!.text) && cut!.text.length < long.length).toBe(true)
    expect(call.reports().at(-1)!.type).toBe('finished')
    call.hangUp()
  })

  it('is told as far as it came when the other side hangs up, and nothing more is said', async ({ expect }) => {
    const call = desk.ring({ brief: { greeting: long } }).answer()
    await until(() => call.caller.lastSound > 1500)
    call.hangUp()
    const [cut] = call.items()
    expect(cut).toMatchObject({ interrupted: true })
    expect(long.startsWith(cut!.text) && cut!.text.length < long.length).toBe(true)
    const other = desk.ring().answer()
    await other.saidSoFar(1)
    expect(call.reports().map(({ type }) => type)).toEqual(['began', 'said'])
    other.hangUp()
  })
})

describe.concurrent('a machine that answers', () => {
  it('is left a message after its beep, and then the call ends', async ({ expect }) => {
    const call = desk
      .ring({ sound: { isIncoming: false }, knows: [announcement], brief: { voicemail: { hangUp: true, message } } })
      .answer()
    call.caller.says(announcement)
    call.caller.isSilentFor(1400)
    call.caller.sounds(beep)
    await call.ends()
    expect(call.finished()).toBe('voicemail')
    expect(call.answeredBy()).toBe('machine')
    expect(call.said().at(-1)).toBe(`bot: ${message}`)
    expect(call.caller.understood([message, announcement, brief.greeting]).at(-1)).toBe(message)
    call.hangUp()
  })

  it('is left a message after a pause, when it does not beep', async ({ expect }) => {
    const call = desk
      .ring({ sound: { isIncoming: false }, knows: [announcement], brief: { voicemail: { hangUp: true, message } } })
      .answer()
    call.caller.says(announcement)
    await call.ends()
    expect(call.said().at(-1)).toBe(`bot: ${message}`)
    call.hangUp()
  })

  it('is hung up on at once without a message', async ({ expect }) => {
    const call = desk.ring({ sound: { isIncoming: false }, knows: [announcement] }).answer()
    call.caller.says(announcement)
    await call.ends()
    expect([call.finished(), call.answeredBy()]).toEqual(['voicemail', 'machine'])
    call.hangUp()
  })

  it('is known by its beep alone', async ({ expect }) => {
    const call = desk.ring({ sound: { isIncoming: false }, brief: { voicemail: { hangUp: true, message } } }).answer()
    call.caller.sounds(beep)
    await call.ends()
    expect([call.finished(), call.answeredBy()]).toEqual(['voicemail', 'machine'])
    expect(call.said().at(-1)).toBe(`bot: ${message}`)
    call.hangUp()
  })

  it('is known by its menu', async ({ expect }) => {
    const menu = 'For sales press one, for support press two.'
    const call = desk.ring({ sound: { isIncoming: false }, knows: [menu, hello] }).answer()
    call.caller.says(menu)
    await until(() => call.answeredBy() === 'machine')
    expect(call.finished()).toBeUndefined()
    call.hangUp()
  })

  it('is not known when nothing was understood', async ({ expect }) => {
    const call = desk.ring({ sound: { isIncoming: false }, knows: [announcement] }).answer()
    call.caller.says('Bananas are yellow.')
    await until(() => call.answeredBy() !== undefined)
    expect(call.answeredBy()).toBe('unknown')
    call.hangUp()
  })
})

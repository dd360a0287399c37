import { describe, expect, it } from 'vitest'
import { filledSettings, variablesIn } from '../../../src/contract/variables'
import { begin } from '../../../src/renderer/pages/assistants/begin'
import { templates } from '../../../src/renderer/pages/assistants/templates'
import { startWorld } from '../../support/world'

const settingsOf = async (id: string) => {
  const world = await startWorld()
  const template = templates.find(one => one.id === id)!
  const [languages, voices, llm] = await Promise.all(
    ['languages', 'voices', 'models'].map(async what => (await world.get(`/user/assistants/${what}`)).body),
  )
  return { world, template, settings: begin(template, { languages, voices, llm }, 'Europe/Berlin') }
}

describe('the templates of assistants', () => {
  it.each(templates.map(({ id }) => id))('the service accepts %s as it is', async id => {
    const { world, template, settings } = await settingsOf(id)
    const { status, body } = await world.post('/user/assistant', settings)
    expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined })
    const made = (await world.get(`/user/assistant/${body.data.id}`)).body
    expect(made).toMatchObject(template.settings)
    // It asks whether somebody is there before it hangs up.
    expect(made.reengagement_interval).toBeLessThan(made.max_silence_duration)
    // Whoever hears the voicemail is not told what it is about.
    expect(variablesIn(made.voice_mail_message ?? '').join()).not.toMatch(
      /date|time|termin|amount|betrag|invoice|rechnung/,
    )
    const speaks = (await world.get('/user/assistants/overview')).body[0]
    expect(speaks.language).toBe(template.language === 'de' ? 'German' : 'English')
  })

  it.each(templates.map(({ id }) => id))('every variable of %s is defined, and used', async id => {
    const { settings } = await settingsOf(id)
    const used = new Set(filledSettings.flatMap(name => variablesIn(settings[name] ?? '')))
    expect([...used].sort()).toEqual(Object.keys(settings.variables).sort())
  })

  it('each template is there in English and in German', () => {
    const kinds = (language: string) => templates.filter(one => one.language === language).map(({ kind }) => kind)
    expect(kinds('en')).toEqual(kinds('de'))
    expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length)
  })
})

import { describe, expect, it } from 'vitest'
import { filledSettings, variablesIn } from '../../../src/contract/variables'
import { begin } from '../../../src/renderer/pages/assistants/begin'
import { isOffered } from '../../../src/renderer/pages/assistants/editor'
import type { Values } from '../../../src/renderer/pages/assistants/settings'
import { templates } from '../../../src/renderer/pages/assistants/templates'
import { guess } from '../../../src/renderer/pages/import/mapping'
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

  it.each(templates.filter(one => one.settings.type === 'outbound').map(({ id }) => id))(
    'a list with a first and a last name fills %s, so that the person is shown by name',
    id => {
      const { language, settings } = templates.find(one => one.id === id)!
      const titles = language === 'de' ? ['Telefon', 'Vorname', 'Nachname'] : ['Phone', 'First name', 'Last name']
      const columns = titles.map((title, i) => ({ title, filled: 5, numbers: i === 0 ? 5 : 0, national: 0 }))
      const targets = guess(columns, Object.keys(settings.variables)).map(({ target }) => target)
      expect(targets).toContain('variable first_name')
      expect(targets.includes('variable last_name')).toBe('last_name' in settings.variables)
      expect(settings.variables).not.toHaveProperty('name')
    },
  )

  it('an assistant that answers calls is not asked about voicemails', () => {
    const offered = (type: 'inbound' | 'outbound') =>
      (['end_call_on_voicemail', 'voice_mail_message'] as const).map(name =>
        isOffered(name, { type, mode: 'pipeline' } as Values),
      )
    expect([offered('outbound'), offered('inbound')]).toEqual([
      [true, true],
      [false, false],
    ])
  })

  it('each template is there in English and in German', () => {
    const kinds = (language: string) => templates.filter(one => one.language === language).map(({ kind }) => kind)
    expect(kinds('en')).toEqual(kinds('de'))
    expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length)
  })
})

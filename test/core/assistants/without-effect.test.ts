import { expect, it } from 'vitest'
import { assistantFieldNames, assistantFields, type Field } from '../../../src/contract/assistant-fields'
import { carriedOut, toolTypes } from '../../../src/contract/built-in-tools'
import { filledSettings } from '../../../src/contract/variables'
import { toolsFor } from '../../../src/main/core/assistants/call-tools'
import { sources } from '../../house/sources'
import { anAssistant, startWorld } from '../../support/world'

it('a setting that no code of the service reads is said to need sound', () => {
  const service = [...sources].filter(([file]) => /^main\/(?!store\/)/.test(file)).map(([, text]) => text)
  const unread = assistantFieldNames.filter(name => !service.some(text => new RegExp(`\\b${name}\\b`).test(text)))
  expect(unread).toContain('turn_detection_threshold')
  expect(unread.filter(name => (assistantFields[name] as Field).needs !== 'sound')).toEqual([])
})

it('the built-in tools that a model is shown are those that a call can carry out', () => {
  const shown = toolTypes.filter(type => {
    const before = toolsFor({ tools: [] }).specs.length
    return toolsFor({ tools: [{ type, data: { phone_number: '+12015550190' } }] }).specs.length > before
  })
  expect(shown).toEqual([...carriedOut])
})

it('variables are filled in every text that is said to have them', async () => {
  const world = await startWorld()
  const texts = Object.fromEntries(filledSettings.map(name => [name, `{{of_${name}}}`]))
  const { body } = await world.post('/user/assistants/try', anAssistant(texts))
  expect(body.warnings).toHaveLength(filledSettings.length)
})

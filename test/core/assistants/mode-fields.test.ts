import { describe, expect, it } from 'vitest'
import { anAssistant, startWorld } from '../../support/world'

const multimodal = { mode: 'multimodal', llm_model_id: null, multimodal_model_id: 21, voice_id: 11 }

describe.each([
  ['fillers', false],
  ['allow_interruptions', true],
  ['knowledgebase_mode', 'function_call'],
])('null for %s', (field, neutral) => {
  it('null gives the default in a mode that does not have the field', async () => {
    const world = await startWorld()
    const made = await world.post('/user/assistant', anAssistant({ ...multimodal, [field]: null }))
    expect(made.status).toBe(201)
    const { id } = made.body.data
    expect((await world.put(`/user/assistant/${id}`, { [field]: null })).status).toBe(200)
    expect((await world.get(`/user/assistant/${id}`)).body[field]).toBe(neutral)
  })

  it('null is refused in the mode that has the field', async () => {
    const world = await startWorld()
    const made = await world.post('/user/assistant', anAssistant({ [field]: null }))
    expect([made.status, Object.keys(made.body.errors)]).toEqual([422, [field]])
  })
})

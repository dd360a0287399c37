import { expect, it } from 'vitest'
import { aKnowledgeBase } from '../../support/api'
import { given, startWorld } from '../../support/world'

it('a knowledge base that is too large for the instructions is searched instead', async () => {
  const world = await startWorld()
  const knowledgebase_id = aKnowledgeBase(world)
  const { finish } = await import('../../../src/main/core/knowledge/indexing')
  const added = world.db
    .prepare(
      "INSERT INTO documents (knowledgebase_id, name, description, type, file, created_at, updated_at) VALUES (?, 'd', '', 'txt', 'f', 0, 0)",
    )
    .run(knowledgebase_id)
  const passages = Array.from({ length: 150 }, (_, i) => ({
    text: `fact ${i}`,
    heading: null,
    title: null,
    url: null,
    page: null,
    words: { heading: '', text: `fact ${i}` },
  }))
  finish(world.service.context, Number(added.lastInsertRowid), passages, [])
  const assistant_id = await given.assistant(world, { knowledgebase_id, knowledgebase_mode: 'prompt' })
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('24') })
  const { brief } = world.db.prepare('SELECT brief FROM call_briefs').get() as { brief: string }
  expect(JSON.parse(brief)).toMatchObject({ shared: { knowledgebaseId: knowledgebase_id } })
  expect(brief).toContain('fact 99')
})

it('a call keeps how its assistant hears and speaks, with the codes of the providers', async () => {
  const world = await startWorld()
  const assistant_id = await given.assistant(world, {
    synthesizer_provider_id: 3,
    transcriber_provider_id: 21,
    speech_speed: 1.1,
    fillers: true,
    filler_config: { neutral: ['One moment.'] },
    endpoint_type: 'ai',
    min_interrupt_words: 2,
    ambient_sound: 'cafe',
    ambient_sound_volume: 0.3,
  })
  await world.post('/user/make_call', { assistant_id, phone_number: given.number('25') })
  const { brief } = world.db.prepare('SELECT brief FROM call_briefs').get() as { brief: string }
  expect(JSON.parse(brief).sound).toEqual({
    isIncoming: false,
    synthesizer: 'cartesia',
    transcriber: 'deepgram',
    otherLanguages: [],
    speed: 1.1,
    stability: 0.7,
    similarity: 0.5,
    emotion: true,
    fillers: { neutral: ['One moment.'] },
    noiseCancellation: true,
    endpoint: { by: 'ai', sensitivity: 0.5 },
    interrupt: { sensitivity: 0.5, words: 2 },
    ambient: { sound: 'cafe', volume: 0.3 },
  })
})

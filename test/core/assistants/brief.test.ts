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

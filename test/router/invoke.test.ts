import { readFileSync } from 'node:fs'
import { type ClientContext, type ClientLink, createORPCClient, isDefinedError, ORPCError, safe } from '@orpc/client'
import { expect, it } from 'vitest'
import { packFiles } from '../../src/contract/bridge'
import { DOCUMENT_BYTES } from '../../src/contract/knowledgebases'
import { createInvoke } from '../../src/main/router/invoke'
import type { Client } from '../../src/renderer/api/client'
import { anAssistant, startWorld } from '../support/world'

/** The typed client over the in-process door, with the clone in between that a window's channel makes. */
async function inProcess() {
  const world = await startWorld()
  const bugs: unknown[] = []
  const invoke = createInvoke(world.service.router, error => bugs.push(error))
  class Link implements ClientLink<ClientContext> {
    async call(path: readonly string[], input: unknown) {
      const reply = structuredClone(await invoke(path, structuredClone(await packFiles(input)), { userId: 1 }))
      if (reply.ok) return reply.output
      throw new ORPCError(reply.error.code, reply.error)
    }
  }
  return { world, bugs, client: createORPCClient<Client>(new Link()) }
}

it('a call in the process is answered as a request over HTTP', async () => {
  const { world, client } = await inProcess()
  const made = await client.assistants.create(anAssistant() as never)
  expect(made.data).toMatchObject({ name: 'Anna', status: 'inactive' })
  expect(await client.assistants.get({ id: made.data.id })).toEqual(
    (await world.get(`/user/assistant/${made.data.id}`)).body,
  )
  expect(await client.leads.list({})).toMatchObject({ per_page: 15, total: 0 })
})

it('errors of the contract are typed, with every error on its field', async () => {
  const { client, bugs } = await inProcess()
  const [invalid] = await safe(client.assistants.create(anAssistant({ name: '', voice_id: 999 }) as never))
  expect(isDefinedError(invalid) && invalid.code === 'INVALID' && invalid.data?.errors).toEqual({
    name: ['The name field is required.'],
    voice_id: ['The voice_id field is not a known voice.'],
  })
  const [missing] = await safe(client.assistants.get({ id: 12345 }))
  expect(isDefinedError(missing) && missing.code).toBe('NOT_FOUND')
  expect(bugs).toEqual([])
})

it('a bug is logged and not shown to the caller', async () => {
  const { world, client, bugs } = await inProcess()
  world.db.prepare('DROP TABLE payment_methods').run()
  const [error] = await safe(client.account.listPaymentMethods({}))
  expect((error as Error).message).toBe('Something went wrong.')
  expect(String(bugs[0])).toContain('payment_methods')
})

it('an operation that the contract does not have is refused', async () => {
  const { world } = await inProcess()
  const invoke = createInvoke(world.service.router, () => {})
  for (const path of [['assistants', 'fly'], ['__proto__'], ['assistants'], []])
    expect(await invoke(path, {}, { userId: 1 })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
})

it('files can be sent, although the channel itself cannot clone them', async () => {
  const { world, client } = await inProcess()
  const base = (await client.knowledgebases.create({ name: 'Prices' })).data.id
  const file = new File([Buffer.from('Grüße')], 'Preise.txt', { type: 'text/plain' })
  const { data } = await client.documents.create({ id: base, name: 'Prices', type: 'txt', file })
  expect(data).toMatchObject({ name: 'Prices', status: 'processing' })
  const { documents } = world.service.context
  expect(readFileSync(documents.path(documents.names()[0]!), 'utf8')).toBe('Grüße')
  const large = new File([Buffer.alloc(DOCUMENT_BYTES + 1)], 'x.txt')
  const [error] = await safe(client.documents.create({ id: base, name: 'x', type: 'txt', file: large }))
  expect(isDefinedError(error) && error.code === 'INVALID' && error.data?.errors).toEqual({
    file: ['The file field must not be larger than 20 MB.'],
  })
})

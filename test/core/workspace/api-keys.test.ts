import { describe, expect, it } from 'vitest'
import { expectInvalid, expectMessage, ISO, UNKNOWN } from '../../support/api'
import { startWorld } from '../../support/world'

describe('API keys', () => {
  it('a key is shown once, works, and is revoked', async () => {
    const world = await startWorld()
    const { status, body } = await world.post('/user/api-keys', { name: 'n8n' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: 'n8n', key: expect.stringMatching(/^cw_/), last_used_at: null })
    const asThem = () =>
      world.request('GET', '/user/me', undefined, { headers: { authorization: `Bearer ${body.data.key}` } })
    expect((await asThem()).status).toBe(200)
    const list = (await world.get('/user/api-keys')).body
    expect(list).toHaveLength(2)
    expect(list[0]).toEqual({
      id: body.data.id,
      name: 'n8n',
      hint: body.data.key.slice(0, 8),
      created_at: expect.stringMatching(ISO),
      last_used_at: expect.stringMatching(ISO),
    })
    expect(JSON.stringify(list)).not.toContain(body.data.key)
    expectMessage(await world.delete(`/user/api-keys/${body.data.id}`), 200)
    expect((await asThem()).status).toBe(401)
    expectMessage(await world.delete(`/user/api-keys/${body.data.id}`), 404)
    expectMessage(await world.delete(`/user/api-keys/${UNKNOWN}`), 404)
  })

  it('a key needs a name of up to 255 characters', async () => {
    const world = await startWorld()
    for (const name of [undefined, '', ' ', 'x'.repeat(256), 5])
      expectInvalid(await world.post('/user/api-keys', { name }), 'name')
    expect((await world.post('/user/api-keys', { name: 'x'.repeat(255) })).status).toBe(201)
  })
})

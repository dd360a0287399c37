import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aNumber, expectInvalid, expectTwice, ISO, UNKNOWN, withoutChange } from '../../support/api'
import { numberOf } from '../../support/numbers'
import { startWorld, type TestWorld } from '../../support/world'

const path = '/user/phone-numbers/sip-trunks'
const aTrunk = (over: object = {}) => ({
  sip_trunk_type: 'number',
  phone_number: '+12125550190',
  sip_username: 'desk',
  sip_password: 'pa55 word',
  sip_address: 'sip.example.com',
  ...over,
})
const anExtension = (over: object = {}) =>
  aTrunk({ sip_trunk_type: 'extension', phone_number: '101', country_code: 'IT', ...over })
const create = (world: TestWorld, over: object = {}) => world.post(path, aTrunk(over))
const created = async (world: TestWorld, over: object = {}): Promise<number> => (await create(world, over)).body.data.id

describe('creating a SIP trunk', () => {
  it('create answers 201 with the whole trunk without its password', async () => {
    const world = await startWorld()
    const { status, body } = await create(world, { nickname: 'Office' })
    expect(status).toBe(201)
    expect(body).toEqual({
      message: expect.any(String),
      data: {
        id: expect.any(Number),
        sip_trunk_type: 'number',
        phone_number: '+12125550190',
        nickname: 'Office',
        sip_username: 'desk',
        has_password: true,
        sip_address: 'sip.example.com',
        sip_calling_format: '+e164',
        inbound_authorization_type: 'auth',
        allowed_inbound_ips: [],
        country_code: 'US',
        transport: 'udp',
        srtp: 'off',
        register: true,
        state: { status: 'off', since: expect.stringMatching(ISO), reason: expect.any(String), local_address: null },
        outbound_proxy: null,
        inbound_trunk_id: expect.any(String),
        outbound_trunk_id: expect.any(String),
        created_at: expect.stringMatching(ISO),
        updated_at: expect.stringMatching(ISO),
      },
    })
    expect((await world.get(`${path}/${body.data.id}`)).body).toEqual({ data: body.data })
    expect((await world.get(path)).body).toEqual({ data: [body.data] })
  })

  it('a trunk makes a number of type sip that an assistant can use', async () => {
    const world = await startWorld()
    const id = await created(world, { nickname: 'Office' })
    expect(await numberOf(world, id)).toMatchObject({
      phone_number: '+12125550190',
      country_code: 'US',
      type: 'sip',
      type_label: 'SIP',
      sms_capable: false,
      has_active_subscription: true,
      nickname: 'Office',
      status: 'active',
      price: null,
    })
    expect((await world.get('/user/assistants/phone-numbers?type=inbound')).body).toMatchObject([{ id }])
    expect((await world.get('/user/phone-numbers')).body.data).toEqual([])
  })

  it('a trunk may have an extension, which has no country', async () => {
    const world = await startWorld()
    const { status, body } = await world.post(path, anExtension())
    expect([status, body.data.phone_number, body.data.country_code]).toEqual([201, '101', 'IT'])
    expectInvalid(await world.post(path, anExtension({ country_code: undefined })), 'country_code')
    expectInvalid(await world.post(path, anExtension({ phone_number: '+12125550191' })), 'phone_number')
    // Two phone systems may both have an extension 101.
    expect((await world.post(path, anExtension({ sip_address: 'pbx.example.com' }))).status).toBe(201)
  })

  it('a trunk accepts every field', async () => {
    const world = await startWorld()
    const fields = {
      sip_address: '203.0.113.7:5080',
      sip_calling_format: 'national',
      inbound_authorization_type: 'ip',
      allowed_inbound_ips: ['203.0.113.7', '2001:db8::1', '198.51.100.0/24', '2001:db8::/32'],
      country_code: 'CA',
      outbound_proxy: '[2001:db8::5]:5061',
      sip_username: null,
      sip_password: null,
    }
    const { body } = await create(world, fields)
    const { sip_password: _, ...shown } = fields
    expect(body.data).toMatchObject({ ...shown, has_password: false })
  })

  it('the password is stored encrypted and is never answered', async () => {
    const world = await startWorld()
    const id = await created(world, { sip_password: 'never-in-the-open' })
    await world.put(`${path}/${id}`, { nickname: 'Office' })
    for (const answer of [
      await world.get(path),
      await world.get(`${path}/${id}`),
      await world.get('/user/phone-numbers/all'),
    ])
      expect(JSON.stringify(answer.body)).not.toContain('never-in-the-open')
    await world.stop()
    for (const name of readdirSync(world.dir).filter(name => name.startsWith('callwright.db')))
      expect(readFileSync(join(world.dir, name)).includes('never-in-the-open')).toBe(false)
  })

  it.each<[string, unknown]>([
    ['sip_trunk_type', undefined],
    ['sip_trunk_type', 'trunk'],
    ['phone_number', undefined],
    ['phone_number', ''],
    ['phone_number', '101'],
    ['phone_number', '+1'],
    ['phone_number', 5],
    ['sip_address', undefined],
    ['sip_address', ''],
    ['sip_address', 'two words'],
    ['sip_address', 'http://sip.example.com'],
    ['sip_address', 'sip.example.com:port'],
    ['sip_address', `${'x'.repeat(256)}`],
    ['sip_calling_format', '00e164'],
    ['inbound_authorization_type', 'none'],
    ['allowed_inbound_ips', '203.0.113.7'],
    ['allowed_inbound_ips.0', ['host.example.com']],
    ['allowed_inbound_ips.1', ['203.0.113.7', '203.0.113.0/33']],
    ['country_code', 'USA'],
    ['country_code', 'XX'],
    ['nickname', 'x'.repeat(51)],
    ['sip_username', undefined],
    ['sip_username', 'xy'],
    ['sip_username', 'x'.repeat(129)],
    ['sip_password', null],
    ['sip_password', 'xy'],
    ['sip_password', 'x'.repeat(256)],
    ['outbound_proxy', 'a b'],
  ])('a trunk with %s = %j is refused', async (field, value) => {
    const world = await startWorld()
    const name = field.split('.')[0]!
    expectInvalid(await withoutChange(world, () => create(world, { [name]: value })), field)
  })

  it('a nickname has up to 50 characters and a trunk up to 50 addresses', async () => {
    const world = await startWorld()
    const ips = (n: number) => Array.from({ length: n }, (_, i) => `203.0.113.${i}`)
    expectInvalid(await create(world, { allowed_inbound_ips: ips(51) }), 'allowed_inbound_ips')
    const { status } = await create(world, { nickname: 'x'.repeat(50), allowed_inbound_ips: ips(50) })
    expect(status).toBe(201)
  })

  it('authentication by address needs addresses, and an extension needs its registration fields', async () => {
    const world = await startWorld()
    expectInvalid(await create(world, { inbound_authorization_type: 'ip' }), 'allowed_inbound_ips')
    const byIp = { inbound_authorization_type: 'ip', allowed_inbound_ips: ['203.0.113.7'] }
    const bare = { sip_username: undefined, sip_password: undefined }
    expectInvalid(await world.post(path, anExtension({ ...byIp, ...bare })), 'sip_password', 'sip_username')
    expect((await create(world, { ...byIp, ...bare })).status).toBe(201)
  })

  it('all field errors are reported at once', async () => {
    const world = await startWorld()
    const answer = await world.post(path, { sip_trunk_type: 'number', phone_number: 'x' })
    expectInvalid(answer, 'phone_number', 'sip_address', 'sip_password', 'sip_username')
    expectInvalid(
      await world.post(path, {}),
      'phone_number',
      'sip_address',
      'sip_password',
      'sip_trunk_type',
      'sip_username',
    )
  })

  it('a number that this desk has already is 422', async () => {
    const world = await startWorld()
    aNumber(world, { user: world.other().id, number: '+12125550190' })
    expectInvalid(await withoutChange(world, () => create(world)), 'phone_number')
  })
})

describe('updating a SIP trunk', () => {
  it('an update keeps the fields that it does not give, the password too', async () => {
    const world = await startWorld()
    const id = await created(world)
    const before = (await world.get(`${path}/${id}`)).body.data
    const { status, body } = await world.put(`${path}/${id}`, { sip_calling_format: 'e164', nickname: 'Desk' })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...before,
      sip_calling_format: 'e164',
      nickname: 'Desk',
      updated_at: expect.any(String),
    })
    const sealed = world.db.prepare('SELECT password FROM sip_trunks').pluck().get() as string
    expect(world.service.context.secrets.open(sealed)).toBe('pa55 word')
    await world.put(`${path}/${id}`, { sip_password: 'new' })
    const resealed = world.db.prepare('SELECT password FROM sip_trunks').pluck().get() as string
    expect(world.service.context.secrets.open(resealed)).toBe('new')
  })

  it('a new number changes the country', async () => {
    const world = await startWorld()
    const id = await created(world)
    const { body } = await world.put(`${path}/${id}`, { phone_number: '+390612345624' })
    expect(body.data).toMatchObject({ phone_number: '+390612345624', country_code: 'IT' })
    expect(await numberOf(world, id)).toMatchObject({ phone_number: '+390612345624', country_code: 'IT' })
    expect((await world.put(`${path}/${id}`, { phone_number: '+390612345624' })).status).toBe(200)
  })

  it('an update validates the whole record', async () => {
    const world = await startWorld()
    const id = await created(world)
    const put = (body: object) => withoutChange(world, () => world.put(`${path}/${id}`, body))
    expectInvalid(await put({ inbound_authorization_type: 'ip' }), 'allowed_inbound_ips')
    expectInvalid(await put({ sip_password: null }), 'sip_password')
    expectInvalid(await put({ sip_username: null, sip_address: '' }), 'sip_address', 'sip_username')
    expectInvalid(await put({ sip_trunk_type: 'extension' }), 'phone_number')
  })

  it('a number that is no trunk is 404', async () => {
    const world = await startWorld()
    for (const id of [aNumber(world), UNKNOWN]) {
      expectTwice(await world.get(`${path}/${id}`), 404)
      expectTwice(await world.put(`${path}/${id}`, { nickname: 'x' }), 404)
    }
  })
})

it('deleting the number deletes the trunk', async () => {
  const world = await startWorld()
  const id = await created(world)
  expect((await world.delete(`/user/phone-numbers/${id}`)).status).toBe(200)
  expectTwice(await world.get(`${path}/${id}`), 404)
  expect(world.count('sip_trunks')).toBe(0)
  expect((await create(world)).status).toBe(201)
})

describe('a trunk whose address changes', () => {
  const password = (world: TestWorld) => {
    const { password: sealed } = world.db.prepare('SELECT password FROM sip_trunks').get() as {
      password: string | null
    }
    return sealed === null ? null : world.service.context.secrets.open(sealed)
  }

  it.each([{ sip_address: 'sip.evil.example' }, { outbound_proxy: 'sip.evil.example' }])(
    'the password does not go where it was not given for: %o',
    async change => {
      const world = await startWorld()
      const id = await created(world)
      expectInvalid(await world.put(`${path}/${id}`, change), 'sip_password')
      expect(password(world)).toBe('pa55 word')
      expect((await world.put(`${path}/${id}`, { ...change, sip_password: 'another' })).status).toBe(200)
      expect(password(world)).toBe('another')
      const byIp = { inbound_authorization_type: 'ip', allowed_inbound_ips: ['192.0.2.1'] }
      await world.put(`${path}/${id}`, byIp)
      expect(password(world)).toBe('another')
      await world.put(`${path}/${id}`, { sip_address: 'sip.third.example' })
      expect(password(world)).toBeNull()
      expect((await world.get(`${path}/${id}`)).body.data.has_password).toBe(false)
    },
  )

  it('the same address again, or one without the proxy, keeps the password', async () => {
    const world = await startWorld()
    const id = await created(world, { outbound_proxy: 'proxy.example.com' })
    for (const change of [{ sip_address: 'sip.example.com' }, { outbound_proxy: null }, { nickname: 'Office' }])
      expect((await world.put(`${path}/${id}`, change)).status).toBe(200)
    expect(password(world)).toBe('pa55 word')
  })
})

describe('a SIP trunk as the hosted service documents it', () => {
  it('the same number, user and address a second time is 409 with error and message', async () => {
    const world = await startWorld()
    await create(world)
    expectTwice(await withoutChange(world, () => create(world, { nickname: 'Again' })), 409)
    expectTwice(await withoutChange(world, () => create(world, { sip_address: 'SIP.example.com' })), 409)
    expect((await world.post(path, anExtension())).status).toBe(201)
    expectTwice(await world.post(path, anExtension()), 409)
    const { id } = (await world.post(path, anExtension({ sip_username: 'other' }))).body.data
    expectTwice(await withoutChange(world, () => world.put(`${path}/${id}`, { sip_username: 'desk' })), 409)
    expect((await world.put(`${path}/${id}`, { sip_username: 'other' })).status).toBe(200)
    // Faults of the form are told first.
    expectInvalid(await create(world, { nickname: 'x'.repeat(51) }), 'nickname')
  })

  it('going back to auth clears the addresses', async () => {
    const world = await startWorld()
    const byIp = { inbound_authorization_type: 'ip', allowed_inbound_ips: ['203.0.113.7'] }
    const id = await created(world, byIp)
    const { body } = await world.put(`${path}/${id}`, { inbound_authorization_type: 'auth' })
    expect(body.data).toMatchObject({ inbound_authorization_type: 'auth', allowed_inbound_ips: [] })
    await world.put(`${path}/${id}`, byIp)
    const whole = (await world.get(`${path}/${id}`)).body.data
    const back = await world.put(`${path}/${id}`, { ...whole, inbound_authorization_type: 'auth' })
    expect(back.body.data.allowed_inbound_ips).toEqual([])
  })

  it('outbound_proxy may be true or false, also as 1 and 0', async () => {
    const world = await startWorld()
    const id = await created(world, { outbound_proxy: true })
    for (const [given, stored] of [
      [true, true],
      [0, false],
      [1, true],
      ['proxy.example.com', 'proxy.example.com'],
      [null, null],
    ])
      expect(
        (await world.put(`${path}/${id}`, { outbound_proxy: given, sip_password: 'pa55 word' })).body.data
          .outbound_proxy,
      ).toBe(stored)
  })

  it.each(['7', 'reception', 'desk-1.a_B', 'x'.repeat(15)])('the extension %s is good', async phone_number => {
    const world = await startWorld()
    expect((await world.post(path, anExtension({ phone_number }))).body.data).toMatchObject({ phone_number })
  })

  it.each(['', 'x'.repeat(16), 'two words', 'a@b', '+7', 'é'])('the extension %j is 422', async phone_number => {
    const world = await startWorld()
    expectInvalid(await world.post(path, anExtension({ phone_number })), 'phone_number')
  })

  it('user names have 3 to 128 characters, passwords from 3, and the country may be in lower case', async () => {
    const world = await startWorld()
    for (const sip_username of ['abc', 'x'.repeat(128)]) {
      const over = { sip_username, sip_password: 'abc', country_code: 'it' }
      expect((await world.post(path, anExtension(over))).body.data).toMatchObject({ sip_username, country_code: 'IT' })
    }
  })
})

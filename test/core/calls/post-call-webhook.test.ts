import { describe, expect, it, vi } from 'vitest'
import { expectInvalid, recorded } from '../../support/api'
import { raw } from '../../support/raw'
import type { Received } from '../../support/receiver'
import { withWebhook } from '../../support/webhook'
import { given, MINUTE, SECOND } from '../../support/world'

const bodyOf = (received: Received | undefined) => JSON.parse(received!.body)

describe('the post-call webhook', () => {
  it('the webhook describes the call', async () => {
    const { world, receiver, call } = await withWebhook(undefined, {
      variables: { name: 'nobody', city: 'Rome' },
      initial_message: 'Hello {{ name }}.',
      post_call_schema: [{ name: 'agreed', type: 'bool', description: 'Whether they agreed' }],
    })
    const id = await call('24', { variables: { name: 'Bob' } })
    await world.advance(5 * MINUTE)
    expect(receiver.received).toHaveLength(1)
    const body = bodyOf(receiver.received[0])
    expect(body).toMatchObject({
      id,
      assistant_phone: null,
      status: 'completed',
      input_variables: { name: 'Bob', city: 'Rome' },
      recording_url: null,
    })
    expect(Object.keys(body.extracted_variables).sort()).toEqual(['agreed', 'status', 'summary'])
    expect(body.transcript).toMatch(/^Customer: Hello\?\nAI: Hello Bob\.\nCustomer: /)
    expect(body.transcript_items.at(-1)).toMatchObject({ sender: 'bot' })
    expect(body.created_at).toMatch(/^2026-01-05T09:00:00\.000000Z$/)
    expect(body.formatted_transcript).toBe(body.transcript)
    expect(body).toMatchObject({ lead: null, campaign: null })
    expect((await world.get(`/user/calls/${id}`)).body).toMatchObject({
      webhook_response: {},
      deliveries: [{ status: 'delivered', tries: 1 }],
    })
  })

  it('the webhook of a campaign call has the lead as it is after the call, and the campaign', async () => {
    const { world, receiver, assistant } = await withWebhook()
    const campaign = await given.campaign(world, { assistant_id: assistant })
    const lead = await given.lead(world, campaign, { ending: '24' })
    await given.started(world, campaign)
    await world.advance(5 * MINUTE)
    expect(bodyOf(receiver.received[0])).toMatchObject({
      lead: { id: lead, status: 'completed', created_at: '2026-01-05 09:00:00' },
      campaign: { id: campaign, name: 'Campaign', max_retries: 3, allowed_hours_start_time: '00:00:00' },
    })
  })

  it.each([
    ['01', false],
    ['02', false],
    ['03', false],
    ['04', true],
    ['05', true],
    ['08', true],
    ['24', true],
  ])('with send_webhook_only_on_completed, a call to %s sends the webhook: %s', async (ending, sent) => {
    const { world, receiver, call } = await withWebhook(undefined, { send_webhook_only_on_completed: true })
    await call(ending)
    await world.advance(15 * MINUTE)
    expect(receiver.received).toHaveLength(sent ? 1 : 0)
  })

  it('the webhook has the recording only when the assistant includes it', async () => {
    const { world, receiver, call } = await withWebhook(undefined, { include_recording_in_webhook: false })
    await call('24')
    await world.advance(5 * MINUTE)
    expect(bodyOf(receiver.received[0])).not.toHaveProperty('recording_url')
  })

  it('no webhook is enqueued when it is off', async () => {
    const { world, receiver, call } = await withWebhook(undefined, { is_webhook_active: false })
    await call('24')
    await world.advance(5 * MINUTE)
    expect(receiver.received).toEqual([])
    expect(world.count('deliveries')).toBe(0)
  })

  it('the response of the receiver is stored with the call', async () => {
    const { world, call } = await withWebhook(() => ({ status: 201, body: '{"crm":42}' }))
    const id = await call('24')
    await world.advance(5 * MINUTE)
    expect((await world.get(`/user/calls/${id}`)).body.webhook_response).toEqual({ crm: 42 })
  })

  it.each(['the campaign', 'nothing'])(
    'the webhook of a call has its lead and its campaign, also when %s is deleted while it runs',
    async deleted => {
      const { world, receiver, assistant } = await withWebhook(undefined, { variables: { name: '' } })
      const campaign = await given.campaign(world, { assistant_id: assistant, name: 'Spring', max_retries: 2 })
      const lead = await given.lead(world, campaign, { ending: '07', variables: { name: 'Ada' } })
      await given.started(world, campaign)
      await world.advance(20 * SECOND)
      if (deleted !== 'nothing') expect((await world.delete(`/user/campaign/${campaign}`)).status).toBe(200)
      expect(world.count('leads')).toBe(deleted === 'nothing' ? 1 : 0)
      expect(receiver.received).toEqual([])
      await world.advance(25 * MINUTE)
      expect(receiver.received).toHaveLength(1)
      expect(bodyOf(receiver.received[0])).toMatchObject({
        lead: {
          id: lead,
          variables: { name: 'Ada' },
          phone_number: expect.any(String),
          created_at: expect.any(String),
        },
        campaign: { id: campaign, name: 'Spring', max_retries: 2, allowed_days: { length: 7 } },
      })
      // Then it is no longer needed.
      expect(world.db.prepare('SELECT kept_lead, kept_campaign FROM calls').all()).toEqual([
        { kept_lead: null, kept_campaign: null },
      ])
    },
  )

  it('a link to a recording begins with the public address of the settings, and is answered there', async () => {
    const { world, receiver, call } = await withWebhook(undefined, { record: true })
    const wrong = { public_base_url: 'https://desk.example.com/api?x=1' }
    expectInvalid(await world.put('/user/settings', wrong), 'public_base_url')
    const set = await world.put('/user/settings', { public_base_url: 'https://desk.example.com/api/' })
    expect(set.body.data.public_base_url).toBe('https://desk.example.com/api')
    const id = await call('24')
    const local = new URL(await recorded(world, id))
    expect(local.host).toBe(new URL(world.service.api).host)
    const { recording_url } = await vi.waitFor(() => bodyOf(receiver.received[0]))
    const link = new URL(recording_url)
    expect([link.origin, link.pathname]).toEqual(['https://desk.example.com', local.pathname])
    const asked = (path: string, host: string) =>
      raw(world, path, { method: 'GET', headers: { host } }).then(({ status }) => status)
    expect(await asked(link.pathname + link.search, 'desk.example.com')).toBe(200)
    expect(await asked(link.pathname + link.search, 'evil.example.com')).toBe(403)
    expect(await asked('/api/user/me', 'desk.example.com')).toBe(403)
  })
})

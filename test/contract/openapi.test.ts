import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src/main/http/openapi'
import { UNKNOWN } from '../support/api'
import { startWorld } from '../support/world'
import { type Json, openApi, type Response } from './openapi-document'

const all = () => Object.values(openApi.paths).flatMap(methods => Object.values(methods))

describe('the document', () => {
  it('the service answers the document with its own address', async () => {
    const world = await startWorld()
    const answered = await (await fetch(`${world.service.api}/openapi.json`)).json()
    expect(answered).toEqual(openApiDocument(world.service.api))
  })

  it('the document is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(openApi))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('every operation has a unique id, a summary and a tag', () => {
    const ids = all().map(({ operationId }) => operationId)
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z]+_[a-zA-Z]+$/)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operationId, summary, tags } of all()) {
      expect([operationId, summary]).toEqual([operationId, expect.stringMatching(/^[A-Z].*[^.]$/)])
      expect([operationId, tags]).toEqual([operationId, [expect.stringMatching(/\S/)]])
    }
  })

  it('every reference exists, and every component is referenced', () => {
    const references = [...JSON.stringify(openApi).matchAll(/"\$ref":"([^"]+)"/g)].map(match => match[1]!)
    expect(references.length).toBeGreaterThan(100)
    const at = (pointer: string) =>
      pointer
        .slice(2)
        .split('/')
        .reduce<unknown>(
          (node, key) => (node as Json | undefined)?.[key.replace('~1', '/').replace('~0', '~')],
          openApi,
        )
    for (const reference of references) expect([reference, at(reference)]).toEqual([reference, expect.any(Object)])
    // Events are described in words, since the document cannot describe a stream.
    const unused = Object.keys(openApi.components.schemas).filter(
      name => name !== 'Event' && !references.includes(`#/components/schemas/${name}`),
    )
    expect(unused).toEqual([])
  })

  it('every path parameter is described', () => {
    for (const [path, methods] of Object.entries(openApi.paths))
      for (const { parameters = [] } of Object.values(methods) as { parameters?: { in: string; name: string }[] }[]) {
        const inPath = parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
        expect([path, inPath.sort()]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()])
      }
  })

  it('every body and every answer has a named type', () => {
    for (const { operationId, responses, ...rest } of all()) {
      const { requestBody } = rest as { requestBody?: Response }
      for (const message of [requestBody, ...Object.values(responses)]) {
        const schema = message?.content?.['application/json']?.schema
        if (!schema) continue
        const { $ref, anyOf, items } = schema as { $ref?: string; anyOf?: Json[]; items?: Json }
        const names = [$ref, ...(anyOf ?? []).map(one => one.$ref), items?.$ref].filter(Boolean)
        expect([operationId, names.length > 0]).toEqual([operationId, true])
      }
    }
  })
})

/** The operations as the interface writes them. */
const theInterface = `
POST   /user/assistant
PUT    /user/assistant/{id}
DELETE /user/assistant/{id}
GET    /user/assistants/get
GET    /user/leads
POST   /user/lead
POST   /user/make_call
GET    /user/campaigns
POST   /user/campaigns/update-status
POST   /user/sms
GET    /user/phone-numbers/search
POST   /user/phone-numbers/purchase
GET    /user/phone-numbers/all
GET    /user/knowledgebases
GET    /user/tools`

/** More operations of the hosted service that existing clients use. */
const besides = `
GET    /user/me
GET    /user/assistants/voices
GET    /user/assistants/languages
GET    /user/assistants/models
GET    /user/assistants/synthesizer-providers
GET    /user/assistants/transcriber-providers
GET    /user/assistants/phone-numbers
GET    /user/assistant/{id}
GET    /user/assistants/outbound
GET    /user/assistants
POST   /user/assistants/enable-webhook
POST   /user/assistants/disable-webhook
POST   /user/assistants/enable-inbound-webhook
POST   /user/assistants/disable-inbound-webhook
POST   /user/assistants/enable-conversation-ended-webhook
POST   /user/assistants/disable-conversation-ended-webhook
POST   /user/campaigns
GET    /user/campaigns/{id}
PUT    /user/campaigns/{id}
DELETE /user/campaign/{id}
POST   /user/campaigns/{id}/duplicate
PUT    /user/leads/{id}
DELETE /user/leads/{id}
POST   /user/leads/import
GET    /user/blacklist
POST   /user/blacklist
DELETE /user/blacklist
GET    /user/calls
GET    /user/calls/{id}
DELETE /user/calls/{id}
POST   /user/calls/{id}/hang-up
POST   /user/knowledgebases
GET    /user/knowledgebases/{id}
PUT    /user/knowledgebases/{id}
DELETE /user/knowledgebases/{id}
GET    /user/knowledgebases/{id}/documents
POST   /user/knowledgebases/{id}/documents
GET    /user/knowledgebases/{id}/documents/{documentId}
PUT    /user/knowledgebases/{id}/documents/{documentId}
DELETE /user/knowledgebases/{id}/documents/{documentId}
POST   /user/knowledgebases/{id}/documents/{documentId}/retry
GET    /user/knowledgebases/{id}/search
POST   /user/tools
GET    /user/tools/{id}
PUT    /user/tools/{id}
DELETE /user/tools/{id}
GET    /user/phone-numbers
PUT    /user/phone-numbers/{id}
DELETE /user/phone-numbers/{id}
GET    /user/phone-numbers/sip-trunks
POST   /user/phone-numbers/sip-trunks
GET    /user/phone-numbers/sip-trunks/{id}
PUT    /user/phone-numbers/sip-trunks/{id}
GET    /user/sms
POST   /conversations
POST   /conversations/{uuid}/messages
GET    /conversations/{uuid}
GET    /user/conversations
POST   /user/ai/generate-reply
POST   /automate/conversations/{uuid}/disable-ai
POST   /automate/conversations/{uuid}/enable-ai`

/** Operations of our own. */
const ofOurOwn = `
GET    /user/api-keys
POST   /user/api-keys
DELETE /user/api-keys/{id}
POST   /user/balance/top-up
GET    /user/ledger
GET    /user/payment-methods
POST   /user/payment-methods
DELETE /user/payment-methods/{id}
GET    /user/settings
PUT    /user/settings
POST   /user/settings/providers/{id}/test
GET    /user/dialing
POST   /user/dialing/pause
POST   /user/dialing/resume
POST   /user/dialing/halt
GET    /user/webhook-deliveries
GET    /user/webhook-deliveries/{id}
POST   /user/webhook-deliveries/{id}/redeliver
POST   /user/webhook-deliveries/redeliver-dead
POST   /user/webhook-secret/rotate
POST   /user/webhooks/test
GET    /user/campaigns/{id}/explain
GET    /user/leads/{id}/explain
POST   /user/campaigns/{id}/rehearse
GET    /user/rehearsals/{id}
DELETE /user/rehearsals/{id}
GET    /user/people/{phone_number}
DELETE /user/people/{phone_number}
GET    /user/promised-callbacks
DELETE /user/promised-callbacks/{id}
GET    /user/stats
GET    /user/calls/{id}/waveform
GET    /user/events
POST   /user/simulator/inbound-call
POST   /user/simulator/inbound-sms`

describe('the operations of the document', () => {
  const lines = [theInterface, besides, ofOurOwn].flatMap(list => list.trim().split('\n'))
  it.each(lines.map(line => line.split(/ +/) as [string, string]))('the document has %s %s', (method, path) => {
    expect(Object.keys(openApi.paths)).toContain(path)
    expect(openApi.paths[path]).toHaveProperty(method.toLowerCase())
  })

  it('the document has no operation that the service does not answer', async () => {
    const world = await startWorld()
    for (const [path, methods] of Object.entries(openApi.paths))
      for (const method of Object.keys(methods)) {
        const at = path.replace(/\{uuid\}/, crypto.randomUUID()).replace(/\{\w+\}/g, String(UNKNOWN))
        const abort = new AbortController()
        const headers = { authorization: `Bearer ${world.key}` }
        const init = { method: method.toUpperCase(), headers, signal: abort.signal }
        const { status, headers: answered } = await fetch(world.service.api + at, init)
        expect([path, status]).not.toEqual([path, 405])
        expect([path, answered.get('content-type')]).toEqual([
          path,
          expect.stringMatching(path === '/user/events' ? /event-stream/ : /json/),
        ])
        abort.abort()
      }
  })
})

import { describe, expect, it } from 'vitest'
import { operations } from '../../src/main/http/operations'
import { startWorld } from '../support/world'

interface Reference {
  openapi: string
  servers: object[]
  paths: Record<string, object>
  components: { schemas: object }
}

describe('the reference', () => {
  it('openapi.json needs no key and has every operation, relative to a server URL that ends in /api', async () => {
    const world = await startWorld()
    const response = await fetch(`${world.service.api}/openapi.json`)
    expect(response.status).toBe(200)
    const document = (await response.json()) as Reference
    expect(document.openapi).toMatch(/^3\.1/)
    expect(document.servers).toEqual([{ url: world.service.api }])
    for (const { method, path } of operations()) expect(document.paths[path]).toHaveProperty(method.toLowerCase())
    // Whatever is referred to is there.
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(document.components.schemas).toHaveProperty([name!])
  })

  it('the page and its files need no key', async () => {
    const world = await startWorld()
    for (const [path, type] of [
      ['/docs', /html/],
      ['/docs/swagger-ui.css', /css/],
      ['/docs/swagger-ui-bundle.js', /javascript/],
    ] as const) {
      const response = await fetch(world.service.api + path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(type)
    }
  })
})

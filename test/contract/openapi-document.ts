import { openApiDocument } from '../../src/main/http/openapi'

export type Json = Record<string, unknown>
export interface Response {
  content?: { 'application/json'?: { schema: Json } }
}
export interface Described {
  operationId: string
  summary: string
  tags: string[]
  responses: Record<string, Response>
}
export interface Document extends Json {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Json> }
}

/** The document, as the service gives it to clients. */
export const openApi = openApiDocument('http://127.0.0.1:4620/api') as Document

import type { ServerResponse } from 'node:http'
import type { Event } from '../../contract/events'
import type { Context } from '../core/kernel/context'
import { ServiceError } from '../core/kernel/errors'

/** How many streams one API key, or one session of the console, may have open. */
export const STREAMS_AT_MOST = 16
/** When a client that was refused may try again, s. */
const RETRY_AFTER = 5
/** How long events are collected before they are sent together, ms. */
const COLLECT = 20
/** How often the keys are checked while nothing happens, ms. A key may also be revoked by the command line. */
const CHECK_EVERY = 1000
/** A comment is sent after so many checks, so that no proxy closes the stream as idle. */
const COMMENT_EVERY = 15
/** How much may wait for a slow reader, bytes. Above that its stream is cut off; the reader then loads the lists again. */
export const UNREAD_AT_MOST = 1024 * 1024

/** An event as server-sent event (HTML Standard, 9.2): for REST, and as oRPC's client for `/rpc` reads it. */
const forms = {
  rest: (event: Event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  rpc: (event: Event) => `event: message\ndata: {"json":${JSON.stringify(event)}}\n\n`,
}

/** Who reads a stream. */
export interface Reader {
  userId: number
  /** The key or session. */
  holder: string
  /** Whether the key or session is still valid. */
  isGood: () => boolean
  form: keyof typeof forms
}

export interface EventStreams {
  /** Sends the reader's events until one of both sides ends. Throws `too_many_requests`. */
  open(response: ServerResponse, reader: Reader): void
  /** Ends all streams. */
  close(): void
}

/**
 * The event streams of the HTTP port. However many there are, an event is written as text once for each form, and a key is
 * checked once for all events that are sent together.
 */
export function createEventStreams({ bus }: Pick<Context, 'bus'>): EventStreams {
  const streams = new Map<ServerResponse, Reader>()
  let collected: { event: Event; userId: number }[] = []
  let sending: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined
  let checks = 0
  const off = bus.on((event, userId) => {
    if (streams.size === 0) return
    collected.push({ event, userId })
    sending ??= setTimeout(send, COLLECT)
  })

  function send() {
    sending = undefined
    const now = collected
    collected = []
    const texts = new Map<string, Buffer>()
    const textFor = ({ userId, form }: Reader) => {
      const key = `${form} ${userId}`
      let text = texts.get(key)
      if (!text) {
        const own = now.filter(one => one.userId === userId)
        texts.set(key, (text = Buffer.from(own.map(one => forms[form](one.event)).join(''))))
      }
      return text
    }
    for (const [response, reader] of good()) {
      const text = textFor(reader)
      if (text.length > 0) write(response, text)
    }
  }

  function check() {
    const comment = ++checks % COMMENT_EVERY === 0
    for (const [response] of good()) if (comment) write(response, ':\n\n')
  }

  /** The streams whose reader may still read; the others end. */
  function good() {
    const known = new Map<string, boolean>()
    return [...streams].filter(([response, { holder, isGood }]) => {
      if (!known.has(holder)) known.set(holder, isGood())
      if (known.get(holder)) return true
      end(response)
      return false
    })
  }

  function write(response: ServerResponse, text: Buffer | string) {
    if (response.writableLength <= UNREAD_AT_MOST) response.write(text)
    else end(response)
  }

  /** Ends a stream. What its reader has not read yet is not waited for. */
  function end(response: ServerResponse) {
    streams.delete(response)
    if (response.writableLength > 0) response.destroy()
    else response.end()
  }

  return {
    open(response, reader) {
      const open = [...streams.values()].filter(({ holder }) => holder === reader.holder).length
      if (open >= STREAMS_AT_MOST)
        throw new ServiceError(
          'too_many_requests',
          `There are ${STREAMS_AT_MOST} event streams open already. Close one, or try again in ${RETRY_AFTER} s.`,
          { extra: { retry_after: RETRY_AFTER } },
        )
      streams.set(response, reader)
      checking ??= setInterval(check, CHECK_EVERY)
      response.on('close', () => {
        streams.delete(response)
        if (streams.size > 0) return
        clearInterval(checking)
        checking = undefined
      })
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      response.write(': connected\n\n')
    },
    close() {
      off()
      clearTimeout(sending)
      clearInterval(checking)
      for (const response of streams.keys()) end(response)
    },
  }
}

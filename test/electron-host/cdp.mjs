// A client of Chromium's DevTools protocol over Node's own WebSocket, with flat sessions.
import { EventEmitter } from 'node:events'

export async function connect(url) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`electron-host: cannot reach ${url}`))
  })
  let last = 0
  const waiting = new Map()
  // A debugger, which is what a test's evaluate is, runs its code between any two steps of other code, also in the
  // middle of a write, and bytes that it writes there are lost. So only this function writes, from the event loop.
  const unsent = []
  const write = () => {
    while (unsent.length > 0) {
      socket.send(unsent[0])
      unsent.shift()
    }
  }
  const sessions = new Map()

  function makeSession(sessionId) {
    const send = (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject, method })
        if (unsent.push(JSON.stringify({ id, method, params, sessionId })) === 1) setImmediate(write)
      })
    return Object.assign(new EventEmitter(), { send })
  }
  const root = makeSession(undefined)
  root.session = id => sessions.get(id) ?? sessions.set(id, makeSession(id)).get(id)

  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (!message.id) {
      const session = message.sessionId ? root.session(message.sessionId) : root
      session.emit(message.method, message.params)
      return
    }
    const { resolve, reject, method } = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) reject(new Error(`${method}: ${message.error.message}`))
    else resolve(message.result)
  }
  socket.onclose = () => {
    for (const { reject } of waiting.values()) reject(new Error('electron-host: Chromium is gone'))
    root.emit('closed')
  }
  return root
}

// What runs in the page, sent there as source text: so each function uses nothing from around it.

/**
 * What an ipc channel carries here: plain data. Electron clones more (dates, maps, bytes); where the app comes to use
 * that, this says so.
 */
export function makeWire() {
  function check(value) {
    if (value === null || ['string', 'boolean', 'undefined'].includes(typeof value)) return
    if (typeof value === 'number' && Number.isFinite(value)) return
    const isPlain = Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]'
    if (!isPlain) throw new Error(`electron-host: a channel that carries ${typeof value} ${value} is not emulated`)
    for (const part of Object.values(value)) check(part)
  }
  return {
    pack(args) {
      let cloned
      try {
        cloned = structuredClone(args)
      } catch {
        throw new Error('An object could not be cloned.')
      }
      check(cloned)
      return JSON.stringify(cloned.map(arg => [arg]))
    },
    // An argument that is undefined has become [null] by JSON; an operation without input is all that this touches.
    unpack: text => JSON.parse(text).map(([arg]) => arg ?? undefined),
  }
}

/**
 * contextBridge: runs once in the page's own world and once in the preload script's. The two talk by synchronous DOM
 * events on the window that they share; Chromium clones their detail, so that data and stand-ins for functions cross
 * and nothing else, which is what Electron promises.
 */
export function makeBridge(me, other, secret) {
  const functions = new Map()
  const pending = new Map()
  let last = 0
  let answer
  const fire = window.dispatchEvent.bind(window)
  const Message = CustomEvent
  const say = detail => fire(new Message(secret + other, { detail }))

  function pack(value) {
    if (typeof value === 'function') {
      const id = me + ++last
      functions.set(id, value)
      return { function: id }
    }
    if (value instanceof Promise) {
      const id = me + ++last
      const settle = (ok, result) => say({ type: 'settle', id, ok, value: pack(result) })
      value.then(result => settle(true, result)).catch(error => settle(false, error))
      return { promise: id }
    }
    if (value instanceof Error) return { error: value.message }
    if (Array.isArray(value)) return { array: value.map(pack) }
    if (Object.prototype.toString.call(value) === '[object Object]')
      return { object: Object.entries(value).map(([key, part]) => [key, pack(part)]) }
    return { value: structuredClone(value) }
  }
  function unpack(packed) {
    if ('function' in packed) return (...args) => call(packed.function, args)
    if ('promise' in packed)
      return new Promise((resolve, reject) => pending.set(packed.promise, { true: resolve, false: reject }))
    if ('error' in packed) return new Error(packed.error)
    if ('array' in packed) return packed.array.map(unpack)
    if ('object' in packed) return Object.fromEntries(packed.object.map(([key, part]) => [key, unpack(part)]))
    return packed.value
  }
  /** Events are synchronous: when `say` returns, the other world has run what was asked, and said its answer. */
  function ask(message) {
    answer = undefined
    say(message)
    if (!answer) throw new Error('electron-host: the other world did not answer')
    const { ok, value } = answer
    if (ok) return unpack(value)
    throw unpack(value)
  }
  const call = (id, args) => ask({ type: 'call', id, args: args.map(pack) })
  function answerWith(work) {
    let reply
    try {
      reply = { type: 'answer', ok: true, value: pack(work()) }
    } catch (error) {
      reply = { type: 'answer', ok: false, value: pack(error instanceof Error ? error : new Error(String(error))) }
    }
    say(reply)
  }
  function freeze(value) {
    if (value && typeof value === 'object') for (const part of Object.values(value)) freeze(part)
    return Object.freeze(value)
  }

  window.addEventListener(secret + me, event => {
    event.stopImmediatePropagation()
    const message = event.detail
    if (message.type === 'answer') answer = message
    if (message.type === 'call') answerWith(() => functions.get(message.id)(...message.args.map(unpack)))
    if (message.type === 'settle') pending.get(message.id)[message.ok](unpack(message.value))
    if (message.type === 'expose')
      answerWith(() => {
        if (Object.hasOwn(window, message.key))
          throw new Error('Cannot bind an API on top of an existing property on the window object')
        Object.defineProperty(window, message.key, { value: freeze(unpack(message.value)), enumerable: true })
      })
  })
  return { expose: (key, api) => ask({ type: 'expose', key, value: pack(api) }) }
}

/** What a sandboxed preload script finds: a `require` that knows `electron` only. `send` is Chromium's binding. */
export function makePreload(bridge, wire, send) {
  const listeners = new Map()
  const waiting = new Map()
  let last = 0
  const strict = (name, api) =>
    new Proxy(api, {
      get(target, key) {
        if (key in target || typeof key === 'symbol') return target[key]
        throw new Error(`electron-host: ${name}.${key} is not emulated`)
      },
    })
  const ipcRenderer = strict('ipcRenderer', {
    invoke: (channel, ...args) =>
      new Promise((resolve, reject) => {
        const text = wire.pack(args)
        waiting.set(++last, { resolve, reject })
        send(JSON.stringify({ id: last, channel, text }))
      }),
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    off(channel, listener) {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter(one => one !== listener),
      )
      return ipcRenderer
    },
  })
  const contextBridge = strict('contextBridge', { exposeInMainWorld: bridge.expose })
  const electron = strict('electron', { ipcRenderer, contextBridge })
  return {
    require(id) {
      if (id === 'electron') return electron
      throw new Error(`module not found: ${id}`)
    },
    receive(text) {
      const { id, channel, text: packed, error } = JSON.parse(text)
      if (channel !== undefined)
        for (const listener of listeners.get(channel) ?? []) listener({ sender: ipcRenderer }, ...wire.unpack(packed))
      else {
        const { resolve, reject } = waiting.get(id)
        waiting.delete(id)
        if (error === undefined) resolve(wire.unpack(packed)[0])
        else reject(new Error(error))
      }
    },
  }
}

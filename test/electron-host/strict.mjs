/** What the language, a promise or the inspector looks for on any object. */
const common = new Set(['then', 'toJSON', 'constructor', 'prototype', 'nodeType', 'asymmetricMatch', 'domain'])

/** An API of which what is not there throws by its name, so that no test passes on what is not emulated. */
export const strict = (name, api) =>
  new Proxy(api, {
    get(target, key) {
      if (key in target || typeof key === 'symbol' || common.has(key)) return target[key]
      throw new Error(`electron-host: ${name}.${key} is not emulated`)
    },
  })

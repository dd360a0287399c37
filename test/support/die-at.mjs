import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Loaded into the command line by a test: the process is killed before its n-th change of a name in a folder.
let left = Number(process.env.DIE_AT)
for (const name of ['renameSync', 'linkSync']) {
  const change = fs[name]
  fs[name] = (...args) => {
    if (--left === 0) process.kill(process.pid, 'SIGKILL')
    return change(...args)
  }
}
syncBuiltinESMExports()

// Runs in a utility process before its module: gives it the port to its parent that Electron gives it.
import { EventEmitter } from 'node:events'

process.parentPort = Object.assign(new EventEmitter(), { postMessage: message => process.send(message) })
process.on('message', data => process.parentPort.emit('message', { data }))
// Electron ends it with its parent.
process.on('disconnect', () => process.exit(0))

import { join } from 'node:path'
import { satisfies } from './system/node-version'

// better-sqlite3 needs Node-API 10 and dies without a word on anything older; so nothing is loaded before this is known.
if (!satisfies(process.versions.node)) {
  console.error(
    `Callwright needs Node 22.15 or later; this is ${process.versions.node}. Run it as: npm exec node -- ${['out/main/cli.js', ...process.argv.slice(2)].join(' ')}`,
  )
  process.exit(1)
}
const { run } = await import('./commands')
// Known here and not in a chunk, which the build puts elsewhere.
await run(process.argv.slice(2), join(import.meta.dirname, '../renderer'))

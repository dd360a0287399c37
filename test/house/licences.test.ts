import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('the console names every library that it is built with, in its version', () => {
  const script = join(import.meta.dirname, '../../scripts/licences.mjs')
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

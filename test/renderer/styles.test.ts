import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const renderer = join(root, 'src/renderer')

/** The names that are imported from Mantine, types left out. */
const used = () =>
  readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.tsx') || file.endsWith('.ts'))
    .flatMap(file => [
      ...readFileSync(join(renderer, file), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g),
    ])
    .flatMap(([, names]) => names!.split(','))
    .map(name => name.trim())
    .filter(name => /^[A-Z]/.test(name))

it('each part of Mantine that is used has its styles', () => {
  const sheet = readFileSync(join(renderer, 'theme/mantine.css'), 'utf8')
  const hasOwn = (name: string) => existsSync(join(root, `node_modules/@mantine/core/styles/${name}.css`))
  const names = [...new Set(used())].filter(hasOwn)
  expect(names).toContain('Button')
  expect(names.filter(name => !sheet.includes(`/styles/${name}.css`))).toEqual([])
})

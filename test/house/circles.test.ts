import { expect, it } from 'vitest'
import { fileOf, importsOf, sources } from './sources'

/** The circles of files that import each other, type imports included (strongly connected components, Tarjan 1972). */
function circles(files: ReadonlyMap<string, string>): string[][] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  function visit(file: string) {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    onStack.add(file)
    for (const spec of importsOf(files.get(file)!)) {
      const next = fileOf(files, file, spec)
      if (next === undefined) continue
      if (!index.has(next)) {
        visit(next)
        low.set(file, Math.min(low.get(file)!, low.get(next)!))
      } else if (onStack.has(next)) low.set(file, Math.min(low.get(file)!, index.get(next)!))
    }
    if (low.get(file) !== index.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    for (const member of circle) onStack.delete(member)
    if (circle.length > 1) found.push(circle.sort())
  }
  for (const file of files.keys()) if (!index.has(file)) visit(file)
  return found
}

it('no files import each other in a circle', () => {
  expect(circles(sources)).toEqual([])
})

it('a test circle is found, with type imports and over several files too', () => {
  const planted = new Map([
    ['main/a.ts', "import { b } from './rooms/b'"],
    ['main/rooms/b.ts', "import type { C } from './c'"],
    ['main/rooms/c.ts', "const a = await import('../a')"],
    ['main/d.ts', "import { a } from './a'"],
  ])
  expect(circles(planted)).toEqual([['main/a.ts', 'main/rooms/b.ts', 'main/rooms/c.ts']])
})

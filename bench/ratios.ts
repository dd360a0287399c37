import { readFileSync, writeFileSync } from 'node:fs'

// bench/ratios.json keeps the last ratio of each measure. It is committed together with what changes one, so that a slip
// shows in the change that made it. Ratios are against a baseline of the same run, so that machines can be compared.

const file = 'bench/ratios.json'

interface Kept {
  ratio: number
  /** What is better: more, or less. */
  better: 'more' | 'less'
  /** The aim, if there is one. */
  aim?: number
}

const noted: Record<string, Kept> = {}

/** Notes a ratio of this run. */
export function note(name: string, ratio: number, better: Kept['better'], aim?: number) {
  noted[name] = { ratio: Number(ratio.toPrecision(3)), better, ...(aim !== undefined && { aim }) }
}

/** Beyond this share, a difference is no noise. */
const NOISE = 0.15

/** Writes the ratios of this run into the file, and prints what has changed and which aims are missed. */
export function keepRatios() {
  const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Kept>
  const changes: string[] = []
  for (const [name, { ratio, better, aim }] of Object.entries(noted)) {
    const was = before[name]?.ratio
    const isWorse = was !== undefined && (better === 'more' ? ratio < was * (1 - NOISE) : ratio > was * (1 + NOISE))
    if (isWorse) changes.push(`  worse: ${name} is ${ratio}, it was ${was}`)
    if (aim !== undefined && (better === 'more' ? ratio < aim : ratio > aim))
      changes.push(`  missed: ${name} is ${ratio}, the aim is ${aim}`)
  }
  const all = Object.entries({ ...before, ...noted }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`)
  console.log(
    `ratios: kept in ${file}\n${changes.length > 0 ? changes.join('\n') : '  nothing is worse, no aim is missed'}\n`,
  )
}

// How long the service takes for every question that the pages of the console ask, without a browser that is busy beside it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Request } from 'playwright-core'
import type { Desk } from './console-desk'
import { LOADED } from './console-loads'
import { note } from './ratios'
import { printTable } from './support'

const TIMES = 9
/** In milliseconds. */
const AIM = 50
/** Slower ones than this are printed. */
const WORTH_A_LINE = 8

interface Question {
  page: string
  operation: string
  input: string
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

/** Opens each page, and asks again for what it has asked, one question at a time. */
export async function measureAnswers(desk: Desk, places: Record<string, string>) {
  const questions = new Map<string, Question>()
  for (const [page, place] of Object.entries(places)) {
    const context = await desk.browse()
    const tab = await context.newPage()
    const asked: Promise<void>[] = []
    tab.on('request', request => {
      if (/\/rpc\//.test(request.url()) && !/events/.test(request.url())) asked.push(keep(page, request))
    })
    await tab.goto(desk.link(place))
    await sleep(LOADED)
    await Promise.allSettled(asked)
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    for (const question of questions.values()) if (question.page === page) question.headers.cookie = cookie
    await measure([...questions.values()].filter(question => question.page === page && !taken.has(question)))
    await context.close()
  }
  const rows = [...taken].sort(([, a], [, b]) => b - a)
  console.log(
    `  The service's own time for what the pages ask, the fastest of ${TIMES}, aim ${AIM} ms; all others take less:\n`,
  )
  printTable([
    ['', 'ms', 'first asked by', ''],
    ...rows
      .filter(([, ms]) => ms > WORTH_A_LINE)
      .map(([{ operation, input, page }, ms]) => [
        `${operation} ${input}`,
        ms.toFixed(1),
        page,
        ms > AIM ? 'missed' : '',
      ]),
  ])
  console.log()
  const [[slowest, ms]] = rows as [[Question, number]]
  console.log(`  ${rows.length} different questions; the slowest is ${slowest.operation}\n`)
  note(`large desk: the slowest answer of the service, of ${AIM} ms`, ms / AIM, 'less', 1)

  async function keep(page: string, request: Request) {
    const { pathname, searchParams } = new URL(request.url())
    const input = decodeURIComponent(searchParams.get('data') ?? '') || (request.postData() ?? '')
    const operation = pathname.replace(/^\/rpc\//, '')
    const key = `${operation} ${input}`
    if (questions.has(key)) return
    questions.set(key, {
      page,
      operation,
      input: input.replace(/^\{"json":/, '').slice(0, 110),
      url: request.url(),
      method: request.method(),
      headers: {},
      body: request.postData(),
    })
    const { cookie: _, host: __, 'content-length': ___, ...headers } = await request.allHeaders()
    Object.assign(
      questions.get(key)!.headers,
      Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':'))),
    )
  }
}

const taken = new Map<Question, number>()

async function measure(questions: Question[]) {
  for (const question of questions) {
    const all: number[] = []
    for (let i = 0; i < TIMES; i++) {
      const since = performance.now()
      const response = await fetch(question.url, {
        method: question.method,
        headers: question.headers,
        ...(question.body !== null && { body: question.body }),
      })
      await response.arrayBuffer()
      if (!response.ok) break
      all.push(performance.now() - since)
    }
    if (all.length > 0) taken.set(question, Math.min(...all))
    else console.log(`  not answered: ${question.operation}`)
  }
}

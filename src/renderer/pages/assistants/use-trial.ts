import { useDebouncedValue } from '@mantine/hooks'
import { ORPCError } from '@orpc/client'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { createElement, useEffect, useMemo, useRef, useState } from 'react'
import type { TrialStep } from '../../../contract/trials'
import type { ThreadLine } from '../../parts/Thread'
import { ToolDetails } from '../../parts/ToolDetails'
import { calledTool, toolInWords } from '../../parts/tool-words'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { useEditor } from './editor'
import { toSend, type Values } from './settings'

/** How long the settings must stay as they are until the greeting is asked for again, ms. */
const PAUSE = 400

/** Talks to the assistant as it is edited, else, while the draft has faults, to the saved one. Nothing is stored. */
export function useTrial(samples: Record<string, string>, callTools: boolean) {
  const { client, ask, onEvent } = useDesk()
  const { form, id } = useEditor()
  /** What was said since the first words of the person, and before that nothing. */
  const [said, setSaid] = useState<ThreadLine[]>([])
  /** What was done for the answer that is being made. */
  const [doing, setDoing] = useState<ThreadLine[] | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  /** Grows when one starts over, so that an answer to an earlier conversation is dropped. */
  const round = useRef(0)
  const lastSettings = useRef('')
  const isDraft = form.isSound
  const talksTo: Values | null = isDraft ? form.values : id === null ? null : form.base
  const input = talksTo && {
    ...(toSend(talksTo) as never as Parameters<typeof client.trials.answer>[0]),
    ...(id !== null && { assistant_id: id }),
    given_variables: Object.fromEntries(Object.entries(samples).filter(([, value]) => value !== '')),
  }
  const [settled] = useDebouncedValue(JSON.stringify(input), PAUSE)
  const greeting = useQuery(
    ask.trials.answer.queryOptions({
      input: settled === 'null' ? skipToken : (JSON.parse(settled) as NonNullable<typeof input>),
      placeholderData: keepPreviousData,
    }),
  )
  const hasBegun = said.length > 0
  const greeted = useMemo(
    () => (greeting.data?.steps ?? []).map((step, i) => lineOf(step, `greeting ${i}`)),
    [greeting.data],
  )
  const lines = useMemo(() => [...(hasBegun ? said : greeted), ...(doing ?? [])], [hasBegun, said, greeted, doing])

  async function say(text: string): Promise<boolean> {
    if (!input) return false
    const now = ++round.current
    const isCurrent = () => now === round.current
    const settings = JSON.stringify(input)
    const before = hasBegun ? said : greeted
    const lineId = (n: number) => `${now} ${n}`
    const isChanged = hasBegun && settings !== lastSettings.current
    const after: ThreadLine[] = [
      ...before,
      ...(isChanged
        ? [{ kind: 'rule', id: lineId(-2), text: t('You changed settings here'), role: 'warn' } as const]
        : []),
      { kind: 'said', id: lineId(-1), who: 'person', text },
    ]
    lastSettings.current = settings
    setSaid(after)
    setDoing([])
    setFailed(null)
    const trial_id = crypto.randomUUID()
    const stop = onEvent(event => {
      if (event.type !== 'trial.stepped' || event.trial_id !== trial_id || !isCurrent()) return
      setDoing(old => [...(old ?? []), lineOf(event.step, lineId(old?.length ?? 0))])
    })
    try {
      const answer = await client.trials.answer({
        ...input,
        messages: messagesOf(after),
        call_tools: callTools,
        trial_id,
      })
      if (!isCurrent()) return true
      const steps = answer.steps.map((step, i) => lineOf(step, lineId(i)))
      const end: ThreadLine[] = answer.ended
        ? [{ kind: 'rule', id: lineId(-3), text: t('On a call it would end here') }]
        : []
      setSaid([...after, ...steps, ...end])
      setDoing(null)
      return true
    } catch (error) {
      if (!isCurrent()) return true
      setSaid(hasBegun ? before : [])
      setDoing(null)
      setFailed(whyOf(error as Error))
      return false
    } finally {
      stop()
    }
  }

  function startOver() {
    round.current++
    setSaid([])
    setDoing(null)
    setFailed(null)
  }
  useEffect(() => () => void round.current++, [])

  return {
    lines,
    isThinking: doing !== null,
    failed,
    /** Null while the settings are not complete. */
    talksTo: talksTo === null ? null : isDraft ? ('draft' as const) : ('saved' as const),
    scriptedBecause: greeting.data?.scripted_because ?? null,
    /** Why the service takes these settings not. */
    refused: greeting.error && settled === JSON.stringify(input) ? whyOf(greeting.error) : null,
    say,
    startOver,
  }
}

/** The conversation so far, as the service takes it. */
const messagesOf = (lines: readonly ThreadLine[]) =>
  lines.flatMap(line =>
    line.kind === 'said' && line.text.trim() !== ''
      ? [{ role: line.who === 'person' ? ('user' as const) : ('assistant' as const), content: line.text }]
      : [],
  )

function lineOf(step: TrialStep, id: string): ThreadLine {
  switch (step.type) {
    case 'said':
      return { kind: 'said', id, who: 'assistant', text: step.text }
    case 'tool': {
      const called = calledTool(step.name, step.arguments)
      return {
        kind: 'tool',
        id,
        text: toolInWords(called),
        note: step.called ? t('called') : t('not called'),
        more: createElement(ToolDetails, { given: called.given, result: step.result }),
      }
    }
    case 'knowledge':
      return {
        kind: 'knowledge',
        id,
        text: t('Looked up “{query}”', { query: step.query }),
        note: t('{n, plural, =0 {nothing} one {# passage} other {# passages}}', { n: step.passages.length }),
        more:
          step.passages.length > 0 &&
          step.passages.map(({ title, text }) => (title ? `${title}\n${text}` : text)).join('\n\n'),
      }
  }
}

const whyOf = (error: Error) => {
  const { errors } = (error instanceof ORPCError ? (error.data ?? {}) : {}) as { errors?: Record<string, string[]> }
  return errors ? Object.values(errors).flat().map(said).join(' ') : error.message
}

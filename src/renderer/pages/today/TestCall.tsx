import { Button } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Notice } from '../../parts/Notice'
import { StatusBadge } from '../../parts/StatusBadge'
import { Transcript } from '../../parts/Transcript'
import { linkTo } from '../../router'
import { useChange } from '../../stores/use-change'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import { CallTime } from '../calls/CallTime'
import { stateOf, whoIs } from '../calls/call-text'
import { useCall, useTranscript } from '../calls/use-call'
import { TEST_PERSON, testValues } from './test-person'
import css from './welcome.module.css'

/** Makes a call by the newest assistant. One that only answers is called, if it has a number. */
export function useTestCall(own: { id: number } | null, onMade: (id: number) => void) {
  const { ask, client } = useDesk()
  const dialing = useDeskState(state => state.dialing?.state)
  const callers = useQuery(ask.assistants.listOutbound.queryOptions({ input: {} })).data
  const caller = own ? callers?.find(({ id }) => id === own.id) : callers?.[0]
  const isAnswering = callers !== undefined && own !== null && !caller
  const answering = useQuery(ask.assistants.get.queryOptions({ input: isAnswering ? { id: own.id } : skipToken })).data
  const numbers = useQuery(ask.phoneNumbers.listAll.queryOptions({ input: {}, select: ({ data }) => data })).data
  const to = numbers?.find(({ id }) => answering && id === answering.phone_number_id)?.phone_number ?? null
  const change = useChange(
    async (_: undefined) => {
      if (to !== null) return (await client.simulator.inboundCall({ from: TEST_PERSON, to })).data.id
      const variables = testValues(caller!.variables)
      return (await client.calls.make({ assistant_id: caller!.id, phone_number: TEST_PERSON, variables })).call_id
    },
    { onDone: onMade, about: [own?.id, dialing] },
  )
  return {
    make: () => change.run(undefined),
    isBusy: change.isBusy,
    failed: change.failed,
    name: caller?.name ?? answering?.name ?? null,
    canCall: caller !== undefined || to !== null,
    /** It only answers, and nobody can call it: where it gets a number. */
    needs:
      answering === undefined || numbers === undefined || to !== null
        ? null
        : numbers.length === 0
          ? { word: t('Rent a number'), href: linkTo('/numbers/buy') }
          : { word: t('Give it a number'), href: linkTo(`/assistants/${answering.id}`) },
  }
}

/** A call, with what is said in it while it is said, and a link to its page. */
export function WatchedCall({ id }: { id: number }) {
  const { data: call, error } = useCall(id)
  const { turns, names, live } = useTranscript(call)
  const words = useRef<HTMLElement>(null)
  // What was said last stays in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves when something was said
  useEffect(() => {
    if (words.current) words.current.scrollTop = words.current.scrollHeight
  }, [turns.length])
  if (error) return <Notice tone="bad" title={error.message} />
  if (!call) return null
  return (
    <section className={css.call} aria-label={t('Test call')}>
      <div className={css.callHead}>
        <StatusBadge kind="call" name={stateOf(call)} look="pill" />
        <span className="dim">
          <CallTime call={call} />
        </span>
        <a className="link" href={linkTo(`/calls/${call.id}`)}>
          {t('Open the call')}
          <span className="sr"> {whoIs(call)}</span>
        </a>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls */}
      <section ref={words} className={css.words} aria-label={t('What was said')} tabIndex={0}>
        {turns.length > 0 ? (
          <Transcript turns={turns} names={names} live={live} />
        ) : (
          <p className="dim">{live ? t('Nothing was said yet.') : t('Nothing was said.')}</p>
        )}
      </section>
    </section>
  )
}

/** The button that makes the call, or leads to what is missing for it. */
export function TestCallButton({ test }: { test: ReturnType<typeof useTestCall> }) {
  if (test.needs)
    return (
      <Button component="a" variant="filled" href={test.needs.href}>
        {test.needs.word}
      </Button>
    )
  return (
    <Button variant="filled" loading={test.isBusy} disabled={!test.canCall} onClick={test.make}>
      {t('Make a test call')}
    </Button>
  )
}

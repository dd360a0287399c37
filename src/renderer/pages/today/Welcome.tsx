import { Button } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Notice } from '../../parts/Notice'
import { Money } from '../../parts/values'
import { useDeskState } from '../../stores/use-desk'
import type { FirstStep } from '../../stores/use-first-steps'
import { rich, t } from '../../words/words'
import { SampleData } from './SampleData'
import { resultOf, StepActions, StepBody, StepText, textOf } from './Step'
import type { Guide } from './use-guide'
import { useStepFocus } from './use-step-focus'
import css from './welcome.module.css'

/** The steps that make a desk ready. The others follow on Today. */
const settingUp: readonly FirstStep['code'][] = ['desk', 'assistant', 'test_call', 'api_key']

/** Whether a step that makes the desk ready is still to be done. */
export const isToSetUp = ({ code, state }: FirstStep) => settingUp.includes(code) && state === 'open'

/** Shown while there is nothing else to show: what to do first, in order. */
export function Welcome({ guide }: { guide: Guide }) {
  const simulated = useDeskState(state => state.settings?.carrier === 'simulated')
  const balance = useDeskState(state => state.balance)
  const list = useStepFocus<HTMLOListElement>(guide.now?.code)
  useEffect(() => {
    document.title = `${t('Today')} · Callwright`
  }, [])
  const failed = guide.putOff.failed ?? guide.putAway.failed ?? guide.test.failed
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>{guide.call === null ? t('Nothing is dialed yet') : t('First steps')}</h1>
        <p>
          {!simulated
            ? t('This desk is yours, on this machine.')
            : balance === null
              ? t(
                  'This desk is yours, on this machine. Its carrier is simulated, so nothing that you do here can ring a real phone.',
                )
              : rich(
                  'This desk is yours, on this machine. Its carrier is simulated, with <credit></credit> of simulated credit, so nothing that you do here can ring a real phone.',
                  { credit: () => <Money value={balance} /> },
                )}
        </p>
      </div>
      <ol className={css.steps} ref={list} aria-label={t('First steps')}>
        {guide.steps
          .filter(({ code }) => settingUp.includes(code))
          .map((step, i) => (
            <Row key={step.code} step={step} n={i + 1} guide={guide} />
          ))}
      </ol>
      {failed && (
        <div className={css.failed}>
          <Notice tone="bad" title={failed} />
        </div>
      )}
      <SampleData guide={guide} />
      <p className={css.away}>
        <button type="button" className="link" onClick={guide.putAway.run}>
          {t('Put the first steps away')}
        </button>
      </p>
    </div>
  )
}

function Row({ step, n, guide }: { step: FirstStep; n: number; guide: Guide }) {
  const isNow = step === guide.now
  // Nothing else is left: the test call stays until the person goes on.
  const isLeft = step.code === 'test_call' && guide.isWatching && !guide.steps.some(isToSetUp)
  const { title } = textOf(step, guide)
  const result = step.state === 'done' ? resultOf(step, guide) : null
  return (
    <li data-now={isNow || undefined} data-state={step.state} aria-current={isNow ? 'step' : undefined}>
      <StepMark step={step} n={n} />
      <div>
        <h2>{title}</h2>
        {step.state === 'done' ? (
          result && <p className={css.text}>{result}</p>
        ) : (
          <StepText step={step} guide={guide} />
        )}
      </div>
      <div className={css.actions}>
        {(isNow || isLeft) && <StepActions step={step} guide={guide} />}
        {step.state === 'put_off' && (
          <Button
            aria-label={t('Do it now: {step}', { step: title })}
            onClick={() => guide.putOff.run({ code: step.code, put_off: false })}
          >
            {t('Do it now')}
          </Button>
        )}
      </div>
      {(isNow || step.code === 'test_call') && <StepBody step={step} guide={guide} />}
    </li>
  )
}

/** The number of a step, or how far it is. */
export const StepMark = ({ step, n }: { step: FirstStep; n: number }) => (
  <span className={css.number} data-state={step.state}>
    {step.state === 'open' ? (
      <span aria-hidden>{n}</span>
    ) : step.state === 'done' ? (
      <IconCheck size={13} stroke={2.4} aria-label={t('Done')} />
    ) : (
      <IconMinus size={13} stroke={2.4} aria-label={t('Put off')} />
    )}
  </span>
)

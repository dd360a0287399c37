import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import type { FirstStep } from '../../stores/use-first-steps'
import { t } from '../../words/words'
import { SampleData } from './SampleData'
import { StepActions, StepBody, StepText, textOf } from './Step'
import { stepWords } from './step-text'
import type { Guide } from './use-guide'
import { useStepFocus } from './use-step-focus'
import { StepMark } from './Welcome'
import css from './welcome.module.css'

/** The first steps above the numbers of the day: all of them in a line, and the one to take now. */
export function GuidePanel({ guide }: { guide: Guide }) {
  const { steps } = guide
  // The test call stays until the person goes on.
  const shown = guide.isWatching ? steps.find(({ code }) => code === 'test_call') : guide.now
  const place = useStepFocus<HTMLDivElement>(shown?.code)
  const failed = guide.putOff.failed ?? guide.putAway.failed ?? guide.test.failed
  return (
    <Panel
      title={t('First steps')}
      count={t('{n} of {of} done', { n: steps.filter(({ state }) => state === 'done').length, of: steps.length })}
      action={
        <button type="button" className="link" onClick={guide.putAway.run}>
          {t('Put away')}
        </button>
      }
      flush
    >
      <ol className={css.track} aria-label={t('First steps')}>
        {steps.map((step, i) => (
          <li key={step.code} data-state={step.state} data-now={step === shown || undefined}>
            <StepMark step={step} n={i + 1} />
            <Word step={step} guide={guide} />
          </li>
        ))}
      </ol>
      <div className={css.now} ref={place}>
        {shown ? (
          <section className={css.step} aria-current="step" aria-label={textOf(shown, guide).title}>
            <div>
              <h3>{textOf(shown, guide).title}</h3>
              <StepText step={shown} guide={guide} />
            </div>
            <div className={css.actions}>
              <StepActions step={shown} guide={guide} />
            </div>
            <StepBody step={shown} guide={guide} />
          </section>
        ) : (
          <p className="dim">{t('What was put off can be taken up above.')}</p>
        )}
        {failed && <Notice tone="bad" title={failed} />}
        <SampleData slim guide={guide} />
      </div>
    </Panel>
  )
}

/** The word of a step in the line. One that was put off can be taken up. */
function Word({ step, guide }: { step: FirstStep; guide: Guide }) {
  const word = stepWords[step.code]
  if (step.state !== 'put_off') return <span>{word}</span>
  return (
    <button
      type="button"
      className="link"
      aria-label={t('Do it now: {step}', { step: textOf(step, guide).title })}
      onClick={() => guide.putOff.run({ code: step.code, put_off: false })}
    >
      {word}
    </button>
  )
}

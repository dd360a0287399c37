import { Button } from '@mantine/core'
import type { FirstStep } from '../../stores/use-first-steps'
import { t } from '../../words/words'
import { deskForm } from './lazy-forms'
import { stepText } from './step-text'
import { TestCallButton, WatchedCall } from './TestCall'
import type { Guide } from './use-guide'
import css from './welcome.module.css'

export const textOf = (step: FirstStep, guide: Guide) =>
  stepText(step.code, step.about, guide.settings?.carrier === 'simulated')

/** What a done step has led to. */
export function resultOf({ code, about }: FirstStep, { settings }: Guide): string | null {
  if (code === 'desk') return settings && `${settings.name}, ${settings.timezone}`
  return code === 'test_call' ? null : (about?.name ?? null)
}

/** The button of the step that is to be taken now, and the one that puts it off. */
export function StepActions({ step, guide }: { step: FirstStep; guide: Guide }) {
  if (step.code === 'desk') return null
  if (step.code === 'test_call' && guide.settings?.carrier === 'simulated') {
    if (guide.isWatching && step.state === 'done')
      return (
        <Button variant="filled" onClick={guide.leaveCall}>
          {t('Go on')}
        </Button>
      )
    return guide.isRunning ? null : (
      <>
        <TestCallButton test={guide.test} />
        <Later step={step} guide={guide} />
      </>
    )
  }
  const { action } = textOf(step, guide)
  return (
    <>
      {action ? (
        <Button component="a" variant="filled" href={action.href}>
          {action.word}
        </Button>
      ) : (
        <Button variant="filled" onClick={guide.makeKey}>
          {t('Make a key')}
        </Button>
      )}
      {step.code !== 'run' && <Later step={step} guide={guide} />}
    </>
  )
}

function Later({ step, guide }: { step: FirstStep; guide: Guide }) {
  return (
    <button
      type="button"
      className="link"
      aria-label={t('Later: {step}', { step: textOf(step, guide).title })}
      onClick={() => {
        guide.leaveCall()
        void guide.putOff.run({ code: step.code, put_off: true })
      }}
    >
      {t('Later')}
    </button>
  )
}

/** What of a step is done on this page: the form of the desk, the running test call. */
export function StepBody({ step, guide }: { step: FirstStep; guide: Guide }) {
  const DeskForm = deskForm.use()
  if (step.code === 'desk')
    return step === guide.now && guide.settings && typeof DeskForm !== 'string' ? (
      <DeskForm settings={guide.settings} later={<Later step={step} guide={guide} />} />
    ) : null
  if (step.code !== 'test_call' || guide.call === null) return null
  return <WatchedCall key={guide.call} id={guide.call} />
}

/** What a step asks for, in a sentence. */
export function StepText({ step, guide }: { step: FirstStep; guide: Guide }) {
  if (step.code === 'test_call' && guide.test.needs)
    return (
      <p className={css.text}>
        {t('{assistant} only answers calls. With a number of its own, a simulated person calls it.', {
          assistant: guide.test.name ?? t('The assistant'),
        })}
      </p>
    )
  return <p className={css.text}>{textOf(step, guide).text}</p>
}

import { Button } from '@mantine/core'
import { Money } from '../../parts/values'
import { useDeskState } from '../../stores/use-desk'
import { rich, t } from '../../words/words'
import css from './welcome.module.css'

const reference = { href: '/api/docs', target: '_blank', rel: 'noreferrer' }
const steps = [
  {
    title: t('Make an assistant'),
    text: t('It says what to say, in which voice, and what to find out. For now it is made over the API.'),
    action: { word: t('API reference'), ...reference },
  },
  {
    title: t('Make a campaign and give it leads'),
    text: t(
      'The campaign says whom to call, on which days and in which hours, on how many lines, and how often to try again.',
    ),
    action: { word: t('Campaigns'), href: '#/campaigns' },
  },
  {
    title: t('Start it, and watch'),
    text: t('This page then shows who is on the phone, how the day goes, and what needs attention.'),
  },
]

/** Shown when there is no assistant: what to do first, in order. */
export function Welcome() {
  const simulated = useDeskState(state => state.settings?.carrier === 'simulated')
  const balance = useDeskState(state => state.balance)
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>{t('Nothing is dialed yet')}</h1>
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
      <ol className={css.steps}>
        {steps.map(({ title, text, action }, i) => (
          <li key={title} data-now={i === 0 || undefined}>
            <span className={css.number} aria-hidden>
              {i + 1}
            </span>
            <div>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
            {action && (
              <Button component="a" variant={i === 0 ? 'filled' : 'default'} {...action}>
                {action.word}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

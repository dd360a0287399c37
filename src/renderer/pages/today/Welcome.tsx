import { Button } from '@mantine/core'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { Money } from '../../parts/values'
import { go } from '../../router'
import { useChange } from '../../stores/use-change'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { rich, t } from '../../words/words'
import css from './welcome.module.css'

const steps = [
  {
    title: t('Make an assistant and talk to it'),
    text: t('Start from a template: a reception, reminders, a survey. Type to it at once, and see how it answers.'),
    action: { word: t('Choose a template'), href: '#/assistants/new' },
  },
  {
    title: t('Make a campaign and bring a list'),
    text: t(
      'The campaign says whom to call, on which days and in which hours. A file with phone numbers is enough for a list.',
    ),
    action: { word: t('New campaign'), href: '#/campaigns/new' },
  },
  {
    title: t('Rehearse, then start'),
    text: t('The rehearsal says when the list will be done and what it costs. Then this page shows how the day goes.'),
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
      <Samples />
    </div>
  )
}

/** For whoever wants to look around first. */
function Samples() {
  const { client } = useDesk()
  const load = useChange(() => client.samples.load({}), {
    onDone: ({ message, data }) => {
      tell(message)
      const campaign = data.records.find(({ kind }) => kind === 'campaign')
      if (campaign) go(`/campaigns/${campaign.id}`)
    },
  })
  return (
    <section className={css.samples} aria-label={t('Sample data')}>
      <div>
        <h2>{t('Rather look around first?')}</h2>
        <p>
          {t(
            'An assistant, a campaign with twelve people, a number and a knowledge base. They all go again in the settings.',
          )}
        </p>
      </div>
      <Button loading={load.isBusy} onClick={() => load.run(undefined)}>
        {t('Load sample data')}
      </Button>
      {load.failed && <Notice tone="bad" title={load.failed} />}
    </section>
  )
}

import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { tip } from '../../parts/tips/tip'
import { useChange } from '../../stores/use-change'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { leadsInWords } from './campaign-text'

/** Says that Stop all has stopped this campaign, and starts it again. Dialing that is still halted is resumed before. */
export function StoppedByHalt({ id, leads }: { id: number; leads: number }) {
  const { client } = useDesk()
  const isHalted = useDeskState(state => state.dialing?.state === 'halted')
  const start = useChange(
    async () => {
      if (isHalted) await client.dialing.resume({})
      return client.campaigns.updateStatus({ campaign_id: id, action: 'start' })
    },
    { about: isHalted, onDone: ({ message }) => tell(said(message)) },
  )
  return (
    <Notice
      tone="bad"
      title={start.failed ?? t('Stop all has stopped this campaign')}
      action={
        <Button loading={start.isBusy} onClick={() => start.run(undefined)}>
          {isHalted
            ? t('Resume dialing and start it again, {leads}', { leads: leadsInWords(leads) })
            : t('Start it again, {leads}', { leads: leadsInWords(leads) })}
        </Button>
      }
    >
      {t('Nobody is called until it is started again. Its leads keep their place.')}
    </Notice>
  )
}

/** Starts the campaigns that Stop all has stopped again, in one go. It stands in the head of the page, where it moves nothing. */
export function StartHaltedAgain({ n, leads }: { n: number; leads: number }) {
  const { client } = useDesk()
  const isHalted = useDeskState(state => state.dialing?.state === 'halted')
  const start = useChange(() => client.campaigns.startHalted({ resume: true }), {
    about: n,
    onDone: ({ message }) => tell(said(message)),
  })
  return (
    <>
      {start.failed && <span className="danger">{start.failed}</span>}
      <Button
        loading={start.isBusy}
        leftSection={<IconHandStop size={15} aria-hidden />}
        onClick={() => start.run(undefined)}
        {...tip(isHalted && t('Dialing is halted, and is resumed too.'))}
      >
        {t(
          '{n, plural, one {Start again the one that Stop all stopped} other {Start again the # that Stop all stopped}}, {leads}',
          { n, leads: leadsInWords(leads) },
        )}
      </Button>
    </>
  )
}

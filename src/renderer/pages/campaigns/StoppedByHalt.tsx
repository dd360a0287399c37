import { Button } from '@mantine/core'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { useChange } from '../../stores/use-change'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'

/** Says that Stop all has stopped this campaign, and starts it again. Dialing that is still halted is resumed before. */
export function StoppedByHalt({ id }: { id: number }) {
  const { client } = useDesk()
  const isHalted = useDeskState(state => state.dialing?.state === 'halted')
  const start = useChange(
    async () => {
      if (isHalted) await client.dialing.resume({})
      return client.campaigns.updateStatus({ campaign_id: id, action: 'start' })
    },
    { about: isHalted, onDone: ({ message }) => tell(message) },
  )
  return (
    <Notice
      tone="bad"
      title={start.failed ?? t('Stop all has stopped this campaign')}
      action={
        <Button loading={start.isBusy} onClick={() => start.run(undefined)}>
          {isHalted ? t('Resume dialing and start it again') : t('Start it again')}
        </Button>
      }
    >
      {t('Nobody is called until it is started again. Its leads keep their place.')}
    </Notice>
  )
}

/** Says how many campaigns Stop all has stopped, and starts them again. */
export function AllStoppedByHalt({ n }: { n: number }) {
  const { client } = useDesk()
  const isHalted = useDeskState(state => state.dialing?.state === 'halted')
  const startAgain = useChange(() => client.campaigns.startHalted({ resume: true }), {
    about: n,
    onDone: ({ message }) => tell(message),
  })
  return (
    <Notice
      tone="bad"
      title={startAgain.failed ?? t('Stop all has stopped {n, plural, one {# campaign} other {# campaigns}}', { n })}
      action={
        <Button loading={startAgain.isBusy} onClick={() => startAgain.run(undefined)}>
          {t(
            '{n, plural, one {Start again the one that Stop all stopped} other {Start again the # that Stop all stopped}}',
            {
              n,
            },
          )}
        </Button>
      }
    >
      {isHalted && t('Dialing is halted, and is resumed too.')}
    </Notice>
  )
}

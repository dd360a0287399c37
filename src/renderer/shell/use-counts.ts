import { useQuery } from '@tanstack/react-query'
import { useDesk, useOnLine, useUnread } from '../stores/use-desk'
import { type FirstStep, useFirstSteps } from '../stores/use-first-steps'
import { t } from '../words/words'

interface Count {
  /** Shown when it is there and not 0. */
  n: number | null | undefined
  /** What is counted, for screen readers. */
  says: string
  /** It is a fault, and not only news. */
  isAlarm?: true
}

/** The last step is done by the service. */
const isToDo = ({ code, state }: FirstStep) => state === 'open' && code !== 'run'

/** What the navigation counts, by the paths of the pages. */
export function useCounts(): Readonly<Record<string, Count>> {
  const { ask } = useDesk()
  const unread = useUnread()
  const live = useOnLine()
  const { data: gaveUp } = useQuery(ask.webhooks.gaveUp.queryOptions({ input: {}, select: ({ to_see }) => to_see }))
  const { data: steps } = useFirstSteps()
  return {
    '/today': {
      n: steps?.state === 'shown' ? steps.steps.filter(isToDo).length : 0,
      says: t('first steps to do'),
    },
    '/calls': { n: live, says: t('live') },
    '/conversations': { n: unread?.conversations, says: t('unread') },
    '/sms': { n: unread?.sms, says: t('unread') },
    '/webhooks': { n: gaveUp, says: t('gave up'), isAlarm: true },
  }
}

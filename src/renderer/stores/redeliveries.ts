import type { Redelivery } from '../../contract/redeliveries'
import type { RedeliverySkip } from '../../contract/statuses'
import { count } from '../parts/format'
import { tell, warn } from '../parts/tell'
import { t } from '../words/words'
import type { Desk } from './desk'

/** What this tab has begun to send again and that goes on. Other tabs say nothing about it. */
const own = new Set<number>()

/** Tells what came of webhooks that this tab sends again, now or when the last one was tried. */
export function followRedelivery(redelivery: Redelivery) {
  if (redelivery.finished_at === null) own.add(redelivery.id)
  else {
    own.delete(redelivery.id)
    tell(sentInWords(redelivery))
  }
}

/** As they are now. Tells of those of this tab that are finished. */
export function followRedeliveries(all: readonly Redelivery[]) {
  for (const one of all) if (own.has(one.id) && one.finished_at !== null) followRedelivery(one)
}

export const cancelRedelivery = (desk: Desk, id: number) =>
  desk.client.redeliveries.cancel({ id }).then(
    ({ data }) => {
      void desk.queries.invalidateQueries({ queryKey: desk.ask.redeliveries.key() })
      followRedelivery(data)
    },
    (error: Error) => warn(error.message),
  )

/** What came of them, as sentences. */
export function sentInWords({ status, total, done, accepted, failed, skipped }: Redelivery): string {
  const n = accepted + failed
  return [
    n === 0
      ? t('No webhook was sent again.')
      : failed === 0
        ? t('{n, plural, one {# webhook was} other {# webhooks were}} sent again and accepted.', { n })
        : t(
            '{n, plural, one {# webhook was} other {# webhooks were}} sent again: {accepted} accepted, {failed} failed.',
            { n, accepted: count(accepted), failed: count(failed) },
          ),
    status === 'cancelled' && total > done && t('{n} were not sent.', { n: count(total - done) }),
    ...skipped.map(({ reason, count: left }) => skippedInWords(reason, left)),
  ]
    .filter(Boolean)
    .join(' ')
}

function skippedInWords(reason: RedeliverySkip, left: number): string {
  const n = count(left)
  switch (reason) {
    case 'accepted':
      return t('{n} skipped: accepted already.', { n })
    case 'on_its_way':
      return t('{n} skipped: on their way.', { n })
    case 'gone':
      return t('{n} skipped: deleted meanwhile.', { n })
  }
}

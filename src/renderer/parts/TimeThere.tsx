import { skipToken, useQuery } from '@tanstack/react-query'
import { useClock } from '../stores/use-clock'
import { useDesk } from '../stores/use-desk'
import { placeIn } from '../week'
import { t } from '../words/words'
import { clockTime } from './format'
import { Notice } from './Notice'

const MINUTE = 60_000
/** Between these hours nobody is surprised by a call. */
const [MORNING, EVENING] = [8 * 60, 20 * 60]

/** Whether people are not called at this moment in a zone as a rule. `now`: epoch milliseconds. */
export function isLate(now: number, zone: string): boolean {
  const { minute } = placeIn(zone, now)
  return minute < MORNING || minute >= EVENING
}

/** Warns when it is night, early or late where a number is. `number`: in E.164; null while it is not known. */
export function TimeThere({ number }: { number: string | null }) {
  const { ask } = useDesk()
  const now = useClock(ms => ms - (ms % MINUTE))
  const { data: zone } = useQuery({
    ...ask.people.get.queryOptions({ input: number === null ? skipToken : { phone_number: number } }),
    select: person => person.time_zone,
  })
  if (number === null || !zone || !isLate(now, zone)) return null
  return (
    <Notice tone="warn" title={t('It is {time} there', { time: clockTime(now, zone) })}>
      {t('By the prefix of the number, {zone}. A single call keeps no hours.', { zone })}
    </Notice>
  )
}

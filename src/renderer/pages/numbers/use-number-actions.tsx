import { type ReactNode, useState } from 'react'
import type { PhoneNumber } from '../../../contract/phone-numbers'
import type { Client } from '../../api/client'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { dayAndMonth, formatPhone } from '../../parts/format'
import { tell } from '../../parts/tell'
import { useChange } from '../../stores/use-change'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import css from './numbers.module.css'

type Numbers = Awaited<ReturnType<Client['phoneNumbers']['listAll']>>
export type Answerer = { id: number; name: string } | null

export interface NumberActions {
  /** Has an assistant answer on a number; null: nobody. Can be undone. */
  answer(number: PhoneNumber, by: Answerer): void
  /** Asks first, and says what stops. */
  release(number: PhoneNumber): void
  /** Takes a release back. */
  keep(number: PhoneNumber): void
  failed: string | null
  isBusy: boolean
  /** The dialog of `release`. It must be rendered by the page. */
  dialog: ReactNode
}

/** The actions on a number, for its row and its page. `about`: what a refusal is about. */
export function useNumberActions(about: unknown, onReleased?: () => void): NumberActions {
  const { client, ask } = useDesk()
  const zone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const [toRelease, setToRelease] = useState<PhoneNumber | null>(null)
  const change = useChange(
    ({ id, by }: { id: number; by: Answerer }) => client.phoneNumbers.update({ id, assistant_id: by?.id ?? null }),
    {
      about,
      assume: ({ id, by }, shown) =>
        shown.change<Numbers>(ask.phoneNumbers.listAll.key(), all => ({
          ...all,
          data: all.data.map(one => (one.id === id ? { ...one, answered_by: by } : one)),
        })),
    },
  )
  const keep = useChange(({ id }: PhoneNumber) => client.phoneNumbers.keep({ id }), {
    about,
    assume: ({ id }, shown) =>
      shown.change<Numbers>(ask.phoneNumbers.listAll.key(), all => ({
        ...all,
        data: all.data.map(one => (one.id === id ? { ...one, status: 'active', released_at: null } : one)),
      })),
  })
  const day = (at: string | null) => (at === null ? '' : dayAndMonth(new Date(at), zone))
  const release = async () => {
    const { id, phone_number, status, paid_until } = toRelease!
    await client.phoneNumbers.release({ id })
    setToRelease(null)
    const number = formatPhone(phone_number)
    if (leavesLater(toRelease!)) {
      // The dialog has closed, so a refusal is told where everything is told.
      tell(t('{number} leaves on {day}', { number, day: day(paid_until) }), () => client.phoneNumbers.keep({ id }))
    } else {
      tell(status === 'active' ? t('{number} was deleted', { number }) : t('{number} was released', { number }))
      onReleased?.()
    }
  }
  return {
    async answer(number, by) {
      const before = number.answered_by
      const done = await change.run({ id: number.id, by })
      if (!done) return
      const name = formatPhone(number.phone_number)
      const undo = () => client.phoneNumbers.update({ id: number.id, assistant_id: before?.id ?? null })
      tell(
        by === null
          ? t('Nobody answers on {number}', { number: name })
          : t('{name} answers on {number}', { name: by.name, number: name }),
        undo,
      )
    },
    release: setToRelease,
    async keep(number) {
      const kept = await keep.run(number)
      if (kept) tell(t('{number} stays', { number: formatPhone(number.phone_number) }))
    },
    failed: change.failed ?? keep.failed,
    isBusy: change.isBusy || keep.isBusy,
    dialog: (
      <ConfirmDialog
        opened={toRelease !== null}
        title={toRelease ? questionOf(toRelease, day(toRelease.paid_until)) : ''}
        action={toRelease?.type === 'normal' ? t('Release the number') : t('Delete it')}
        keep={t('Keep it')}
        onKeep={() => setToRelease(null)}
        onAct={release}
      >
        {toRelease && <WhatStops number={toRelease} />}
      </ConfirmDialog>
    ),
  }
}

/** A rented number whose month is paid leaves at its end. Any other goes at once. */
const leavesLater = ({ type, status }: PhoneNumber) => type === 'normal' && status === 'active'

function questionOf(number: PhoneNumber, day: string) {
  const name = formatPhone(number.phone_number)
  if (leavesLater(number)) return t('Release {number} on {day}?', { number: name, day })
  return number.type === 'normal'
    ? t('Release {number} now?', { number: name })
    : t('Delete {number}?', { number: name })
}

/** What does not work any more when a number is gone, by name. */
function WhatStops({ number }: { number: PhoneNumber }) {
  const { answered_by: answers, shown_by, campaigns } = number
  const names = (of: { name: string }[]) => of.map(({ name }) => name).join(', ')
  return (
    <>
      <p>
        {leavesLater(number)
          ? t('It works until then, because its month is paid. Until then this can be undone.')
          : number.type === 'normal'
            ? t('Its month is not paid, so it goes at once. This cannot be undone: somebody else may rent it.')
            : t('It goes at once. This cannot be undone.')}
      </p>
      <ul className={css.stops}>
        {answers && (
          <li>{t('{name} answers no calls on it any more and becomes inactive.', { name: answers.name })}</li>
        )}
        {campaigns.length > 0 && (
          <li>{t('These campaigns do not dial from it any more: {names}.', { names: names(campaigns) })}</li>
        )}
        {shown_by.length > 0 && (
          <li>{t('These assistants call without showing a number: {names}.', { names: names(shown_by) })}</li>
        )}
        {!answers && campaigns.length + shown_by.length === 0 && <li>{t('Nothing uses it.')}</li>}
      </ul>
    </>
  )
}

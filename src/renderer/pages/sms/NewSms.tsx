import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCountry } from '../../forms/NumberField'
import { PersonField, useFoundNames } from '../../forms/PersonField'
import { formatPhone } from '../../parts/format'
import { wholeNumber } from '../../phone'
import { go } from '../../router'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { isNumber } from '../../stores/use-found-people'
import { t } from '../../words/words'
import { SmsComposer } from './SmsComposer'
import css from './sms.module.css'
import { useOwnNumbers } from './use-own-numbers'

/** Writes an SMS to a number in any form. The name is shown when it is known. */
export function NewSms({ to: given }: { to: string | undefined }) {
  const { client, ask } = useDesk()
  const country = useCountry()
  const [typed, setTyped] = useState(given ? formatPhone(given) : '')
  const to = wholeNumber(typed, country)
  const { people, isAsking } = useFoundNames(typed)
  const own = useOwnNumbers()
  const from = own?.[0]?.id
  const { data: person } = useQuery(
    ask.sms.check.queryOptions({ input: to === null || from === undefined ? skipToken : { from, to, body: '' } }),
  )
  const send = useChange((sms: { from: number; to: string; body: string }) => client.sms.send(sms), {
    onDone: (_, sms) => go(`/sms/${encodeURIComponent(sms.to)}`),
  })
  return (
    <>
      <div className={css.to}>
        <PersonField
          label={t('To whom')}
          placeholder={t('A name or a number')}
          autoFocus={!given}
          value={typed}
          onChange={setTyped}
        />
        {person?.name && to !== null && <p className={css.name}>{person.name}</p>}
      </div>
      <SmsComposer
        to={to}
        lacksNumber={isAsking ? null : whyNobody(typed, people.length > 0)}
        draft="new"
        takesFocus={given !== undefined}
        isBusy={send.isBusy}
        failed={send.failed}
        onSend={async sms => (await send.run(sms)) !== undefined}
      />
      <div className={css.waiting} />
    </>
  )
}

/** Why it is not known to whom it goes. */
function whyNobody(typed: string, isFound: boolean) {
  if (typed.trim() === '') return t('Say first to whom it goes: a name or a number.')
  if (isFound) return t('Choose the person from the list under “To whom”.')
  return isNumber(typed) ? t('The number is not complete.') : t('Nobody is known by this name. Type the number.')
}

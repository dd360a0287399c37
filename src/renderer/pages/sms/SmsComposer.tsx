import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { charactersOf, LONGEST_SENT, segmentsOf } from '../../../contract/sms-segments'
import { Composer } from '../../parts/Composer'
import { money } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import css from './sms.module.css'
import { useOwnNumbers } from './use-own-numbers'

/** The service is asked what an SMS costs when nothing was typed for so long, ms. */
const PAUSE = 250

interface Props {
  /** In E.164. Null while no number is known. */
  to: string | null
  /** Why no number is known. It is told once there is something to send. */
  lacksNumber?: string | null
  /** Whom it is for, to keep what is not sent. */
  draft: string
  /** The number of ours that it is sent from, unless the person chooses another. */
  from?: string
  onSend: (sms: { from: number; to: string; body: string }) => Promise<boolean>
  isBusy: boolean
  failed: string | null
  /** The field gets the focus when it is shown. */
  takesFocus?: boolean
}

/** Writes an SMS: from which number, the text, what it costs as one types, and why it cannot be sent. */
export function SmsComposer({ to, lacksNumber, draft, from, onSend, isBusy, failed, takesFocus }: Props) {
  const { ask } = useDesk()
  const field = useRef<HTMLTextAreaElement>(null)
  const own = useOwnNumbers()
  const [chosen, setChosen] = useState<number | null>(null)
  const [text, setText] = useState('')
  const [body] = useDebouncedValue(text.trim(), PAUSE)
  const sender = own?.find(({ id }) => id === chosen) ?? own?.find(one => one.phone_number === from) ?? own?.[0]
  const { data: checked } = useQuery({
    ...ask.sms.check.queryOptions({
      input:
        to === null || sender === undefined || charactersOf(body) > LONGEST_SENT
          ? skipToken
          : { from: sender.id, to, body },
    }),
    // The balance and the number may have changed since.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  if (own?.length === 0)
    return (
      <div className={css.refusal}>
        <Notice
          tone="warn"
          title={t('No number of yours can send SMS')}
          action={
            <a className="link" href="#/numbers">
              {t('Numbers')}
            </a>
          }
        >
          {t('Buy one that can, or pay for one that is suspended.')}
        </Notice>
      </div>
    )
  const refusal = to === null ? null : (checked?.refusal ?? null)
  return (
    <>
      {to === null && lacksNumber && text.trim() !== '' && (
        <div className={css.refusal} role="status">
          <Notice tone="warn" title={t('This SMS cannot be sent yet')}>
            {lacksNumber}
          </Notice>
        </div>
      )}
      {refusal && (
        <div className={css.refusal} role="status">
          <Notice tone="warn" title={t('This SMS would not be sent')}>
            {said(refusal)}
          </Notice>
        </div>
      )}
      <Composer
        ref={field}
        label={t('Text of the SMS')}
        placeholder={t('Write an SMS')}
        draft={`sms ${draft}`}
        most={LONGEST_SENT}
        isBusy={isBusy || to === null || sender === undefined || refusal !== null}
        failed={failed}
        onText={setText}
        onSend={async text =>
          to !== null && sender !== undefined && (await onSend({ from: sender.id, to, body: text }))
        }
        hint={text => (
          <span className={css.cost}>
            {own && own.length > 1 ? (
              <Select
                aria-label={t('From which number')}
                w={260}
                data={own.map(({ id, label }) => ({ value: String(id), label: t('From {number}', { number: label }) }))}
                value={sender ? String(sender.id) : null}
                onChange={id => setChosen(Number(id))}
              />
            ) : (
              <span>{sender ? t('From {number}', { number: sender.label }) : ' '}</span>
            )}
            <Cost text={text.trim()} price={checked?.segment_price} />
          </span>
        )}
      />
    </>
  )
}

/** How long a text is, and what it costs. The service counts with the same function. */
function Cost({ text, price }: { text: string; price: number | undefined }) {
  const segments = segmentsOf(text)
  return (
    <span className="num" role="status">
      {t('{n} of {most} characters', { n: charactersOf(text), most: LONGEST_SENT })}
      {segments > 0 && ` · ${t('{n, plural, one {# segment} other {# segments}}', { n: segments })}`}
      {segments > 0 && price !== undefined && ` · ${money(segments * price)}`}
    </span>
  )
}

import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { count } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { Panel } from '../../parts/Panel'
import { tell } from '../../parts/tell'
import { tip } from '../../parts/tips/tip'
import { failureOf } from '../../stores/failure'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { type Entry, entriesOf } from './attention-entries'
import css from './today.module.css'
import { type AttentionWithReason, attentionKey } from './use-attention'

/** The things that need a person, with what to do about each. */
export function NeedsAttention({ found }: { found: UseQueryResult<AttentionWithReason> }) {
  const { client } = useDesk()
  const [isSending, setSending] = useState(false)
  const { data } = found
  const error = failureOf(found)
  const startAgain = useChange(() => client.campaigns.startHalted({ resume: true }), {
    about: data?.halted_campaigns,
    onDone: ({ message }) => tell(said(message)),
  })
  const putAway = usePutAway()
  if (!data) return error && <Notice tone="bad" title={error.message} />

  const entries = entriesOf(data, {
    sendAgain: () => setSending(true),
    startAgain: () => void startAgain.run(undefined),
  })
  const failed = startAgain.failed ?? putAway.failed ?? error?.message
  return (
    <Panel title={t('Needs attention')} count={entries.length > 0 ? count(entries.length) : undefined} flush>
      {failed && <Notice tone="bad" title={failed} />}
      {entries.length === 0 && <p className={css.none}>{t('Nothing needs attention.')}</p>}
      <ul className={css.items}>
        {entries.map(entry => (
          <Item key={entry.id} {...entry} onPutAway={putAway.run} />
        ))}
      </ul>
      <ConfirmDialog
        opened={isSending && data.dead_deliveries > 0}
        title={t('Send {n, plural, one {# webhook} other {# webhooks}} again?', { n: data.dead_deliveries })}
        action={t('Send again')}
        keep={t('Not now')}
        onKeep={() => setSending(false)}
        onAct={async () => {
          const { message } = await client.webhooks.redeliverDead({})
          setSending(false)
          tell(said(message))
        }}
      >
        {t('Each goes to the URL that its assistant has now. Those that fail again come back here.')}
      </ConfirmDialog>
    </Panel>
  )
}

/** Puts entries away until something new happens, and lets the person undo that. */
export function usePutAway() {
  const { client, ask } = useDesk()
  return useChange((keys: string[]) => client.attention.putAway({ keys }), {
    assume: (keys, shown) => shown.change<AttentionWithReason>(attentionKey(ask), found => without(found, keys)),
    onDone: ({ message }, keys) => tell(said(message), () => client.attention.restore({ keys })),
  })
}

/** What remains when the entries with these keys are put away. */
function without(found: AttentionWithReason, keys: string[]): AttentionWithReason {
  const isAway = (value: unknown) =>
    typeof value === 'object' && value !== null && 'key' in value && keys.includes(value.key as string)
  const kept = Object.entries(found).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter(one => !isAway(one)) : isAway(value) ? null : value,
  ])
  const lists = Object.fromEntries(kept) as AttentionWithReason
  const remaining = {
    ...lists,
    cut_off_total: found.cut_off_total - found.cut_off.length + lists.cut_off.length,
    missed_inbound_total: found.missed_inbound_total - found.missed_inbound.length + lists.missed_inbound.length,
  }
  return keys.includes(found.dead_deliveries_key ?? '') ? { ...remaining, dead_deliveries: 0 } : remaining
}

function Item({
  tone,
  icon: Sign,
  what,
  why,
  action,
  keys,
  onPutAway,
}: Entry & { onPutAway: (keys: string[]) => void }) {
  return (
    <li data-role={tone}>
      <Sign size={15} aria-hidden />
      <div>
        <strong>{what}</strong>
        {why && <p>{why}</p>}
      </div>
      <span className={css.do}>
        {action}
        {keys && (
          <ActionIcon size={20} aria-label={t('Put away')} onClick={() => onPutAway(keys)} {...tip(t('Put away'))}>
            <IconX size={13} />
          </ActionIcon>
        )}
      </span>
    </li>
  )
}

import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Lead } from '../../../contract/leads'
import type { Client } from '../../api/client'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { tell } from '../../parts/tell'
import { deskTime } from '../../stores/desk'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { momentOfLead } from '../campaigns/campaign-text'
import { CallbackDialog } from './CallbackDialog'
import { isFinished, whoOf } from './lead-text'
import { useOwnLeads } from './own-leads'
import { useLeadsChange } from './use-leads-change'

type Leads = Awaited<ReturnType<Client['leads']['list']>>

/** What can be done with one lead. */
export interface LeadActions {
  /** Finishes a waiting lead. */
  finish(lead: Lead, status: 'completed' | 'reached-max-retries'): void
  retry(lead: Lead): void
  /** Puts it ahead of all others of its campaign. */
  callNow(lead: Lead): void
  callBack(lead: Lead): void
  /** Puts its number on the do-not-call list. */
  bar(lead: Lead): void
  /** Asks first. */
  remove(lead: Lead): void
}

interface Options {
  /** What a refusal is about: when it has changed, the refusal is not shown any more. */
  about: unknown
  /** Of a lead's campaign, for the time of a callback. */
  zoneOf: (lead: Lead) => string
  onRemoved?: () => void
}

/**
 * The actions on one lead, for its row and its pane. They are one object for the life of the page. `dialogs` must be rendered
 * by the page.
 */
export function useLeadActions({ about, zoneOf, onRemoved }: Options) {
  const desk = useDesk()
  const { client, ask } = desk
  const own = useOwnLeads()
  const [toDelete, setToDelete] = useState<Lead | null>(null)
  const [toCallBack, setToCallBack] = useState<Lead | null>(null)
  const many = useLeadsChange(about)
  const one = useChange(
    ({ lead: _, ...change }: { lead: Lead } & Parameters<Client['leads']['update']>[0]) => client.leads.update(change),
    {
      about,
      assume: ({ lead: { id }, status }, shown) =>
        status &&
        shown.change<Leads>(ask.leads.list.key(), leads => ({
          ...leads,
          data: leads.data.map(lead => (lead.id === id ? { ...lead, status } : lead)),
        })),
      onDone: ({ data }) => own.changed(data),
    },
  )
  const latest = useRef({ one, many })
  latest.current = { one, many }
  const now = () => new Date(deskTime(desk.store.getState().clock)).toISOString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the desk and the client are the same for the life of the page
  const actions = useMemo<LeadActions>(
    () => ({
      finish: (lead, status) => void latest.current.one.run({ lead, id: lead.id, status }),
      retry: lead => void latest.current.many.run({ action: 'retry', ids: [lead.id] }),
      callNow: async lead => {
        const again = isFinished(lead.status)
        const before = lead.callback_at && momentOfLead(lead.callback_at)
        const answer = await latest.current.one.run({
          lead,
          id: lead.id,
          ...(again && { status: 'created' as const }),
          callback_at: now(),
        })
        if (answer)
          tell(
            t('{who} is the next to be called, when the campaign may call.', { who: whoOf(lead) }),
            // The tries so far of a lead that was finished are gone.
            again ? undefined : () => client.leads.update({ id: lead.id, callback_at: before }),
          )
      },
      callBack: setToCallBack,
      bar: lead => void latest.current.many.run({ action: 'blacklist', ids: [lead.id] }),
      remove: setToDelete,
    }),
    [],
  )
  const dialogs: ReactNode = (
    <>
      <ConfirmDialog
        opened={toDelete !== null}
        title={toDelete ? t('Delete {who}?', { who: whoOf(toDelete) }) : ''}
        action={t('Delete lead')}
        keep={t('Keep it')}
        onKeep={() => setToDelete(null)}
        onClosed={() => {
          // The deleted row had the focus, so the table gets it.
          if (document.activeElement === document.body)
            document.querySelector<HTMLElement>('[data-leads] tr[tabindex="0"]')?.focus()
        }}
        onAct={async () => {
          await client.leads.remove({ id: toDelete!.id })
          own.removed(toDelete!.id)
          setToDelete(null)
          onRemoved?.()
        }}
      >
        {[
          t('It is not called again by this campaign.'),
          toDelete?.callback_at && t('A callback was promised.'),
          t('Calls that were made stay in the log. This cannot be undone.'),
        ]
          .filter(Boolean)
          .join(' ')}
      </ConfirmDialog>
      {toCallBack && <CallbackDialog lead={toCallBack} zone={zoneOf(toCallBack)} onClose={() => setToCallBack(null)} />}
    </>
  )
  return { actions, failed: one.failed ?? many.failed, isBusy: one.isBusy || many.isBusy, dialogs }
}

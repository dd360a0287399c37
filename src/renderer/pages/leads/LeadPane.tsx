import { Button } from '@mantine/core'
import { IconPencil, IconPhoneOutgoing } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LeadAttempt } from '../../../contract/leads'
import { stateOfLead } from '../../../contract/statuses'
import type { Client } from '../../api/client'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { KeyValue } from '../../parts/KeyValue'
import { MoreMenu } from '../../parts/MoreMenu'
import { Notice } from '../../parts/Notice'
import { PaneSteps } from '../../parts/PaneSteps'
import { StatusBadge } from '../../parts/StatusBadge'
import { Clip, Duration, Phone, Time } from '../../parts/values'
import { personPath } from '../../phone'
import { linkTo } from '../../router'
import { failureOf } from '../../stores/failure'
import { useAskAt } from '../../stores/use-ask-at'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { rich, t } from '../../words/words'
import { stateOf } from '../calls/call-text'
import { MINUTE, momentOfLead, reasonInWords, whenInZone } from '../campaigns/campaign-text'
import { EditLead } from './EditLead'
import { LeadMenu } from './LeadTable'
import { attemptInWords, isFinished, resultWords, whoOf } from './lead-text'
import css from './leads.module.css'
import { useLeadActions } from './use-lead-actions'

type WholeLead = Awaited<ReturnType<Client['leads']['get']>>

interface Props {
  id: number
  before?: () => void
  after?: () => void
  onClose: () => void
}

/** One lead: when and why it is called next, its variables, its contacts, and its tries with their calls. */
export function LeadPane({ id, before, after, onClose }: Props) {
  const { ask } = useDesk()
  const pane = useRef<HTMLElement>(null)
  const [isEditing, setEditing] = useState(false)
  const answer = useQuery(ask.leads.get.queryOptions({ input: { id } }))
  const { data: lead } = answer
  const campaign = useQuery({
    ...ask.campaigns.get.queryOptions({ input: { id: lead?.campaign_id ?? 0 } }),
    enabled: lead !== undefined,
  }).data
  const error = failureOf(answer)
  const { actions, failed, isBusy, dialogs } = useLeadActions({
    about: lead,
    zoneOf: () => campaign?.timezone ?? 'UTC',
    onRemoved: onClose,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the form is closed, which had the focus
  useEffect(() => pane.current?.focus(), [isEditing])
  if (lead && isEditing)
    return <EditLead lead={lead} assistantId={campaign?.assistant_id ?? null} onClose={() => setEditing(false)} />
  return (
    <DetailPane
      ref={pane}
      label={t('Lead')}
      title={lead ? whoOf(lead) : t('Lead')}
      width={372}
      head={53}
      onClose={onClose}
      actions={<PaneSteps up={{ word: t('Lead before'), go: before }} down={{ word: t('Lead after'), go: after }} />}
    >
      {(error || failed) && (
        <div className={css.notice}>
          <Notice tone="bad" title={failed ?? t('The lead cannot be shown')}>
            {!failed && error!.message}
          </Notice>
        </div>
      )}
      {lead && (
        <>
          <div className={css.state}>
            <StatusBadge kind="lead" name={stateOfLead(lead)} look="pill" />
            {lead.result && <span className={lead.cut_off ? 'danger' : 'soft'}>{resultWords[lead.result]}</span>}
          </div>
          <WhyNot lead={lead} zone={campaign?.timezone} />
          <div className={css.buttons}>
            {lead.status !== 'processing' && (
              <Button
                leftSection={<IconPhoneOutgoing size={14} aria-hidden />}
                loading={isBusy}
                onClick={() => actions.callNow(lead)}
              >
                {t('Call now')}
              </Button>
            )}
            {!isFinished(lead.status) && <Button onClick={() => actions.callBack(lead)}>{t('Call back at')}</Button>}
            <Button leftSection={<IconPencil size={14} aria-hidden />} onClick={() => setEditing(true)}>
              {t('Edit')}
            </Button>
            <MoreMenu label={t('More')}>
              <LeadMenu lead={lead} actions={actions} />
            </MoreMenu>
          </div>
          <About lead={lead} zone={campaign?.timezone} />
          <Variables title={t('Variables')} variables={lead.variables} />
          {lead.secondary_contacts.map((contact, i) => (
            <PaneSection key={contact.id} title={t('Contact {n}', { n: i + 1 })}>
              <KeyValue
                rows={[
                  [t('Number'), <Phone key="number" value={contact.phone_number} />],
                  [t('State'), contacts[contact.status]],
                  ...Object.entries(contact.variables).map(([name, value]): [string, string] => [name, asText(value)]),
                ]}
              />
            </PaneSection>
          ))}
          <PaneSection title={t('Tries')}>
            {lead.history.length === 0 ? (
              <p className="dim">{t('Not called yet.')}</p>
            ) : (
              <ol className={css.attempts} reversed>
                {lead.history.map(attempt => (
                  <Attempt key={attempt.id} attempt={attempt} />
                ))}
              </ol>
            )}
          </PaneSection>
        </>
      )}
      {dialogs}
    </DetailPane>
  )
}

const contacts = {
  created: t('Not called yet'),
  called: t('Not reached'),
  answered: t('Answered'),
  skipped: t('Left out, on the do-not-call list'),
}

const asText = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '–')

/** Why the lead is not called now, and when it will be. */
function WhyNot({ lead, zone }: { lead: WholeLead; zone: string | undefined }) {
  const { ask } = useDesk()
  const deskZone = useDeskState(state => state.settings?.timezone ?? 'UTC')
  const now = useClock(ms => ms - (ms % MINUTE))
  const { data: why } = useQuery(ask.explain.lead.queryOptions({ input: { id: lead.id } }))
  useAskAt(why?.next_at, ask.explain.lead.key({ input: { id: lead.id } }))
  // Its line keeps its room while it is loaded.
  if (!why) return <p className={css.why}> </p>
  return (
    <ul className={css.why} aria-label={t('When it is called')}>
      {why.dialing && <li>{t('It is called as soon as a line is free.')}</li>}
      {why.reasons.map(reason => (
        <li key={reason.code}>{reasonInWords(reason, zone ?? deskZone, now)}</li>
      ))}
      {why.next_at && zone && !why.reasons.some(({ until }) => until === why.next_at) && (
        <li>{rich('Next: <at></at>', { at: () => <b key="at">{whenInZone(why.next_at!, zone, now)}</b> })}</li>
      )}
    </ul>
  )
}

const About = ({ lead, zone }: { lead: WholeLead; zone: string | undefined }) => (
  <PaneSection title={t('About this lead')}>
    <KeyValue
      rows={[
        [
          t('Number'),
          <a key="number" className="link" href={`#${personPath(lead.phone_number)}`}>
            <Phone value={lead.phone_number} />
          </a>,
        ],
        [
          t('Campaign'),
          <a key="campaign" className="link" href={linkTo(`/campaigns/${lead.campaign_id}`)}>
            {lead.campaign.name}
          </a>,
        ],
        ...(lead.callback_at
          ? ([[t('Callback'), <Time key="at" at={momentOfLead(lead.callback_at)} zone={zone} />]] as [
              string,
              React.ReactNode,
            ][])
          : []),
        [t('Added'), <Time key="added" at={momentOfLead(lead.created_at)} zone={zone} />],
        ...(lead.blacklisted
          ? ([[t('Do not call'), t('The number is on the list')]] as [string, React.ReactNode][])
          : []),
      ]}
    />
  </PaneSection>
)

function Variables({ title, variables }: { title: string; variables: Record<string, unknown> }) {
  const rows = Object.entries(variables).map(([name, value]): [string, React.ReactNode] => [
    name,
    <Clip key={name}>{asText(value)}</Clip>,
  ])
  return (
    <PaneSection title={title}>
      {rows.length === 0 ? (
        <p className="dim">{t('None. The assistant uses its own values.')}</p>
      ) : (
        <KeyValue rows={rows} />
      )}
    </PaneSection>
  )
}

const Attempt = ({ attempt }: { attempt: LeadAttempt }) => (
  <li>
    <div>
      <span>{attemptInWords(attempt)}</span>
      <span className="dim">
        <Time at={attempt.started_at} />
      </span>
    </div>
    <ul>
      {attempt.calls.map(call => (
        <li key={call.id}>
          <a href={linkTo(`/calls/${call.id}`)}>
            <StatusBadge kind="call" name={stateOf(call)} />
            <span className="num">
              {call.duration > 0 ? <Duration seconds={call.duration} /> : <Phone value={call.client_phone_number} />}
            </span>
          </a>
        </li>
      ))}
    </ul>
  </li>
)

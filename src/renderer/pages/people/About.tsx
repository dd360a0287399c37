import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Person } from '../../../contract/people'
import { stateOfLead } from '../../../contract/statuses'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { count, money } from '../../parts/format'
import { KeyValue } from '../../parts/KeyValue'
import { MoreMenu } from '../../parts/MoreMenu'
import { Notice } from '../../parts/Notice'
import { PersonLink } from '../../parts/PersonLink'
import { StatusBadge } from '../../parts/StatusBadge'
import { tell } from '../../parts/tell'
import { tip } from '../../parts/tips/tip'
import { Clip, Phone } from '../../parts/values'
import { linkTo } from '../../router'
import { useChange } from '../../stores/use-change'
import { useClock } from '../../stores/use-clock'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { MINUTE, momentOfLead, whenInWords } from '../campaigns/campaign-text'
import { DoNotCall, ListDialog } from './DoNotCall'
import { AddNote } from './Notes'
import { PromiseDialog, type Promised, promisesOf } from './Promise'
import css from './people.module.css'
import { isOpen, nextOf, ownLeads, type PersonLead } from './person-text'
import { useAssumed } from './use-person'
import { VariablesDialog } from './VariablesDialog'

const dash = (
  <span key="none" className="dim">
    –
  </span>
)

type Settable = 'created' | 'completed' | 'reached-max-retries'

/** What the pane opens. */
type Dialog = { kind: 'promise'; of: Promised | null } | { kind: 'variables'; lead: PersonLead } | { kind: 'list' }

/** Beside the history: what comes next, in which lists the person is, what is known, and what was spent. */
export function About({ person, zone }: { person: Person; zone: string }) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const edit = (lead: PersonLead) => setDialog({ kind: 'variables', lead })
  return (
    <DetailPane label={t('About this person')} width={352}>
      <NextAttempt person={person} zone={zone} onPromise={of => setDialog({ kind: 'promise', of })} />
      <AddNote number={person.phone_number} />
      <InLists person={person} zone={zone} onEdit={edit} />
      <Known person={person} onEdit={edit} />
      <OtherNumbers person={person} />
      <DoNotCall person={person} onList={() => setDialog({ kind: 'list' })} />
      <Spent person={person} />
      {dialog?.kind === 'promise' && <PromiseDialog person={person} of={dialog.of} zone={zone} onClose={close} />}
      {dialog?.kind === 'variables' && <VariablesDialog lead={dialog.lead} onClose={close} />}
      {dialog?.kind === 'list' && <ListDialog person={person} onClose={close} />}
    </DetailPane>
  )
}

/** Sets the result of a lead by hand. */
function useSetResult(person: Person) {
  const { client } = useDesk()
  const assumed = useAssumed(person.phone_number)
  return useChange(({ id, status }: { id: number; status: Settable }) => client.leads.update({ id, status }), {
    about: person.leads,
    assume: ({ id, status }, shown) =>
      assumed(shown, ({ leads }) => ({
        leads: leads.map(lead => (lead.id === id ? { ...lead, status, cut_off: false, explanation: null } : lead)),
      })),
  })
}

interface NextProps {
  person: Person
  zone: string
  onPromise: (of: Promised | null) => void
}

function NextAttempt({ person, zone, onPromise }: NextProps) {
  const set = useSetResult(person)
  // Once a minute, as the texts have no seconds.
  const now = useClock(now => Math.floor(now / MINUTE) * MINUTE)
  const next = nextOf(person, zone, now)
  const { lead } = next
  const isWaiting = lead !== null && isOpen(lead) && lead.status !== 'processing'
  return (
    <PaneSection title={t('Next attempt')} action={<span className="dim">{zone}</span>}>
      <Notice tone={next.tone} title={next.title}>
        {next.why}
        {lead && (
          <>
            {' '}
            <a className="link" href={linkTo(`/campaigns/${lead.campaign.id}`)}>
              {lead.campaign.name}
            </a>
          </>
        )}
      </Notice>
      {set.failed && <Notice tone="bad" title={set.failed} />}
      <Promises person={person} zone={zone} now={now} onChange={onPromise} />
      <div className={css.buttons}>
        <Button size="xs" onClick={() => onPromise(null)}>
          {t('Promise a callback')}
        </Button>
        {isWaiting ? (
          <Menu>
            <Menu.Target>
              <Button size="xs">{t('Set result by hand')}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => set.run({ id: lead.id, status: 'completed' })}>{t('Set to done')}</Menu.Item>
              <Menu.Item onClick={() => set.run({ id: lead.id, status: 'reached-max-retries' })}>
                {t('Set to not reached')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : (
          lead &&
          lead.status !== 'processing' && (
            <Button size="xs" onClick={() => set.run({ id: lead.id, status: 'created' })}>
              {t('Try again')}
            </Button>
          )
        )}
      </div>
    </PaneSection>
  )
}

/** The callbacks that were promised: by campaigns, and by hand. Each can be moved and withdrawn. */
function Promises({
  person,
  zone,
  now,
  onChange,
}: {
  person: Person
  zone: string
  now: number
  onChange: (of: Promised) => void
}) {
  const { client } = useDesk()
  const assumed = useAssumed(person.phone_number)
  const withdraw = useChange(
    ({ lead, id }: Promised): Promise<unknown> =>
      lead ? client.leads.update({ id, callback_at: null }) : client.attention.dismissPromised({ id }),
    {
      about: [person.promised_callbacks, person.leads],
      assume: (gone, shown) =>
        assumed(shown, ({ leads, promised_callbacks }) => ({
          leads: leads.map(lead => (gone.lead && lead.id === gone.id ? { ...lead, callback_at: null } : lead)),
          promised_callbacks: promised_callbacks.filter(one => gone.lead !== null || one.id !== gone.id),
        })),
      onDone: (_, { lead, id, at, callId }) =>
        tell(t('The promised callback is withdrawn.'), () =>
          lead
            ? client.leads.update({ id, callback_at: at })
            : client.attention.addPromised({ phone_number: person.phone_number, at, call_id: callId ?? undefined }),
        ),
    },
  )
  const promises = promisesOf(person)
  return (
    <>
      {withdraw.failed && <Notice tone="bad" title={withdraw.failed} />}
      {promises.length > 0 && (
        <ul className={css.promises} aria-label={t('Callbacks promised')}>
          {promises.map(one => {
            const when = whenInWords(one.at, zone, now)
            return (
              <li key={`${one.lead ? 'lead' : 'hand'} ${one.id}`}>
                <Clip>
                  {t('Callback {when}', { when })}{' '}
                  <span className="soft">· {one.lead ? one.lead.campaign.name : t('By hand')}</span>
                </Clip>
                <ActionIcon
                  size={22}
                  aria-label={t('Move the callback {when}', { when })}
                  onClick={() => onChange(one)}
                  {...tip(t('Another time'))}
                >
                  <IconPencil size={14} />
                </ActionIcon>
                <ActionIcon
                  size={22}
                  aria-label={t('Withdraw the callback {when}', { when })}
                  onClick={() => withdraw.run(one)}
                  {...tip(t('Withdraw'))}
                >
                  <IconX size={14} />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

function InLists({ person, zone, onEdit }: { person: Person; zone: string; onEdit: (lead: PersonLead) => void }) {
  const set = useSetResult(person)
  const now = useClock(now => Math.floor(now / MINUTE) * MINUTE)
  const { leads, phone_number: number } = person
  return (
    <PaneSection title={t('In lists')}>
      {set.failed && <Notice tone="bad" title={set.failed} />}
      {leads.length === 0 && <p className="dim">{t('In no list of a campaign.')}</p>}
      <ul className={css.leads}>
        {leads.map(lead => (
          <li key={lead.id}>
            <a href={linkTo(`/campaigns/${lead.campaign.id}`)}>
              <Clip>{lead.campaign.name}</Clip>
            </a>
            <StatusBadge
              kind="lead"
              name={stateOfLead(lead)}
              note={lead.cut_off ? t('Cut off while talking. Not called again by itself.') : undefined}
            />
            <MoreMenu inRow label={t('More: {who}', { who: lead.campaign.name })}>
              <Menu.Item onClick={() => onEdit(lead)}>{t('Edit what is known')}</Menu.Item>
              {isOpen(lead) && lead.status !== 'processing' && (
                <>
                  <Menu.Item onClick={() => set.run({ id: lead.id, status: 'completed' })}>
                    {t('Set to done')}
                  </Menu.Item>
                  <Menu.Item onClick={() => set.run({ id: lead.id, status: 'reached-max-retries' })}>
                    {t('Set to not reached')}
                  </Menu.Item>
                </>
              )}
              {!isOpen(lead) && (
                <Menu.Item onClick={() => set.run({ id: lead.id, status: 'created' })}>{t('Try again')}</Menu.Item>
              )}
            </MoreMenu>
            <span className={css.sub}>
              {[
                lead.phone_number !== number &&
                  t('as another number of {who}', { who: lead.name ?? lead.phone_number }),
                t('{n, plural, =0 {no attempt} one {# attempt} other {# attempts}}', { n: lead.attempts }),
                lead.next_attempt_at &&
                  t('next {when}', { when: whenInWords(momentOfLead(lead.next_attempt_at), zone, now) }),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </PaneSection>
  )
}

/** The variables of each list, else of the last call. */
function Known({ person, onEdit }: { person: Person; onEdit: (lead: PersonLead) => void }) {
  const own = ownLeads(person)
  const given = person.calls[0]?.given_variables ?? {}
  const [first] = own
  const rows = (variables: Record<string, unknown>) =>
    Object.entries(variables).map(([name, value]): [string, React.ReactNode] => [
      name,
      value === null || value === '' ? dash : String(value),
    ])
  return (
    <PaneSection
      title={t('Known')}
      action={
        first &&
        own.length === 1 && (
          <button type="button" className="link" onClick={() => onEdit(first)}>
            {t('Edit')}
          </button>
        )
      }
    >
      {own.length > 1 ? (
        own.map(lead => (
          <div key={lead.id}>
            <p className={css.group}>
              {lead.campaign.name} ·{' '}
              <button type="button" className="link" onClick={() => onEdit(lead)}>
                {t('Edit')}
              </button>
            </p>
            <KeyValue rows={rows(lead.variables)} />
          </div>
        ))
      ) : Object.keys(first?.variables ?? given).length > 0 ? (
        <KeyValue rows={rows(first?.variables ?? given)} />
      ) : (
        <p className="dim">{t('Nothing but the number.')}</p>
      )}
    </PaneSection>
  )
}

/** The other numbers of this person in their lists, or whose other number this is. */
function OtherNumbers({ person }: { person: Person }) {
  const { leads, phone_number: number } = person
  const others = new Map<string, string>()
  for (const lead of leads) {
    if (lead.phone_number !== number) others.set(lead.phone_number, lead.name ?? lead.campaign.name)
    for (const contact of lead.secondary_contacts)
      if (contact.phone_number !== number) others.set(contact.phone_number, lead.campaign.name)
  }
  if (others.size === 0) return null
  return (
    <PaneSection title={t('Other numbers')}>
      <KeyValue
        width={140}
        rows={[...others].map(([other, where]) => [
          where,
          <PersonLink key={other} number={other}>
            <Phone value={other} />
          </PersonLink>,
        ])}
      />
    </PaneSection>
  )
}

function Spent({ person: { spent, totals } }: { person: Person }) {
  const row = (word: string, n: number, amount: number): [string, string][] =>
    n > 0 || amount !== 0 ? [[word, `${count(n)}, ${money(amount)}`]] : []
  const rows = [
    ...row(t('Calls'), totals.calls, spent.calls),
    ...row(t('SMS'), totals.sms, spent.sms),
    ...row(t('Chats'), totals.conversations, spent.conversations),
  ]
  const sum = spent.calls + spent.sms + spent.conversations
  return (
    <PaneSection title={t('Spent')} action={rows.length > 1 && <b className="num">{money(sum)}</b>}>
      {rows.length > 0 ? <KeyValue rows={rows} /> : <p className="dim">{t('Nothing.')}</p>}
    </PaneSection>
  )
}

import { Button, Checkbox, Menu } from '@mantine/core'
import { IconPhoneOutgoing, IconSend, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { EXPORTED, type Person } from '../../../contract/people'
import { save } from '../../exports/export-list'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { EmptyState } from '../../parts/EmptyState'
import { clockTime, formatPhone } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { MoreMenu } from '../../parts/MoreMenu'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { StatusBadge } from '../../parts/StatusBadge'
import { putRight, tell, warn } from '../../parts/tell'
import { Phone } from '../../parts/values'
import { countryOf } from '../../phone'
import { go, linkTo } from '../../router'
import { PageLoading } from '../../shell/PageLoading'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { t } from '../../words/words'
import { CallDialog } from '../calls/CallDialog'
import { HangUp } from '../calls/HangUp'
import { About } from './About'
import { ListDialog } from './DoNotCall'
import { History } from './History'
import css from './people.module.css'
import { isListed, liveCall, ownLeads, whoIs } from './person-text'
import { usePerson } from './use-person'

const trail: [string, string][] = [[t('People'), '/people']]

/** Everything about one number: what has happened, what comes next, and what can be done. */
export function PersonPage({ number }: { number: string }) {
  const { data: person, error } = usePerson(number)
  const zone = useDeskState(state => state.settings?.timezone)
  if (error && !person)
    return (
      <>
        <PageHeader trail={trail} title={formatPhone(number)} />
        <EmptyState icon={IconUserOff} title={t('This person cannot be shown')}>
          {error.message}
        </EmptyState>
      </>
    )
  if (!person || !zone) return <PageLoading path={`/people/${number}`} />
  return (
    <div className={layout.column}>
      <Header person={person} zone={zone} />
      {error && (
        <div className={layout.notice}>
          <Notice tone="bad" title={error.message} />
        </div>
      )}
      <div className={layout.split}>
        <History person={person} zone={zone} />
        <About person={person} zone={zone} />
      </div>
    </div>
  )
}

function Header({ person, zone }: { person: Person; zone: string }) {
  const { phone_number: number, name } = person
  const isOff = useClock(now => (isListed(person, now) ? 'off' : 'on')) === 'off'
  const [opened, setOpened] = useState<'call' | 'list' | 'forget' | null>(null)
  const close = () => setOpened(null)
  const live = liveCall(person)
  const exportPerson = useExport(person)
  return (
    <>
      <PageHeader
        trail={trail}
        title={whoIs(person)}
        badge={
          <span className={css.badge}>
            {name !== null && (
              <span className={css.number}>
                <Phone value={number} />
              </span>
            )}
            {isOff && <StatusBadge kind="lead" name="blacklisted" look="pill" />}
          </span>
        }
        meta={<Where number={number} there={person.time_zone} here={zone} />}
        actions={
          <>
            <Button
              component="a"
              href={linkTo('/sms/new', { to: number })}
              leftSection={<IconSend size={14} aria-hidden />}
            >
              {t('SMS')}
            </Button>
            {live ? (
              <HangUp call={live} />
            ) : (
              <Button
                variant="filled"
                disabled={isOff}
                leftSection={<IconPhoneOutgoing size={15} aria-hidden />}
                onClick={() => setOpened('call')}
              >
                {t('Call now')}
              </Button>
            )}
            <MoreMenu>
              {!person.blacklist && (
                <Menu.Item onClick={() => setOpened('list')}>{t('Put on the do-not-call list')}</Menu.Item>
              )}
              <Menu.Item onClick={exportPerson}>{t('Save what is known as a file')}</Menu.Item>
              <Menu.Divider />
              <Menu.Item className="danger" onClick={() => setOpened('forget')}>
                {t('Forget this person')}
              </Menu.Item>
            </MoreMenu>
          </>
        }
      />
      <CallDialog
        opened={opened === 'call'}
        onClose={close}
        number={number}
        earlier={person.calls[0]?.id}
        known={ownLeads(person)[0]?.variables}
      />
      {opened === 'list' && <ListDialog person={person} onClose={close} />}
      <ForgetDialog person={person} opened={opened === 'forget'} onClose={close} />
    </>
  )
}

/** The country of a number, and what time it is there. */
function Where({ number, there, here }: { number: string; there: string | null; here: string }) {
  const time = useClock(now => (there ? clockTime(now, there) : ''))
  const ours = useClock(now => clockTime(now, here))
  const clock =
    there === null ? null : time === ours ? t('{time} there, as here', { time }) : t('{time} there', { time })
  return [countryOf(number), clock].filter(Boolean).join(' · ')
}

/** Saves everything that is known about a person as a file. */
function useExport({ phone_number: number }: Person) {
  const { client } = useDesk()
  return async () => {
    const about = `export of ${number}`
    try {
      const data = await client.people.export({ phone_number: number })
      save(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `person ${number}.json`)
      putRight(about)
      if (Object.values(data.totals).some(n => n > EXPORTED))
        warn(t('The file has the newest {n} of each kind. There is more.', { n: EXPORTED }))
      else tell(t('What is known about {who} is saved.', { who: whoIs(data) }))
    } catch (error) {
      warn((error as Error).message, { about })
    }
  }
}

/** Asks, and says what is deleted and what is kept. */
function ForgetDialog({ person, opened, onClose }: { person: Person; opened: boolean; onClose: () => void }) {
  const { client } = useDesk()
  const [alsoList, setAlsoList] = useState(false)
  const { phone_number: number, totals, blacklist, leads } = person
  const who = whoIs(person)
  const gone = [
    leads.length > 0 && t('{n, plural, one {# place in a list} other {# places in lists}}', { n: leads.length }),
    totals.calls > 0 &&
      t(
        '{n, plural, one {# call, with its recording and transcript} other {# calls, with recordings and transcripts}}',
        {
          n: totals.calls,
        },
      ),
    totals.sms > 0 && t('{n} SMS', { n: totals.sms }),
    totals.conversations > 0 && t('{n, plural, one {# chat} other {# chats}}', { n: totals.conversations }),
    totals.notes > 0 && t('{n, plural, one {# note} other {# notes}}', { n: totals.notes }),
  ].filter(Boolean)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('Forget {who}?', { who })}
      action={t('Forget for ever')}
      keep={t('Keep it')}
      onKeep={onClose}
      onAct={async () => {
        if (alsoList && !blacklist)
          await client.blacklist.add({ phone_number: number, reason: t('Wants to be forgotten') })
        await client.people.forget({ phone_number: number })
        onClose()
        tell(t('{who} is forgotten.', { who }))
        go('/people')
      }}
    >
      <div className="stack">
        <p>
          {gone.length > 0
            ? t('Deleted: {what}, promised callbacks, and webhooks about them.', { what: gone.join(', ') })
            : t('Nothing is stored about this number but what is kept.')}
        </p>
        <p>
          {blacklist
            ? t('Kept: what was paid, and the entry on the do-not-call list, so that nobody calls this number again.')
            : t('Kept: what was paid.')}{' '}
          {t('This cannot be undone.')}
        </p>
        {!blacklist && (
          <Checkbox
            label={t('Put the number on the do-not-call list, so that no later list calls it')}
            checked={alsoList}
            onChange={event => setAlsoList(event.currentTarget.checked)}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}

import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataFolder } from '../../../contract/data'
import { CodeBlock } from '../../parts/CodeBlock'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { FormSection } from '../../parts/FormSection'
import { KeyValue } from '../../parts/KeyValue'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { Time } from '../../parts/values'
import { failureOf } from '../../stores/failure'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { locale } from '../../words/language'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { NotYet, Section } from './Section'
import css from './settings.module.css'

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** `4.5 MB`. */
export function sizeInWords(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const digits = { maximumFractionDigits: power === 0 ? 0 : 1 }
  return `${(bytes / 1000 ** power).toLocaleString(locale, digits)} ${units[power]}`
}

/** The data folder, its backups, and whether everything in it is in order. */
export function DataSection({ title }: { title: string }) {
  const { ask } = useDesk()
  const answer = useQuery(ask.data.get.queryOptions({ input: {} }))
  const error = failureOf(answer)
  const { data } = answer
  if (!data || error) return <NotYet title={title} error={error} />
  const files = (n: number) => t('{n, plural, one {# file} other {# files}}', { n })
  return (
    <Section title={title}>
      <FormSection title={t('Folder')} help={t('Everything that the desk knows lies in it, on this machine only.')}>
        <CodeBlock text={data.folder} label={t('Folder')} />
        <KeyValue
          rows={[
            [t('Database'), sizeInWords(data.database.bytes)],
            [t('Recordings'), `${sizeInWords(data.recordings.bytes)} · ${files(data.recordings.files)}`],
            ...(data.documents.files > 0
              ? [
                  [t('To be read'), `${sizeInWords(data.documents.bytes)} · ${files(data.documents.files)}`] as [
                    string,
                    string,
                  ],
                ]
              : []),
            [t('Backups'), sizeInWords(data.backups.reduce((sum, { bytes }) => sum + bytes, 0))],
          ]}
        />
      </FormSection>
      <Backups data={data} />
      <Health />
    </Section>
  )
}

function Backups({ data }: { data: DataFolder }) {
  const { client } = useDesk()
  const [going, setGoing] = useState<string | null>(null)
  const [restored, setRestored] = useState<string | null>(null)
  const start = useChange(() => client.data.backUp({}), { about: data.backup.state })
  const cancel = useChange(() => client.data.cancelBackup({}), { about: data.backup.state })
  const { backup, backups } = data
  const isRunning = backup.state === 'running'
  const shown = restored ?? backups[0]?.name
  return (
    <>
      <FormSection
        title={t('Backups')}
        help={t(
          'A copy of the database in the folder. Recordings are not in it, nor the key that its secrets are sealed with: keep a copy of data.key and recordings elsewhere.',
        )}
      >
        <div className={css.buttons}>
          <Button loading={isRunning || start.isBusy} onClick={() => start.run(undefined)}>
            {t('Back up now')}
          </Button>
          {isRunning && <Button onClick={() => cancel.run(undefined)}>{t('Cancel')}</Button>}
        </div>
        <p role="status" className="soft">
          {isRunning && t('The backup is being made. You can leave this page.')}
          {backup.state === 'made' && t('The backup is complete: {name}', { name: backup.name ?? '' })}
          {backup.state === 'cancelled' && t('The backup was cancelled. Nothing of it is left.')}
        </p>
        {backup.state === 'failed' && (
          <Notice tone="bad" title={t('The backup could not be made')}>
            {backup.error && said(backup.error)}
          </Notice>
        )}
        {(start.failed ?? cancel.failed) && <Notice tone="bad" title={start.failed ?? cancel.failed} />}
        <ul className={css.items} aria-label={t('Backups')}>
          {backups.map(({ name, bytes, created_at }) => (
            <li key={name}>
              <div>
                <strong>{name}</strong>
                <p>
                  {sizeInWords(bytes)} · <Time at={created_at} />
                </p>
              </div>
              <span className="row">
                <Button size="xs" aria-label={t('Restore {name}', { name })} onClick={() => setRestored(name)}>
                  {t('Restore')}
                </Button>
                <Button size="xs" aria-label={t('Delete {name}', { name })} onClick={() => setGoing(name)}>
                  {t('Delete')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
        {backups.length === 0 && <p className="dim">{t('None yet.')}</p>}
      </FormSection>
      {shown && (
        <FormSection
          title={t('Restore')}
          help={t(
            'It takes the place of everything here, so the desk must not run meanwhile. What is here now is kept under another name.',
          )}
        >
          <p className="soft">{t('End Callwright, then run this line where it is installed, and start it again:')}</p>
          <CodeBlock text={restoreLine(data.folder, shown)} label={t('Command')} />
        </FormSection>
      )}
      <ConfirmDialog
        opened={going !== null}
        title={t('Delete this backup?')}
        action={t('Delete')}
        keep={t('Keep it')}
        onKeep={() => setGoing(null)}
        onAct={async () => {
          const { message } = await client.data.removeBackup({ name: going! })
          tell(said(message))
          if (restored === going) setRestored(null)
          setGoing(null)
        }}
      >
        {going}
      </ConfirmDialog>
    </>
  )
}

const quoted = (text: string) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** The command line that restores a backup. */
const restoreLine = (folder: string, name: string) =>
  `node out/main/cli.js restore ${quoted(`${folder}/backups/${name}`)} --data-dir ${quoted(folder)}`

function Health() {
  const { client } = useDesk()
  const check = useChange(() => client.data.check({}), { onDone: answer => setResult(answer) })
  const [result, setResult] = useState<Awaited<ReturnType<typeof client.data.check>> | null>(null)
  return (
    <FormSection
      title={t('Health')}
      help={t(
        'Looks at the database, the data key and who can read the files, as the command doctor does. It changes nothing.',
      )}
    >
      <span>
        <Button loading={check.isBusy} onClick={() => check.run(undefined)}>
          {t('Check now')}
        </Button>
      </span>
      {check.failed && <Notice tone="bad" title={check.failed} />}
      <div role="status">
        {result && (
          <>
            <p>
              <strong>
                {result.ok
                  ? t('Everything is in order')
                  : t('{n, plural, one {# fault was found} other {# faults were found}}', {
                      n: result.checks.filter(({ ok }) => !ok).length,
                    })}
              </strong>
            </p>
            <ul className={css.checks}>
              {result.checks.map(({ text, ok }) => (
                <li key={text} data-bad={!ok || undefined}>
                  {ok ? <IconCircleCheck size={15} aria-hidden /> : <IconCircleX size={15} aria-label={t('Fault')} />}
                  <span>{said(text)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </FormSection>
  )
}

import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { CodeBlock } from '../../parts/CodeBlock'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { FormSection } from '../../parts/FormSection'
import { KeyValue } from '../../parts/KeyValue'
import layout from '../../parts/layout.module.css'
import { Notice } from '../../parts/Notice'
import { PageHeader } from '../../parts/PageHeader'
import { ScrollRegion } from '../../parts/ScrollRegion'
import { Time } from '../../parts/values'
import { guardLeaving, refine, usePlace } from '../../router'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { rich, t } from '../../words/words'
import { SendTest } from './SendTest'
import verifyGo from './snippets/verify.go?raw'
import verifyNode from './snippets/verify.mjs?raw'
import verifyPhp from './snippets/verify.php?raw'
import verifyPython from './snippets/verify.py?raw'
import { WebhookTabs } from './WebhookTabs'
import css from './webhooks.module.css'

const snippets: Record<string, { name: string; code: string }> = {
  node: { name: 'Node.js', code: verifyNode },
  python: { name: 'Python', code: verifyPython },
  php: { name: 'PHP', code: verifyPhp },
  go: { name: 'Go', code: verifyGo },
}

/** How webhooks are signed: the secret, and programs that check the signature. */
export function SigningPage() {
  const { query } = usePlace()
  const asked = query.get('in') ?? 'node'
  const language = asked in snippets ? asked : 'node'
  return (
    <div className={layout.column}>
      <PageHeader title={t('Webhooks')} meta="" actions={<SendTest />} />
      <WebhookTabs />
      <ScrollRegion label={t('Signing')}>
        <div className={layout.form}>
          <Secret />
          <FormSection
            title={t('Check the signature')}
            help={rich(
              'With it a receiver knows that a request is from this desk. Webhooks follow <link>Standard Webhooks</link>, for which there are libraries too.',
              {
                link: text => (
                  <a className="link" href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
                    {text}
                  </a>
                ),
              },
            )}
          >
            <SegmentedControl
              className={css.languages}
              aria-label={t('Language')}
              value={language}
              onChange={to => refine('/webhooks/signing', { in: to })}
              data={Object.entries(snippets).map(([value, { name }]) => ({ value, label: name }))}
            />
            <div className={css.code}>
              <CodeBlock
                text={snippets[language]!.code.trimEnd()}
                label={t('Program in {language}', { language: snippets[language]!.name })}
              />
            </div>
          </FormSection>
          <FormSection title={t('Headers')} help={t('They are the same for every event.')}>
            <KeyValue
              width={150}
              rows={[
                ['webhook-id', t('The same at every try: a receiver that has seen it already can leave it.')],
                [
                  'webhook-timestamp',
                  t('When this try was sent, in seconds since 1970. Refuse what is older than five minutes.'),
                ],
                [
                  'webhook-signature',
                  t(
                    '“v1,” and the HMAC-SHA256 of id, timestamp and body in Base64. For a day after a new secret there are two.',
                  ),
                ],
              ]}
            />
          </FormSection>
        </div>
      </ScrollRegion>
    </div>
  )
}

function Secret() {
  const { ask, client } = useDesk()
  const answer = useQuery(ask.webhooks.secret.queryOptions({ input: {} }))
  const receivers = useQuery(ask.webhooks.receivers.queryOptions({ input: {} }))
  const [isAsking, setAsking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [isKept, setKept] = useState(false)
  const kept = useCallback(() => setKept(true), [])
  /** Goes to where the person wanted to go before the new secret was copied. */
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (made !== null && !isKept) return guardLeaving(go => setLeave(() => go))
    return undefined
  }, [made, isKept])
  const error = failureOf(answer)
  const { data } = answer
  const hosts = receivers.data ?? []
  return (
    <FormSection
      title={t('Signing secret')}
      help={t(
        'One for the whole workspace. It is shown only when it is made, so keep it where your receivers read it.',
      )}
    >
      <div className={css.secret}>
        {error && <Notice tone="bad" title={error.message} />}
        <p>
          {data && (
            <>
              <span className="mono">{`whsec_…${data.hint}`}</span>{' '}
              <span className="soft">
                {data.rotated_at === null
                  ? t('made by the desk, and never shown. Make a new one to know it.')
                  : rich('made <at></at>', { at: () => <Time at={data.rotated_at!} /> })}
              </span>
            </>
          )}
          {!data && '\u00a0'}
        </p>
        {data?.old_valid_until && (
          <Notice
            tone="queued"
            title={rich('The old secret signs too until <at></at>', { at: () => <Time at={data.old_valid_until!} /> })}
          >
            {t('Give the new one to every receiver until then. After that the old one is worth nothing.')}
          </Notice>
        )}
        {made !== null && (
          <Notice tone="warn" title={t('Copy the new secret now: it is not shown again')}>
            <CodeBlock text={made} label={t('New secret')} onCopied={kept} />
          </Notice>
        )}
        <span>
          <Button onClick={() => setAsking(true)}>{t('Make a new secret')}</Button>
        </span>
      </div>
      <ConfirmDialog
        opened={leave !== null}
        title={t('Leave without the new secret?')}
        action={t('Leave it')}
        keep={t('Stay here')}
        onKeep={() => setLeave(null)}
        onAct={async () => leave?.()}
      >
        {t('It was not copied, and is not shown again.')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={isAsking}
        title={t('Make a new signing secret?')}
        action={t('Make a new secret')}
        keep={t('Keep this one')}
        onKeep={() => setAsking(false)}
        onAct={async () => {
          const { data } = await client.webhooks.rotateSecret({})
          setMade(data.secret)
          setKept(false)
          setAsking(false)
        }}
      >
        <p>
          {t(
            'For a day webhooks are signed with both. Within that day every receiver needs the new one, or it will refuse what is sent.',
          )}
        </p>
        {hosts.length > 0 && (
          <p>
            {t('{n, plural, one {One receiver checks} other {# receivers check}} it: {hosts}', {
              n: hosts.length,
              hosts: hosts
                .slice(0, 5)
                .map(({ host }) => host)
                .join(', '),
            })}
          </p>
        )}
      </ConfirmDialog>
    </FormSection>
  )
}

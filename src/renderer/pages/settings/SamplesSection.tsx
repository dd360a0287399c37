import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SampleData, SampleKind } from '../../../contract/samples'
import type { Client } from '../../api/client'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { FormSection } from '../../parts/FormSection'
import { formatPhone } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { tell } from '../../parts/tell'
import { failureOf } from '../../stores/failure'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import { NotYet, Section } from './Section'
import css from './settings.module.css'

type Removed = Awaited<ReturnType<Client['samples']['remove']>>['data']

/** What a record of a kind is called, and where it is. Leads are counted. */
const kinds: Record<Exclude<SampleKind, 'lead'>, { word: string; link: (id: number) => string }> = {
  campaign: { word: t('Campaign'), link: id => `#/campaigns/${id}` },
  assistant: { word: t('Assistant'), link: id => `#/assistants/${id}` },
  number: { word: t('Number'), link: () => '#/numbers' },
  knowledgebase: { word: t('Knowledge base'), link: id => `#/knowledge/${id}` },
  document: { word: t('Document'), link: () => '#/knowledge' },
}

/** A small desk to try things with, which goes whole again. */
export function SamplesSection({ title }: { title: string }) {
  const { ask, client } = useDesk()
  const answer = useQuery(ask.samples.get.queryOptions({ input: {} }))
  const error = failureOf(answer)
  const [isAsking, setAsking] = useState(false)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const load = useChange(() => client.samples.load({}), {
    onDone: ({ message }) => {
      setRemoved(null)
      tell(said(message))
    },
  })
  const { data } = answer
  if (!data || error) return <NotYet title={title} error={error} />
  const leads = data.records.filter(({ kind }) => kind === 'lead').length
  return (
    <Section title={title}>
      <FormSection
        title={t('Sample data')}
        help={t(
          'An assistant of a dental practice, a campaign with twelve people to call, a number and a knowledge base. Their names begin with “Sample”.',
        )}
      >
        {!data.loaded && (
          <>
            <p>
              {t(
                'To see how the desk works without data of your own. Nobody has the phone numbers, and nothing is dialed until you start the campaign.',
              )}
            </p>
            <span>
              <Button variant="filled" loading={load.isBusy} onClick={() => load.run(undefined)}>
                {t('Load sample data')}
              </Button>
            </span>
          </>
        )}
        {load.failed && <Notice tone="bad" title={load.failed} />}
        {data.loaded && (
          <>
            <ul className={css.items} aria-label={t('Sample data')}>
              {data.records
                .filter(one => one.kind !== 'lead')
                .map(({ kind, id, name }) => {
                  const { word, link } = kinds[kind as keyof typeof kinds]
                  return (
                    <li key={`${kind} ${id}`}>
                      <div>
                        <a className="link" href={link(id)}>
                          {kind === 'number' ? formatPhone(name) : name}
                        </a>
                        <p>
                          {word}
                          {kind === 'campaign' && ` · ${t('{n, plural, one {# lead} other {# leads}}', { n: leads })}`}
                        </p>
                      </div>
                    </li>
                  )
                })}
            </ul>
            <span>
              <Button onClick={() => setAsking(true)}>{t('Take the sample data away')}</Button>
            </span>
          </>
        )}
        {removed && removed.kept.length > 0 && (
          <Notice tone="queued" title={t('These stay, and are yours now')}>
            <ul>
              {removed.kept.map(({ kind, id, name, why }) => (
                <li key={`${kind} ${id}`}>{`${name}: ${why}`}</li>
              ))}
            </ul>
          </Notice>
        )}
      </FormSection>
      <RemoveSamples
        opened={isAsking}
        data={data}
        onKeep={() => setAsking(false)}
        onRemoved={gone => {
          setRemoved(gone)
          setAsking(false)
        }}
      />
    </Section>
  )
}

/** Asks before all sample data is taken away. */
export function RemoveSamples({
  opened,
  data,
  onKeep,
  onRemoved,
}: {
  opened: boolean
  data: SampleData
  onKeep: () => void
  onRemoved: (removed: Removed) => void
}) {
  const { client } = useDesk()
  return (
    <ConfirmDialog
      opened={opened}
      title={t('Take the sample data away?')}
      action={t('Take it away')}
      keep={t('Keep it')}
      onKeep={onKeep}
      onAct={async () => {
        const { message, data } = await client.samples.remove({})
        onRemoved(data)
        tell(said(message))
      }}
    >
      {t(
        '{n, plural, one {# record} other {# records}} and {calls, plural, =0 {no call} one {# call} other {# calls}} to sample leads are deleted. What you have made or changed yourself stays.',
        { n: data.records.length, calls: data.calls },
      )}
    </ConfirmDialog>
  )
}

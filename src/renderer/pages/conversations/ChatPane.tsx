import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { modelInWords } from '../../parts/format'
import { KeyValue } from '../../parts/KeyValue'
import { Money, Phone, Time } from '../../parts/values'
import { linkTo } from '../../router'
import { t } from '../../words/words'
import { channels } from './conversation-text'
import type { OpenConversation } from './lines'

/** Who writes, what is known about them, and how the conversation stands. */
export function ChatPane({ conversation: one }: { conversation: OpenConversation }) {
  const variables = Object.entries(one.variables)
  const who: [string, React.ReactNode][] = [
    ...(one.name === null ? [] : [[t('Name'), one.name] as [string, string]]),
    ...(one.customer_phone === null
      ? []
      : [[t('Number'), <Phone key="number" value={one.customer_phone} />] as [string, React.ReactNode]]),
    ...(one.external_identifier === null || one.external_identifier === one.customer_phone
      ? []
      : [[t('Known as'), one.external_identifier] as [string, string]]),
  ]
  return (
    <DetailPane label={t('About this conversation')} width={312}>
      <PaneSection
        title={t('Person')}
        action={
          one.customer_phone && (
            <a className="link" href={linkTo(`/people/${encodeURIComponent(one.customer_phone)}`)}>
              {t('All about them')}
            </a>
          )
        }
      >
        {who.length > 0 ? <KeyValue rows={who} /> : <p className="dim">{t('Nobody has said who they are.')}</p>}
      </PaneSection>
      {variables.length > 0 && (
        <PaneSection title={t('Variables')}>
          <KeyValue
            rows={variables.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])}
          />
        </PaneSection>
      )}
      <PaneSection title={t('The conversation')}>
        <KeyValue
          rows={[
            [
              t('Assistant'),
              one.assistant_number === null ? (
                t('{name}, deleted', { name: one.assistant_name })
              ) : (
                <a key="assistant" className="link" href={linkTo(`/assistants/${one.assistant_number}`)}>
                  {one.assistant_name}
                </a>
              ),
            ],
            [t('Channel'), channels[one.type]],
            ...(one.spoken_by === null ? [] : [[t('Last answer by'), modelInWords(one.spoken_by)] as [string, string]]),
            [t('Messages'), one.message_count],
            ...(one.total_cost > 0
              ? [[t('Cost'), <Money key="cost" value={one.total_cost} />] as [string, React.ReactNode]]
              : []),
            [t('Began'), <Time key="began" at={one.created_at} />],
            ...(one.ended_at === null
              ? []
              : [[t('Ended'), <Time key="ended" at={one.ended_at} />] as [string, React.ReactNode]]),
          ]}
        />
      </PaneSection>
    </DetailPane>
  )
}

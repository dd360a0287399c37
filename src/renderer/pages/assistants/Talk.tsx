import { ActionIcon, Button, Switch, TextInput } from '@mantine/core'
import { IconPhoneOutgoing, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import type { scriptedReasons } from '../../../contract/statuses'
import { Composer } from '../../parts/Composer'
import { DetailPane } from '../../parts/DetailPane'
import { Notice } from '../../parts/Notice'
import { Thread } from '../../parts/Thread'
import { tip } from '../../parts/tips/tip'
import { Clip } from '../../parts/values'
import { rich, t } from '../../words/words'
import { CallDialog } from '../calls/CallDialog'
import { useEditor } from './editor'
import css from './Talk.module.css'
import { useTrial } from './use-trial'
import type { UsedVariable } from './variables'

/** As the head of the tabs beside it, pixels. */
const HEAD = 39

/** The values that were typed last, by the names of the variables: another assistant is tried with the same ones. */
let lastSamples: Record<string, string> = {}

/** A chat with the assistant as it is edited. */
export function Talk({ used }: { used: readonly UsedVariable[] }) {
  const { form, id } = useEditor()
  const [samples, setSamples] = useState(lastSamples)
  const [callsTools, setCallsTools] = useState(false)
  const [isCalling, setCalling] = useState(false)
  const trial = useTrial(samples, callsTools)
  const hasTools = form.values.tool_ids.length > 0
  const canCall = id !== null && form.base.type === 'outbound'
  return (
    <DetailPane
      label={t('Talk to it')}
      title={t('Talk to it')}
      width={372}
      head={HEAD}
      actions={
        <>
          {canCall && (
            <Button
              size="xs"
              leftSection={<IconPhoneOutgoing size={13} aria-hidden />}
              onClick={() => setCalling(true)}
              {...tip(form.changes.length > 0 && t('It calls with what is saved.'))}
            >
              {t('Call a number')}
            </Button>
          )}
          <ActionIcon aria-label={t('Start over')} {...tip(t('Start over'))} onClick={trial.startOver}>
            <IconRotate size={15} />
          </ActionIcon>
        </>
      }
      whole
    >
      <Thread
        label={t('Conversation')}
        lines={trial.lines}
        right="person"
        names={{ person: t('You'), assistant: form.values.name || t('Assistant') }}
        writing={trial.isThinking ? t('It thinks …') : undefined}
        top={
          <div className={css.top}>
            <Script because={trial.scriptedBecause} />
            {trial.talksTo === null && <p>{t('It can be talked to when nothing that it needs is missing.')}</p>}
            {trial.talksTo === 'saved' && (
              <Notice tone="warn" title={t('You talk to the saved one')}>
                {t('What is edited has faults.')}
              </Notice>
            )}
            {trial.talksTo === 'draft' && form.changes.length > 0 && !form.isNew && (
              <p>{t('With your changes, which are not saved.')}</p>
            )}
            <Samples
              used={used}
              samples={samples}
              onChange={changed => {
                lastSamples = changed
                setSamples(changed)
              }}
            />
            {hasTools && (
              <Switch
                size="xs"
                label={callsTools ? t('Tools are really called') : t('Tools are only shown, and not called')}
                checked={callsTools}
                onChange={event => setCallsTools(event.currentTarget.checked)}
              />
            )}
            {trial.refused && <Notice tone="bad" title={trial.refused} />}
          </div>
        }
      />
      <Composer
        label={t('What you say')}
        placeholder={t('Say something')}
        onSend={trial.say}
        isBusy={trial.isThinking || trial.talksTo === null}
        failed={trial.failed}
      />
      {id !== null && <CallDialog opened={isCalling} assistant={id} onClose={() => setCalling(false)} />}
    </DetailPane>
  )
}

/** Says so when no model answers. */
function Script({ because }: { because: (typeof scriptedReasons)[number] | null }) {
  if (because === null) return null
  if (because === 'chosen') return <p>{t('The built-in script answers, as you have chosen. It is no model.')}</p>
  return (
    <Notice tone="warn" title={t('The built-in script answers, not a model')}>
      {because === 'no_key'
        ? rich('The provider of its model has no key. Give it one in the <link>settings</link>.', {
            link: words => (
              <a className="link" href="#/settings">
                {words}
              </a>
            ),
          })
        : t('No model for text and tools is chosen.')}
    </Notice>
  )
}

/** Values for the variables of its texts, as a lead would bring them. */
function Samples({
  used,
  samples,
  onChange,
}: {
  used: readonly UsedVariable[]
  samples: Record<string, string>
  onChange: (samples: Record<string, string>) => void
}) {
  const { form } = useEditor()
  const shown = used.filter(({ kind, usedIn }) => usedIn.length > 0 && kind !== 'call')
  if (shown.length === 0) return null
  return (
    <fieldset className={css.samples}>
      <legend>{t('Values while you try it')}</legend>
      {shown.map(({ name }) => (
        <div key={name} className={css.sample}>
          <Clip className="mono">{name}</Clip>
          <TextInput
            size="xs"
            aria-label={t('Value of {name}', { name })}
            placeholder={String(form.values.variables[name] ?? '') || t('none')}
            value={samples[name] ?? ''}
            onChange={event => onChange({ ...samples, [name]: event.currentTarget.value })}
          />
        </div>
      ))}
    </fieldset>
  )
}

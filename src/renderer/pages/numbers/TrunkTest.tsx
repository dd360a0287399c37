import { Button, TextInput } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract'
import type { SipTrunk, TestStep } from '../../../contract/phone-numbers'
import { FormNotice } from '../../forms/FormHeader'
import { NumberField, useCountry } from '../../forms/NumberField'
import { useForm } from '../../forms/use-form'
import { Notice } from '../../parts/Notice'
import { toE164 } from '../../phone'
import { useDesk } from '../../stores/use-desk'
import { said } from '../../words/said'
import { t } from '../../words/words'
import css from './numbers.module.css'

const schema = contract.phoneNumbers.testSipTrunk['~orpc'].inputSchema!

/** Places a real call by the trunk that says a sentence, and shows what happens. */
export function TrunkTest({ trunk, isChanged }: { trunk: SipTrunk; isChanged: boolean }) {
  const { client, onEvent } = useDesk()
  const country = useCountry()
  const isExtension = trunk.sip_trunk_type === 'extension'
  const [steps, setSteps] = useState<readonly TestStep[]>([])
  const [passed, setPassed] = useState<boolean | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  /** Of the call that runs. */
  const testId = useRef<string>(undefined)
  useEffect(
    () =>
      onEvent(event => {
        if (event.type === 'sip_trunk.test_step' && event.test_id === testId.current)
          setSteps(before => [...before, event.step])
      }),
    [onEvent],
  )
  const form = useForm({
    saved: { id: trunk.id, to: '' },
    isNew: true,
    schema,
    toSend: values => ({ ...values, to: toE164(values.to, country) }),
    send(values) {
      setSteps([])
      setPassed(null)
      setFailed(null)
      testId.current = crypto.randomUUID()
      return client.phoneNumbers.testSipTrunk({ ...values, test_id: testId.current })
    },
    onSaved(answer) {
      testId.current = undefined
      setSteps(answer.steps)
      setPassed(answer.passed)
    },
  })
  const hangUp = () =>
    client.phoneNumbers.endSipTrunkTest({ id: trunk.id }).catch((error: Error) => setFailed(said(error.message)))
  return (
    <form {...form.props} className="stack" aria-label={t('Test call')}>
      <p className="soft">{t('A real call that says one sentence. Your provider may charge it.')}</p>
      <FormNotice form={form} />
      {isExtension ? (
        <TextInput {...form.field('to', t('Whom to call'))} description={t('A number with +, or an extension.')} />
      ) : (
        <NumberField {...form.field('to', t('Whom to call'))} />
      )}
      {isChanged && <p className="soft">{t('Save first: it is placed with the saved settings.')}</p>}
      <div className="row">
        <Button
          type="submit"
          loading={form.isSaving}
          disabled={isChanged}
          leftSection={<IconPhone size={15} aria-hidden />}
        >
          {t('Place the test call')}
        </Button>
        {form.isSaving && <Button onClick={hangUp}>{t('Hang up')}</Button>}
      </div>
      {steps.length > 0 && (
        <ol className={css.steps} aria-label={t('What happened')} aria-live="polite">
          {steps.map(({ text, after }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end
            <li key={i}>
              <span className="num dim">{t('{n} s', { n: after.toFixed(1) })}</span>
              <span>{said(text)}</span>
            </li>
          ))}
        </ol>
      )}
      {passed === false && <Notice tone="bad" title={t('The test call failed')} />}
      {passed && <p className="strong">{t('The trunk works')}</p>}
      {failed && <Notice tone="bad" title={failed} />}
    </form>
  )
}

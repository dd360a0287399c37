import { FieldRow } from '../../parts/FormSection'
import { t } from '../../words/words'
import { BuiltInTools } from './BuiltInTools'
import { useEditor } from './editor'
import { NumberSetting, PromptSetting, Section, SwitchSetting, TextSetting } from './Setting'

/** From the first ring to hanging up. */
export function CallTab() {
  const { form } = useEditor()
  const seconds = t('s')
  const { reengagement_interval: asked, max_silence_duration: silence } = form.values
  return (
    <>
      <Section title={t('How it begins')} names={['ringing_time', 'wait_for_customer', 'inbound_webhook_url']}>
        <NumberSetting name="ringing_time" unit={seconds} placeholder={t('1 to 60 seconds')} />
        <SwitchSetting name="wait_for_customer" description={t('Otherwise it greets first.')} />
        <TextSetting
          name="inbound_webhook_url"
          isAddress
          description={t('It gets the number that calls, and answers with values of variables.')}
        />
      </Section>
      <Section
        title={t('How long it lasts')}
        names={['max_duration', 'max_silence_duration', 'max_initial_silence_duration']}
      >
        <FieldRow columns="1fr 1fr 1fr">
          <NumberSetting name="max_duration" unit={seconds} placeholder={t('20 to 1200 seconds')} />
          <NumberSetting name="max_silence_duration" unit={seconds} placeholder={t('1 to 360 seconds')} />
          <NumberSetting name="max_initial_silence_duration" unit={seconds} none={t('the same')} />
        </FieldRow>
      </Section>
      <Section title={t('When nobody speaks')} names={['reengagement_interval', 'reengagement_prompt']}>
        <NumberSetting
          name="reengagement_interval"
          unit={seconds}
          placeholder={t('7 to 600 seconds')}
          description={
            Number(asked) >= Number(silence)
              ? t('It hangs up after {n} s of silence, before it asks.', { n: silence })
              : undefined
          }
        />
        <PromptSetting name="reengagement_prompt" placeholder={t('In its own words')} />
      </Section>
      <Section title={t('Voicemail')} names={['end_call_on_voicemail', 'voice_mail_message']}>
        <SwitchSetting name="end_call_on_voicemail" />
        {(form.values.end_call_on_voicemail || form.values.voice_mail_message !== null) && (
          <PromptSetting name="voice_mail_message" rows={2} placeholder={t('Nothing')} />
        )}
      </Section>
      <Section title={t('Recording')} names={['record']}>
        <SwitchSetting name="record" description={t('Say so in the first sentence where the law asks for it.')} />
      </Section>
      <Section
        title={t('What it can do on a call')}
        help={t('It may always note that somebody wants no more calls, or asks to be called back.')}
        names={['tools']}
      >
        <BuiltInTools />
      </Section>
    </>
  )
}

import { t } from '../../words/words'
import { useEditor } from './editor'
import { PostCallSchema } from './PostCallSchema'
import { Section, SwitchSetting, TextSetting } from './Setting'

/** What is found out when a call has ended, and who is told. */
export function AfterTab() {
  const { form } = useEditor()
  const { values } = form
  return (
    <>
      <Section
        title={t('Evaluation')}
        help={t(
          'A model reads what was said and fills these fields. Whether the goal was reached and a summary are always there.',
        )}
        names={['post_call_evaluation', 'post_call_schema']}
      >
        <SwitchSetting name="post_call_evaluation" />
        {(values.post_call_evaluation || values.post_call_schema.length > 0) && <PostCallSchema />}
      </Section>
      <Section
        title={t('Webhook')}
        help={t(
          'Other programs are told of each call: what was said, what it came to, and the values of the evaluation.',
        )}
        names={['is_webhook_active', 'webhook_url', 'send_webhook_only_on_completed', 'include_recording_in_webhook']}
      >
        <SwitchSetting name="is_webhook_active" />
        {(values.is_webhook_active || values.webhook_url !== null) && <TextSetting name="webhook_url" isAddress />}
        {values.is_webhook_active && (
          <>
            <SwitchSetting name="send_webhook_only_on_completed" />
            <SwitchSetting name="include_recording_in_webhook" />
          </>
        )}
      </Section>
    </>
  )
}

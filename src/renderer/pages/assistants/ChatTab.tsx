import { t } from '../../words/words'
import { useEditor } from './editor'
import { NumberSetting, Section, SwitchSetting, TextSetting } from './Setting'

/** Conversations in writing. */
export function ChatTab() {
  const { form } = useEditor()
  return (
    <Section
      title={t('Conversations in writing')}
      help={t('Chats over the API and the widget, and SMS. The same prompt answers.')}
      names={['conversation_inactivity_timeout', 'conversation_ended_webhook_url', 'conversation_ended_retrigger']}
    >
      <NumberSetting
        name="conversation_inactivity_timeout"
        unit={t('min without a message')}
        none={t('30 min without a message')}
      />
      <TextSetting name="conversation_ended_webhook_url" isAddress />
      {form.values.conversation_ended_webhook_url !== null && <SwitchSetting name="conversation_ended_retrigger" />}
    </Section>
  )
}

import { TagsInput } from '@mantine/core'
import { ambientSounds } from '../../../contract/assistant-fields'
import { FieldRow } from '../../parts/FormSection'
import { t } from '../../words/words'
import { useEditor } from './editor'
import { ChoiceSetting, NumberSetting, RecordSetting, Section, SliderSetting, SwitchSetting } from './Setting'
import { words } from './settings'

const soundWords: Record<(typeof ambientSounds)[number], string> = {
  off: t('None'),
  office: t('Office'),
  city: t('City'),
  forest: t('Forest'),
  crowded_room: t('Crowded room'),
  cafe: t('Café'),
  nature: t('Nature'),
}
const kinds = {
  positive: t('Before a good answer'),
  negative: t('Before a bad answer'),
  question: t('Before a question'),
  neutral: t('Before anything else'),
} as const

/** How it sounds, and how it listens. */
export function SpeechTab() {
  const { form, choices } = useEditor()
  const { values } = form
  const providers = (of: typeof choices.synthesizers) => of.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <>
      <Section
        title={t('How it sounds')}
        names={[
          'speech_speed',
          'voice_stability',
          'voice_similarity',
          'tts_emotion_enabled',
          'synthesizer_provider_id',
        ]}
      >
        <FieldRow>
          <SliderSetting name="speech_speed" min={0.7} max={1.2} ends={[t('slow'), t('fast')]} />
          <SliderSetting name="voice_stability" min={0} max={1} ends={[t('lively'), t('even')]} />
        </FieldRow>
        <FieldRow>
          <SliderSetting name="voice_similarity" min={0} max={1} ends={[t('free'), t('as the original')]} />
          <RecordSetting
            name="synthesizer_provider_id"
            none={t('As the language needs')}
            data={providers(choices.synthesizers)}
          />
        </FieldRow>
        <SwitchSetting name="tts_emotion_enabled" />
      </Section>
      <Section
        title={t('How it listens')}
        names={[
          'transcriber_provider_id',
          'enable_noise_cancellation',
          'endpoint_type',
          'endpoint_sensitivity',
          'turn_detection_threshold',
        ]}
      >
        <FieldRow>
          <ChoiceSetting
            name="endpoint_type"
            data={[
              { value: 'vad', label: t('a pause') },
              { value: 'ai', label: t('what was said') },
            ]}
          />
          <SliderSetting
            name="endpoint_sensitivity"
            min={0}
            max={5}
            step={0.1}
            ends={[t('waits longer'), t('at once')]}
          />
        </FieldRow>
        <SliderSetting
          name="turn_detection_threshold"
          min={0}
          max={1}
          none={t('automatic')}
          ends={[t('any sound counts'), t('only clear speech')]}
        />
        <RecordSetting
          name="transcriber_provider_id"
          none={t('As the language needs')}
          data={providers(choices.transcribers)}
        />
        <SwitchSetting name="enable_noise_cancellation" />
      </Section>
      <Section
        title={t('Interruptions')}
        help={t('What happens when the person speaks while it speaks.')}
        names={['allow_interruptions', 'interrupt_sensitivity', 'min_interrupt_words']}
      >
        <SwitchSetting name="allow_interruptions" />
        {values.allow_interruptions && (
          <FieldRow>
            <SliderSetting name="interrupt_sensitivity" min={0} max={5} step={0.1} ends={[t('rarely'), t('easily')]} />
            <NumberSetting name="min_interrupt_words" none={t('any sound')} />
          </FieldRow>
        )}
      </Section>
      <Section title={t('While it thinks')} names={['fillers', 'filler_config']}>
        <SwitchSetting name="fillers" />
        {values.fillers &&
          (Object.keys(kinds) as (keyof typeof kinds)[]).map(kind => (
            <TagsInput
              key={kind}
              data-field={`filler_config.${kind}`}
              label={kinds[kind]}
              placeholder={t('A short text, then Enter')}
              value={values.filler_config[kind] ?? []}
              onChange={texts => form.set({ filler_config: { ...values.filler_config, [kind]: texts } })}
              error={form.errorOf(`filler_config.${kind}`, kinds[kind])}
            />
          ))}
      </Section>
      <Section title={words.ambient_sound} names={['ambient_sound', 'ambient_sound_volume']}>
        <FieldRow>
          <ChoiceSetting
            name="ambient_sound"
            data={ambientSounds.map(value => ({ value, label: soundWords[value] }))}
          />
          {values.ambient_sound !== 'off' && <SliderSetting name="ambient_sound_volume" min={0} max={1} />}
        </FieldRow>
      </Section>
    </>
  )
}

import { MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { changedLabel } from '../../forms/changed-label'
import { zonesWith } from '../../forms/zones'
import { FieldRow } from '../../parts/FormSection'
import { formatPhone } from '../../parts/format'
import { Notice } from '../../parts/Notice'
import { said } from '../../words/said'
import { t } from '../../words/words'
import css from './assistants.module.css'
import { type Choices, useEditor } from './editor'
import { RecordSetting, Section, TextSetting } from './Setting'
import { typeWords, type Values, words } from './settings'

/** Who it is: its name, whom it talks to, and how it sounds. */
export function IdentityTab() {
  const { form, choices } = useEditor()
  const { values } = form
  const languageName = (id: number | null) => choices.languages.find(language => language.id === id)?.name ?? ''
  const voice = choices.voices.find(({ id }) => id === values.voice_id)
  return (
    <>
      <Section title={t('Who it is')} names={['name', 'type', 'phone_number_id']}>
        <TextSetting name="name" />
        <Direction />
        <NumberChoice />
      </Section>
      <Section
        title={t('Language')}
        help={t('It begins in its language, and changes to another one in which it is spoken to.')}
        names={['language_id', 'secondary_language_ids', 'timezone']}
      >
        <FieldRow>
          <RecordSetting
            name="language_id"
            placeholder={t('Choose a language')}
            data={choices.languages.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <MultiSelect
            {...form.field('secondary_language_ids', words.secondary_language_ids, saved =>
              saved.length === 0 ? t('none') : saved.map(languageName).join(', '),
            )}
            placeholder={values.secondary_language_ids.length === 0 ? t('None') : undefined}
            searchable
            data={choices.languages
              .filter(({ id }) => id !== values.language_id)
              .map(({ id, name }) => ({ value: String(id), label: name }))}
            value={values.secondary_language_ids.map(String)}
            onChange={ids => form.set({ secondary_language_ids: ids.map(Number) })}
          />
        </FieldRow>
        <Select
          {...form.field('timezone', words.timezone)}
          description={t('In it the assistant tells and understands times.')}
          searchable
          limit={60}
          nothingFoundMessage={t('No zone by that name')}
          data={zonesWith(values.timezone)}
          value={values.timezone || null}
        />
      </Section>
      <Section title={t('Voice')} names={['voice_id']}>
        <RecordSetting name="voice_id" placeholder={t('Choose a voice')} data={voicesFor(choices, values)} />
        {voice && values.language_id !== null && voice.language_id !== values.language_id && (
          <Notice
            tone="warn"
            title={t('{voice} is a voice for {language}', {
              voice: voice.name,
              language: languageName(voice.language_id),
            })}
          >
            {t('It can speak {language}, but may sound foreign.', { language: languageName(values.language_id) })}
          </Notice>
        )}
      </Section>
    </>
  )
}

function Direction() {
  const { form } = useEditor()
  const { error, label: _ } = form.field('type', words.type)
  const isChanged = !form.isNew && form.changes.includes('type')
  return (
    <div data-field="type">
      <div className={css.label}>{isChanged ? changedLabel(words.type, typeWords[form.base.type]) : words.type}</div>
      <SegmentedControl
        aria-label={words.type}
        data={(['outbound', 'inbound'] as const).map(value => ({ value, label: typeWords[value] }))}
        value={form.values.type}
        onChange={value => form.set({ type: value as Values['type'] })}
      />
      <p className={css.help}>
        {form.values.type === 'outbound' ? t('It makes calls.') : t('It answers calls to its number.')}
      </p>
      {error && <span className={css.wrong}>{error}</span>}
    </div>
  )
}

/** An inbound assistant answers on a number that no other one answers on. */
function NumberChoice() {
  const { form, choices } = useEditor()
  const { type, phone_number_id } = form.values
  const used = new Map(
    choices.assistants.filter(one => one.type === 'inbound').map(one => [one.phone_number, one.name]),
  )
  const numbers = choices.numbers.filter(({ id, phone_number, type: kind }) =>
    type === 'outbound'
      ? true
      : id === phone_number_id || id === form.base.phone_number_id || (kind !== 'caller_id' && !used.has(phone_number)),
  )
  return (
    <RecordSetting
      name="phone_number_id"
      none={t('None')}
      description={
        type === 'inbound'
          ? t('It answers calls and SMS on this number.')
          : t('The number that the person sees, unless a campaign has its own.')
      }
      data={numbers.map(({ id, phone_number }) => ({ value: String(id), label: formatPhone(phone_number) }))}
    />
  )
}

/** The voices that serve the mode, those of the assistant's language first. */
function voicesFor({ voices, languages, synthesizers }: Choices, { mode, language_id, voice_id }: Values) {
  const provider = (id: number) => said(synthesizers.find(one => one.id === id)?.name ?? '')
  const group = (id: number) => ({
    group: languages.find(language => language.id === id)?.name ?? '',
    items: voices
      .filter(voice => voice.language_id === id && (voice.modes.includes(mode) || voice.id === voice_id))
      .map(voice => ({
        value: String(voice.id),
        label: [voice.name, voice.accent && said(voice.accent), provider(voice.synthesizer_provider_id)]
          .filter(Boolean)
          .join(' · '),
      })),
  })
  const ids = [...new Set(voices.map(voice => voice.language_id))]
  return [...ids.filter(id => id === language_id), ...ids.filter(id => id !== language_id)]
    .map(group)
    .filter(({ items }) => items.length > 0)
}

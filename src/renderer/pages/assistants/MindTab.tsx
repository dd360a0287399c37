import { MultiSelect, SegmentedControl } from '@mantine/core'
import { type Mode, modes } from '../../../contract/assistant-fields'
import { changedLabel } from '../../forms/changed-label'
import { FieldRow } from '../../parts/FormSection'
import { t } from '../../words/words'
import css from './assistants.module.css'
import { EarlierPrompts } from './EarlierPrompts'
import { type Choices, useEditor } from './editor'
import { ChoiceSetting, PromptSetting, RecordSetting, Section, SliderSetting } from './Setting'
import { changesByMode, firstOf, modeWords, words } from './settings'
import { VariablesTable } from './VariablesTable'

const modeHelp: Record<Mode, string> = {
  pipeline: t('It hears, thinks and speaks in three steps, with any voice and any model.'),
  multimodal: t('One model hears and speaks by itself.'),
  dualplex: t('A model hears by itself, and a voice of your choice speaks.'),
}

/** How it thinks, and what it knows and can use. */
export function MindTab() {
  const { form, choices } = useEditor()
  const { values } = form
  return (
    <>
      <Section
        title={t('How it thinks')}
        help={modeHelp[values.mode]}
        names={['mode', 'llm_model_id', 'multimodal_model_id', 'chat_llm_fallback_id', 'llm_temperature']}
      >
        <ModeChoice />
        <FieldRow>
          <RecordSetting name="llm_model_id" placeholder={t('Choose a model')} data={models(choices.llm)} />
          <RecordSetting
            name="multimodal_model_id"
            placeholder={t('Choose a model')}
            data={models(values.mode === 'dualplex' ? choices.dualplex : choices.multimodal)}
          />
          <SliderSetting name="llm_temperature" min={0} max={1} ends={[t('to the point'), t('free')]} />
        </FieldRow>
        <RecordSetting
          name="chat_llm_fallback_id"
          description={t('It holds chats, calls tools, and speaks on the simulated line.')}
          none={t('None')}
          data={models(choices.llm)}
        />
      </Section>
      <Section
        title={t('What it says and does')}
        help={t('Type {braces} for a variable.', { braces: '{{' })}
        names={['initial_message', 'system_prompt']}
      >
        <PromptSetting name="initial_message" placeholder={t('What it says first, up to 200 letters')} />
        <PromptSetting
          name="system_prompt"
          rows={12}
          counts
          placeholder={t('Who it is, what it is to do, and what it must not do')}
        />
        <EarlierPrompts />
      </Section>
      <Section title={t('Variables')} help={t('What a lead brings goes before the default.')} names={['variables']}>
        <VariablesTable />
      </Section>
      <Section title={t('What it can use')} names={['knowledgebase_id', 'knowledgebase_mode', 'tool_ids']}>
        <FieldRow columns={values.knowledgebase_id === null ? '1fr' : '1fr 1fr'}>
          <RecordSetting
            name="knowledgebase_id"
            none={t('None')}
            data={choices.knowledgebases.map(({ id, name, documents_count: n }) => ({
              value: String(id),
              label: t('{name}, {n, plural, one {# document} other {# documents}}', { name, n }),
            }))}
          />
          {values.knowledgebase_id !== null && (
            <ChoiceSetting
              name="knowledgebase_mode"
              data={[
                { value: 'function_call', label: t('It searches when it needs to know') },
                { value: 'prompt', label: t('All of it goes with the prompt') },
              ]}
            />
          )}
        </FieldRow>
        <MultiSelect
          {...form.field('tool_ids', words.tool_ids, saved =>
            saved.length === 0 ? t('none') : saved.map(id => toolName(choices, id)).join(', '),
          )}
          description={t('What it may call during a conversation. Hanging up and putting through are under Call.')}
          placeholder={values.tool_ids.length === 0 ? t('None') : undefined}
          data={choices.tools.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.tool_ids.map(String)}
          onChange={ids => form.set({ tool_ids: ids.map(Number) })}
        />
        <p className={css.links}>
          <a className="link" href="#/knowledge">
            {t('Knowledge bases')}
          </a>
          <a className="link" href="#/tools">
            {t('Tools')}
          </a>
        </p>
      </Section>
    </>
  )
}

const toolName = ({ tools }: Choices, id: number) => tools.find(tool => tool.id === id)?.name ?? String(id)

/** Models without a key are offered, too: the built-in script speaks until there is one. */
const models = (given: Choices['llm']) =>
  given.map(({ id, name, scripted_because: why }) => ({
    value: String(id),
    label: why === 'no_key' ? t('{name} · no key', { name }) : name,
  }))

function ModeChoice() {
  const { form, choices } = useEditor()
  const { values, base } = form
  const isChanged = !form.isNew && form.changes.includes('mode')
  const choose = (mode: Mode) => {
    const ofType = mode === 'pipeline' ? choices.llm : choices[mode]
    const model = firstOf(ofType)
    const fitting = choices.voices.filter(voice => voice.modes.includes(mode))
    const voice = fitting.some(({ id }) => id === values.voice_id)
      ? values.voice_id
      : ((fitting.find(one => one.language_id === values.language_id) ?? fitting[0])?.id ?? null)
    form.set(changesByMode(mode, form.isNew ? null : base, { model, voice }))
  }
  return (
    <div data-field="mode">
      {isChanged && <div className={css.label}>{changedLabel(words.mode, modeWords[base.mode])}</div>}
      <SegmentedControl
        aria-label={words.mode}
        data={modes.map(value => ({ value, label: modeWords[value] }))}
        value={values.mode}
        onChange={value => choose(value as Mode)}
      />
    </div>
  )
}

import { NumberInput, Select, type SelectProps, Slider, Switch, TextInput } from '@mantine/core'
import { IconInfoCircle, IconLock } from '@tabler/icons-react'
import { Children, type ReactNode } from 'react'
import { type AssistantFieldName, isOfMode, isOfType, type Mode } from '../../../contract/assistant-fields'
import { PromptField } from '../../forms/PromptField'
import { FormSection } from '../../parts/FormSection'
import layout from '../../parts/layout.module.css'
import { locale } from '../../words/language'
import { t } from '../../words/words'
import css from './assistants.module.css'
import { isOffered, lackOf, useEditor } from './editor'
import { type Values, words } from './settings'

const written = new Intl.NumberFormat(locale)
const list = new Intl.ListFormat(locale, { type: 'conjunction' })
const listed = (names: readonly AssistantFieldName[]) => list.format([...new Set(names.map(name => words[name]))])

/** Why a mode does not have these settings. */
const whyNot: Record<Mode, (names: string) => string> = {
  pipeline: names => t('Not in pipeline mode, which hears, thinks and speaks in three steps: {names}.', { names }),
  multimodal: names => t('Not in multimodal mode, whose model hears and speaks by itself: {names}.', { names }),
  dualplex: names => t('Not in dualplex mode, whose model hears by itself: {names}.', { names }),
}

interface SectionProps {
  title: string
  help?: ReactNode
  /** The settings in it. Those that the mode or the direction does not have are named with the reason. */
  names: readonly AssistantFieldName[]
  children: ReactNode
}

/** A part of the form, which says what is not offered in it and what has no effect today. */
export function Section({ title, help, names, children }: SectionProps) {
  const { form, missing } = useEditor()
  const { mode, type } = form.values
  const other = names.filter(name => isOfMode(name, mode) && !isOfType(name, type))
  const offered = names.filter(name => isOffered(name, form.values))
  // A field of the same word may stand in its place.
  const locked = names.filter(name => !isOfMode(name, mode) && !offered.some(other => words[other] === words[name]))
  const needing = (need: 'sound' | 'model') => offered.filter(name => lackOf(name, missing) === need)
  const [soundless, modelless] = [needing('sound'), needing('model')]
  return (
    <FormSection title={title} help={help}>
      {Children.toArray(children)}
      {locked.length > 0 && <Locked>{whyNot[mode](listed(locked))}</Locked>}
      {other.length > 0 && (
        <Locked>
          {type === 'inbound'
            ? t('Only for assistants that make calls: {names}.', { names: listed(other) })
            : t('Only for assistants that answer calls: {names}.', { names: listed(other) })}
        </Locked>
      )}
      {soundless.length > 0 && (
        <NoEffect>
          {soundless.length === offered.length
            ? t('The simulated line carries text, so nothing of this has an effect on it.')
            : t('No effect on the simulated line, which carries text: {names}.', { names: listed(soundless) })}
        </NoEffect>
      )}
      {modelless.length > 0 && (
        <NoEffect>
          {t('No effect while the built-in script answers in place of a model: {names}.', { names: listed(modelless) })}
        </NoEffect>
      )}
    </FormSection>
  )
}

export const Locked = ({ children }: { children: ReactNode }) => (
  <p className={layout.lock}>
    <IconLock size={13} aria-hidden />
    <span>{children}</span>
  </p>
)

export const NoEffect = ({ children }: { children: ReactNode }) => (
  <p className={layout.lock}>
    <IconInfoCircle size={13} aria-hidden />
    <span>{children}</span>
  </p>
)

interface SettingProps {
  name: AssistantFieldName
  description?: ReactNode
}

/** A setting that is shown only where the mode and the direction have it. */
function useSetting<K extends AssistantFieldName>(name: K, format?: (saved: Values[K]) => string) {
  const { form } = useEditor()
  return isOffered(name, form.values) ? form.field<K>(name, words[name], format) : null
}

export function TextSetting({ name, description, isAddress }: SettingProps & { isAddress?: boolean }) {
  const { form } = useEditor()
  const field = useSetting(name)
  if (!field) return null
  return (
    <TextInput
      {...field}
      description={description}
      placeholder={isAddress ? 'https://' : undefined}
      value={(field.value as string | null) ?? ''}
      onChange={event => form.set({ [name]: emptyAs(name, event.currentTarget.value) })}
    />
  )
}

/** An empty text means none, where there may be none. */
const nullable: readonly AssistantFieldName[] = [
  'webhook_url',
  'conversation_ended_webhook_url',
  'inbound_webhook_url',
  'reengagement_prompt',
  'voice_mail_message',
]
const emptyAs = (name: AssistantFieldName, text: string) => (text === '' && nullable.includes(name) ? null : text)

interface NumberProps extends SettingProps {
  unit?: string
  placeholder?: string
  /** What is meant when nothing is given. Without it something must be. */
  none?: string
}

export function NumberSetting({ name, description, unit, placeholder, none }: NumberProps) {
  const { form } = useEditor()
  const field = useSetting(name, saved => (saved === null ? none! : `${saved}${unit ? ` ${unit}` : ''}`))
  if (!field) return null
  return (
    <NumberInput
      {...field}
      description={description}
      placeholder={none ?? placeholder}
      suffix={unit && ` ${unit}`}
      value={(field.value as number | null) ?? ''}
      onChange={value => form.set({ [name]: value === '' && none !== undefined ? null : value })}
    />
  )
}

interface SliderProps extends SettingProps {
  min: number
  max: number
  step?: number
  /** What is meant by null. */
  none?: string
  ends?: [low: string, high: string]
}

export function SliderSetting({ name, min, max, step = 0.05, none, ends }: SliderProps) {
  const { form } = useEditor()
  const field = useSetting(name, saved => (saved === null ? none! : written.format(Number(saved))))
  if (!field) return null
  const { value, label, error, onChange: _, ...rest } = field
  const number = value as number | null
  return (
    <div className={css.slider} {...rest}>
      <div className={css.sliderHead}>
        <span>{label}</span>
        {none && (
          <Switch
            size="xs"
            label={none}
            checked={number === null}
            onChange={event => form.set({ [name]: event.currentTarget.checked ? null : (min + max) / 2 })}
          />
        )}
        {number !== null && (
          <b className="num">
            {written.format(number)}
            {max > 2 && <span className="dim">{` / ${max}`}</span>}
          </b>
        )}
      </div>
      <Slider
        thumbLabel={words[name]}
        size={4}
        thumbSize={14}
        label={null}
        min={min}
        max={max}
        step={step}
        disabled={number === null}
        value={number ?? (min + max) / 2}
        onChange={chosen => form.set({ [name]: chosen })}
      />
      {ends && (
        <div className={css.ends}>
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
      {error && <span className={css.wrong}>{error}</span>}
    </div>
  )
}

export function SwitchSetting({ name, description }: SettingProps) {
  const { form } = useEditor()
  if (!isOffered(name, form.values)) return null
  return <Switch {...form.toggle(name, words[name])} description={description} />
}

type Option = { value: string; label: string }
interface ChoiceProps extends SettingProps {
  data: SelectProps['data']
  placeholder?: string
  /** The choice of nothing. */
  none?: string
}

/** One of several records, by their ids. */
export function RecordSetting({ name, description, data, placeholder, none }: ChoiceProps) {
  const { form } = useEditor()
  const field = useSetting(name, saved => (saved === null ? (none ?? t('none')) : labelIn(data, String(saved))))
  if (!field) return null
  const { value } = field
  return (
    <Select
      {...field}
      description={description}
      placeholder={placeholder ?? none}
      searchable={optionsIn(data).length > 8}
      nothingFoundMessage={t('Nothing by that name')}
      clearable={none !== undefined}
      data={data}
      value={value === null || value === undefined ? null : String(value)}
      onChange={id => form.set({ [name]: id === null ? null : Number(id) })}
    />
  )
}

/** One of several words. */
export function ChoiceSetting({ name, description, data }: SettingProps & { data: Option[] }) {
  const field = useSetting(name, saved => labelIn(data, String(saved)))
  if (!field) return null
  return <Select {...field} description={description} data={data} value={field.value as string} />
}

const optionsIn = (data: SelectProps['data']): Option[] =>
  (data ?? []).flatMap(one => ((one as { items?: Option[] }).items ?? one) as Option | Option[])
const labelIn = (data: SelectProps['data'], value: string) =>
  optionsIn(data).find(option => option.value === value)?.label ?? value

interface PromptProps extends SettingProps {
  rows?: number
  placeholder?: string
  counts?: boolean
}

/** A text with variables. What it was is not said in its label when it is long. */
export function PromptSetting({ name, description, rows, placeholder, counts }: PromptProps) {
  const { form, variables } = useEditor()
  const field = useSetting(name, saved => cut(saved === null ? t('empty') : String(saved)))
  if (!field) return null
  return (
    <PromptField
      {...field}
      description={description}
      rows={rows}
      placeholder={placeholder}
      counts={counts}
      variables={variables}
      value={(field.value as string | null) ?? ''}
      onChange={text => form.set({ [name]: emptyAs(name, text) })}
    />
  )
}

/** How many letters of a text are shown beside a label. */
const SHOWN = 40
const cut = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}

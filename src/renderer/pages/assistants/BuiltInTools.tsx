import { ActionIcon, Button, Menu, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import {
  type BuiltInTool,
  type BuiltInToolType,
  carriedOut,
  onceOnly,
  toolTypes,
} from '../../../contract/built-in-tools'
import { zonesWith } from '../../forms/zones'
import { formatPhone } from '../../parts/format'
import { t } from '../../words/words'
import css from './assistants.module.css'
import { type Choices, type Editor, useEditor } from './editor'
import { NoEffect } from './Setting'
import { toolWords, words } from './settings'

/** A setting of a built-in tool: how it is shown, and when. */
interface Part {
  name: string
  word: string
  kind: 'text' | 'long' | 'switch' | 'number' | 'choice' | 'zone'
  placeholder?: string
  unit?: string
  options?: (given: { choices: Choices; id: number | null }) => { value: string; label: string }[]
  /** The choices are ids. */
  isId?: boolean
  when?: (data: BuiltInTool['data']) => boolean
}

const description: Part = {
  name: 'description',
  word: t('When it is used'),
  kind: 'text',
  placeholder: t('As the assistant is to understand it'),
}
const anyAddress = t('May be a SIP address or an extension')

const parts: Record<BuiltInToolType, Part[]> = {
  end_call: [description],
  dtmf_input: [description],
  call_transfer: [
    { name: 'phone_number', word: t('To the number'), kind: 'text', placeholder: '+15550100001' },
    { name: 'custom', word: anyAddress, kind: 'switch' },
    description,
    { name: 'warm_transfer', word: t('Tell the colleague first what it is about'), kind: 'switch' },
    {
      name: 'warm_transfer_message',
      word: t('What the colleague is told'),
      kind: 'long',
      when: data => data.warm_transfer === true,
    },
    { name: 'timezone', word: t('Time zone of the colleague'), kind: 'zone' },
  ],
  warm_call_transfer: [
    { name: 'supervisor_phone', word: t('Number of the colleague'), kind: 'text', placeholder: '+15550100001' },
    { name: 'custom_sip', word: anyAddress, kind: 'switch' },
    description,
    {
      name: 'outbound_phone_id',
      word: t('Called from'),
      kind: 'choice',
      isId: true,
      options: ({ choices }) =>
        choices.numbers.map(({ id, phone_number }) => ({ value: String(id), label: formatPhone(phone_number) })),
    },
    {
      name: 'caller_id_mode',
      word: t('The colleague sees'),
      kind: 'choice',
      options: () => [
        { value: 'outbound_number', label: t('our number') },
        { value: 'customer_number', label: t('the person’s number') },
        { value: 'custom', label: t('another number') },
      ],
    },
    {
      name: 'custom_caller_id',
      word: t('The other number'),
      kind: 'text',
      when: data => data.caller_id_mode === 'custom',
    },
    {
      name: 'hold_music',
      word: t('While waiting the person hears'),
      kind: 'choice',
      options: () => [
        { value: 'hold_music', label: t('music') },
        { value: 'none', label: t('nothing') },
      ],
    },
    {
      name: 'hold_music_volume',
      word: t('How loud the music is'),
      kind: 'number',
      unit: '%',
      when: data => data.hold_music === 'hold_music',
    },
    { name: 'hold_message', word: t('What the person is told before'), kind: 'long' },
    { name: 'summary_instructions', word: t('How the call is summed up for the colleague'), kind: 'long' },
    { name: 'briefing_initial_message', word: t('What the colleague hears first'), kind: 'long' },
    { name: 'connected_message', word: t('What both hear when they are connected'), kind: 'long' },
  ],
  assistant_transfer: [
    {
      name: 'assistant_id',
      word: t('To the assistant'),
      kind: 'choice',
      isId: true,
      options: ({ choices, id }) =>
        choices.assistants.filter(one => one.id !== id).map(one => ({ value: String(one.id), label: one.name })),
    },
    description,
    { name: 'message_before_transfer', word: t('What is said before'), kind: 'long' },
    { name: 'speak_transfer_greeting', word: t('The other assistant greets'), kind: 'switch' },
  ],
  collect_keypad: [
    { name: 'timeout', word: t('Ends after a pause of'), kind: 'number', unit: t('s') },
    {
      name: 'stop_key',
      word: t('Key that ends it'),
      kind: 'choice',
      options: () => ['#', '*'].map(value => ({ value, label: value })),
    },
    description,
  ],
  calendar_integration: [
    { name: 'calcom_api_key', word: t('Key for Cal.com'), kind: 'text' },
    { name: 'calcom_event_slug', word: t('Event type'), kind: 'text' },
    { name: 'calcom_team_slug', word: t('Team'), kind: 'text' },
    {
      name: 'calcom_endpoint',
      word: t('Where Cal.com is'),
      kind: 'choice',
      options: () => [
        { value: 'us', label: t('in the USA') },
        { value: 'eu', label: t('in Europe') },
        { value: 'custom', label: t('on a server of your own') },
      ],
    },
    {
      name: 'calcom_custom_endpoint',
      word: t('Its address'),
      kind: 'text',
      placeholder: 'https://',
      when: data => data.calcom_endpoint === 'custom',
    },
    description,
  ],
}

/** The values that a tool has when it is added. */
const begun: Partial<Record<BuiltInToolType, BuiltInTool['data']>> = {
  collect_keypad: { timeout: 5 },
  calendar_integration: { calcom_endpoint: 'us' },
}

/** What an assistant can do on a call by itself: each tool with its settings. */
export function BuiltInTools() {
  const editor = useEditor()
  const { form } = editor
  const { tools } = form.values
  const { label } = form.field('tools', words.tools, saved =>
    saved.length === 0 ? t('none') : saved.map(({ type }) => toolWords[type].word).join(', '),
  )
  const isChanged = !form.isNew && form.changes.includes('tools')
  const set = (to: BuiltInTool[]) => form.set({ tools: to })
  const free = toolTypes.filter(type => !(onceOnly.includes(type) && tools.some(tool => tool.type === type)))
  return (
    <div className="stack">
      {isChanged && <div className={css.label}>{label}</div>}
      {tools.map((tool, i) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: tools have no id, and one type may be there several times
          key={i}
          className={css.item}
          aria-label={toolWords[tool.type].word}
        >
          <div className={css.itemHead}>
            <div>
              <b>{toolWords[tool.type].word}</b>
              <span>{toolWords[tool.type].does}</span>
            </div>
            <ActionIcon
              aria-label={t('Remove: {what}', { what: toolWords[tool.type].word })}
              onClick={() => set(tools.filter((_, other) => other !== i))}
            >
              <IconX size={14} />
            </ActionIcon>
          </div>
          {!carriedOut.some(type => type === tool.type) && (
            <NoEffect>{t('Kept, and not used yet: no call can do this today.')}</NoEffect>
          )}
          <div className={css.parts}>
            {parts[tool.type]
              .filter(part => part.when?.(tool.data) ?? true)
              .map(part => (
                <PartField
                  key={part.name}
                  part={part}
                  path={`tools.${i}.${part.name}`}
                  editor={editor}
                  value={tool.data[part.name]}
                  onChange={value =>
                    set(
                      tools.map((other, at) =>
                        at === i ? { ...other, data: withValue(other.data, part.name, value) } : other,
                      ),
                    )
                  }
                />
              ))}
          </div>
        </fieldset>
      ))}
      <Menu position="bottom-start" width={320}>
        <Menu.Target>
          <Button leftSection={<IconPlus size={13} aria-hidden />} style={{ alignSelf: 'flex-start' }}>
            {t('Add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {free.map(type => (
            <Menu.Item key={type} onClick={() => set([...tools, { type, data: { ...begun[type] } }])}>
              <span className={css.option}>
                {toolWords[type].word}
                <span>{toolWords[type].does}</span>
              </span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

/** What is empty is left out. */
function withValue(data: BuiltInTool['data'], name: string, value: unknown): BuiltInTool['data'] {
  const { [name]: _, ...others } = data
  return value === '' || value === null ? others : { ...others, [name]: value }
}

interface PartProps {
  part: Part
  path: string
  editor: Editor
  value: unknown
  onChange: (value: unknown) => void
}

function PartField({ part, path, editor, value, onChange }: PartProps) {
  const isWide = part.kind === 'long' || part.kind === 'switch' || part.name === 'description'
  const shared = {
    'data-field': path,
    label: part.word,
    error: editor.form.errorOf(path, part.word),
    className: isWide ? css.wide : undefined,
  }
  const text = value === undefined || value === null ? '' : String(value)
  switch (part.kind) {
    case 'switch':
      return <Switch {...shared} checked={value === true} onChange={event => onChange(event.currentTarget.checked)} />
    case 'number':
      return (
        <NumberInput
          {...shared}
          suffix={part.unit && ` ${part.unit}`}
          value={typeof value === 'number' ? value : ''}
          onChange={onChange}
        />
      )
    case 'choice':
      return (
        <Select
          {...shared}
          clearable
          placeholder={t('Choose')}
          data={part.options!(editor)}
          value={text || null}
          onChange={chosen => onChange(chosen !== null && part.isId ? Number(chosen) : chosen)}
        />
      )
    case 'zone':
      return (
        <Select
          {...shared}
          searchable
          clearable
          limit={60}
          data={zonesWith(text)}
          value={text || null}
          onChange={onChange}
        />
      )
    case 'long':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={2}
          placeholder={part.placeholder}
          value={text}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )
    default:
      return (
        <TextInput
          {...shared}
          placeholder={part.placeholder}
          value={text}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )
  }
}

import { Autocomplete, Checkbox, MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract'
import type { Assistant } from '../../../contract/assistants'
import { type CampaignSettings, campaignDefaults, checkCampaign } from '../../../contract/campaigns'
import type { Check } from '../../../contract/readiness'
import { days } from '../../../contract/statuses'
import { changedLabel } from '../../forms/changed-label'
import { FormActions, FormNotice, FormState } from '../../forms/FormHeader'
import { type Form, useForm } from '../../forms/use-form'
import { zonesWith } from '../../forms/zones'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { FieldRow, FormSection } from '../../parts/FormSection'
import { formatPhone } from '../../parts/format'
import layout from '../../parts/layout.module.css'
import { PageHeader } from '../../parts/PageHeader'
import { WeekHours } from '../../parts/WeekHours'
import { go } from '../../router'
import { useClock } from '../../stores/use-clock'
import { useDesk, useDeskState } from '../../stores/use-desk'
import { daysInWords, shortTime } from '../../week'
import { t } from '../../words/words'
import { type Counted, MINUTE } from './campaign-text'
import css from './campaigns.module.css'
import { Readiness } from './Readiness'
import { RehearseChange } from './RehearseChange'

/** The settings as the fields hold them. Ids are text, as the lists need them. */
type Values = Omit<CampaignSettings, 'assistant_id' | 'phone_number_ids'> & {
  assistant_id: string | undefined
  phone_number_ids: string[]
}

interface Props {
  campaign: Counted | null
  /** The outbound assistants. */
  assistants: Assistant[]
  numbers: { id: number; phone_number: string }[]
  /** The workspace's time zone. */
  zone: string
  /** What the campaign lacks as it is saved. */
  checks: readonly Check[]
}

const schema = contract.campaigns.create['~orpc'].inputSchema!

/** All settings of a campaign, and a pane with what it lacks before it can start. */
export function CampaignForm({ campaign, assistants, numbers, zone, checks }: Props) {
  const { client } = useDesk()
  const now = useClock(ms => ms - (ms % MINUTE))
  const form = useForm({
    saved: campaign ? valuesOf(campaign) : newValues(zone, assistants),
    isNew: campaign === null,
    schema,
    check: checkCampaign,
    send: async (values, changes) => {
      const { data } = campaign
        ? await client.campaigns.update({ id: campaign.id, ...changes })
        : await client.campaigns.create({ ...values, assistant_id: values.assistant_id! })
      return data
    },
    onSaved: ({ id }) => go(`/campaigns/${id}`),
  })
  const { values } = form
  const assistant = assistants.find(({ id }) => String(id) === values.assistant_id)
  const nameOf = (id: string | undefined) => assistants.find(found => String(found.id) === id)?.name ?? t('none')

  return (
    <div className={layout.column}>
      <PageHeader
        trail={[
          [t('Campaigns'), '/campaigns'],
          ...(campaign ? ([[campaign.name, `/campaigns/${campaign.id}`]] as [string, string][]) : []),
        ]}
        title={campaign ? t('Edit') : t('New campaign')}
        stays
        badge={<FormState form={form} />}
        actions={<FormActions form={form} word={campaign ? t('Save') : t('Create')} />}
      />
      <div className={layout.split}>
        <div className={layout.scroll}>
          <form {...form.props} className={layout.form} aria-label={t('Campaign')}>
            <FormNotice form={form} />
            <FormSection title={t('Campaign')} help={t('A lead can have a value for each variable of the assistant.')}>
              <TextInput {...form.field('name', t('Name'))} />
              <FieldRow columns={numbers.length > 0 ? '1fr 1fr' : '1fr'}>
                <Select
                  {...form.field('assistant_id', t('Assistant'), nameOf)}
                  value={values.assistant_id ?? null}
                  placeholder={t('Who makes the calls')}
                  searchable={assistants.length > 8}
                  data={assistants.map(({ id, name }) => ({ value: String(id), label: name }))}
                />
                {numbers.length > 0 && (
                  <MultiSelect
                    {...form.field('phone_number_ids', t('Calls from'), saved =>
                      t('{n, plural, one {# number} other {# numbers}}', { n: saved.length }),
                    )}
                    placeholder={values.phone_number_ids.length === 0 ? t('The assistant’s number') : undefined}
                    data={numbers.map(({ id, phone_number }) => ({
                      value: String(id),
                      label: formatPhone(phone_number),
                    }))}
                  />
                )}
              </FieldRow>
            </FormSection>
            <FormSection
              title={t('Allowed hours')}
              help={t('No call starts outside them. One that is running when they end goes on.')}
            >
              <WeekHours
                days={form.field('allowed_days', t('Days'), daysInWords)}
                start={form.field('allowed_hours_start_time', t('From'))}
                end={form.field('allowed_hours_end_time', t('Until'))}
                zone={values.timezone}
                now={now}
              />
              {form.changes.includes('allowed_days') && !form.isNew && (
                <span>{changedLabel(t('Days'), daysInWords(form.base.allowed_days))}</span>
              )}
              <FieldRow>
                <Select
                  {...form.field('timezone', t('Time zone'))}
                  searchable
                  limit={60}
                  nothingFoundMessage={t('No zone by that name')}
                  data={zonesWith(values.timezone)}
                />
                <div className={css.bottom}>
                  <Checkbox {...form.toggle('respect_lead_time_zone', t('Use the lead’s own zone when known'))} />
                </div>
              </FieldRow>
            </FormSection>
            <FormSection
              title={t('Pace')}
              help={t('How many calls run at once, and how many calls a day one number may get.')}
            >
              <FieldRow>
                <NumberInput
                  {...form.field('max_calls_in_parallel', t('Lines'))}
                  placeholder={t('1 to 100 calls at once')}
                  suffix={` ${t('{n, plural, one {call at once} other {calls at once}}', { n: Number(values.max_calls_in_parallel) })}`}
                />
                <NumberInput
                  {...form.field('max_calls_per_number_per_day', t('Per number'), saved =>
                    saved === null ? t('no limit') : t('{n, plural, one {# call} other {# calls}} a day', { n: saved }),
                  )}
                  value={values.max_calls_per_number_per_day ?? ''}
                  onChange={value =>
                    form.set({ max_calls_per_number_per_day: value === '' ? null : (value as number) })
                  }
                  placeholder={t('No limit of calls a day')}
                  suffix={` ${t('{n, plural, one {call a day} other {calls a day}}', { n: Number(values.max_calls_per_number_per_day) })}`}
                />
              </FieldRow>
            </FormSection>
            <FormSection
              title={t('Retries')}
              help={t(
                'How often a lead is tried again, and after how many minutes: after busy, no answer or a failed call. A person who was reached is not called again, unless you say so.',
              )}
            >
              <FieldRow columns="150px minmax(0, 1fr)">
                <NumberInput
                  {...form.field('max_retries', t('Retries'))}
                  placeholder={t('0 to 5 more tries')}
                  suffix={` ${t('{n, plural, one {more try} other {more tries}}', { n: Number(values.max_retries) })}`}
                />
                <RetryIntervals form={form} />
              </FieldRow>
              <Switch {...form.toggle('retry_on_voicemail', t('Also retry after voicemail'))} />
              {!assistant || assistant.post_call_evaluation || values.retry_on_goal_incomplete ? (
                <Switch {...form.toggle('retry_on_goal_incomplete', t('Also retry when the goal was not reached'))} />
              ) : (
                <p className={layout.lock}>
                  <IconLock size={13} aria-hidden />
                  {t('{name} does not evaluate its calls, so nothing says whether the goal was reached.', {
                    name: assistant.name,
                  })}
                </p>
              )}
            </FormSection>
            <FormSection
              title={t('Goal')}
              help={t(
                'The goal is reached when the field that is chosen here is yes after the call: that of the evaluation, or one of your own with yes or no.',
              )}
            >
              <Autocomplete
                {...form.field(
                  'goal_completion_variable',
                  t('Evaluated field'),
                  saved => saved ?? t('the assistant’s own verdict'),
                )}
                value={values.goal_completion_variable ?? ''}
                onChange={value => form.set({ goal_completion_variable: value === '' ? null : value })}
                placeholder={t('The assistant’s own verdict')}
                data={goalsOf(assistant?.post_call_schema ?? [])}
              />
            </FormSection>
            <FormSection title={t('When it ends')}>
              <Switch {...form.toggle('mark_complete_when_no_leads', t('Mark as completed when no leads are left'))} />
            </FormSection>
          </form>
        </div>
        <Beside campaign={campaign} form={form} assistant={assistant} checks={checks} now={now} />
      </div>
    </div>
  )
}

/** One interval for all retries, or a list with one for each. The last one of a list repeats. */
function RetryIntervals({ form }: { form: Form<Values> }) {
  const { values, base } = form
  const [typed, setTyped] = useState<string | null>(null)
  const label = t('Wait before each, in minutes')
  const name = values.retry_intervals ? 'retry_intervals' : 'retry_interval'
  const isChanged = !form.isNew && (form.changes.includes('retry_interval') || form.changes.includes('retry_intervals'))
  const change = (text: string) => {
    setTyped(text)
    const parts = text.split(/[\s,;]+/).filter(Boolean)
    const numbers = parts.map(part => (/^\d+$/.test(part) ? Number(part) : part)) as number[]
    if (numbers.length > 1) form.set({ retry_interval: base.retry_interval, retry_intervals: numbers })
    else form.set({ retry_interval: numbers[0] ?? ('' as unknown as number), retry_intervals: null })
  }
  return (
    <TextInput
      data-field={name}
      label={isChanged ? changedLabel(label, t('{n} min', { n: intervalsAsText(base) })) : label}
      placeholder={t('60 min, or 60, 180, 1440 min; the last one repeats')}
      rightSection={<span className="dim">{t('min')}</span>}
      rightSectionWidth={44}
      rightSectionPointerEvents="none"
      value={typed ?? intervalsAsText(values)}
      onChange={event => change(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
      error={form.errorOf(name)}
    />
  )
}

/** The fields that can say whether the goal was reached. */
const goalsOf = (schema: Assistant['post_call_schema']) => [
  ...new Set(['status', ...schema.filter(({ type }) => type === 'bool').map(({ name }) => name)]),
]

const intervalsAsText = (c: Values) => (c.retry_intervals ?? [c.retry_interval]).join(', ')

/** What the settings in the form would lead to, and what is lacking before a start. */
function Beside({
  campaign,
  form,
  assistant,
  checks,
  now,
}: {
  campaign: Counted | null
  form: Form<Values>
  assistant: Assistant | undefined
  checks: readonly Check[]
  now: number
}) {
  const { ask } = useDesk()
  const { values } = form
  const changed = Object.fromEntries(form.changes.map(name => [name, values[name as keyof Values]]))
  const asked = campaign ? changed : values
  const relevant = Object.fromEntries(
    deciding.flatMap(name => (asked[name] === undefined ? [] : [[name, asked[name]]])),
  )
  const input = { ...relevant, ...(campaign && { campaign_id: campaign.id }) }
  const { data } = useQuery({
    ...ask.readiness.check.queryOptions({ input }),
    enabled: form.areSound(deciding),
    placeholderData: keepPreviousData,
  })
  return (
    <DetailPane label={t('Before it can start')}>
      {campaign && (
        <RehearseChange
          campaignId={campaign.id}
          zone={values.timezone}
          now={now}
          changes={changed}
          isSound={form.isSound}
        />
      )}
      <PaneSection title={t('Before it can start')}>
        <Readiness
          checks={data?.checks ?? checks}
          hours={{
            days: values.allowed_days,
            start: values.allowed_hours_start_time,
            end: values.allowed_hours_end_time,
          }}
          webhook={assistant?.webhook_url ?? null}
          id={campaign?.id ?? null}
        />
      </PaneSection>
      <WhenSaved campaign={campaign} />
    </DetailPane>
  )
}

/** The settings that decide what is lacking before a start. */
const deciding = [
  'assistant_id',
  'timezone',
  'allowed_days',
  'allowed_hours_start_time',
  'allowed_hours_end_time',
  'phone_number_ids',
] as const satisfies (keyof Values)[]

function WhenSaved({ campaign }: { campaign: Counted | null }) {
  const lines = useDeskState(state => state.settings?.max_calls_in_parallel)
  return (
    <PaneSection title={t('When it is saved')}>
      <p className="soft">
        {campaign?.status === 'in-progress'
          ? t('The new settings apply from the next dial. Running calls are not changed.')
          : campaign
            ? t('It stays as it is until it is started.')
            : t('It is a draft. It dials nobody until leads are added and it is started.')}
      </p>
      {lines !== undefined && (
        <p className="dim">
          {t('The desk has {n, plural, one {# line} other {# lines}} for all campaigns together.', { n: lines })}
        </p>
      )}
    </PaneSection>
  )
}

const valuesOf = (campaign: Counted): Values => ({
  name: campaign.name,
  assistant_id: campaign.assistant_id === null ? undefined : String(campaign.assistant_id),
  timezone: campaign.timezone,
  max_calls_in_parallel: campaign.max_calls_in_parallel,
  allowed_hours_start_time: shortTime(campaign.allowed_hours_start_time),
  allowed_hours_end_time: shortTime(campaign.allowed_hours_end_time),
  allowed_days: campaign.allowed_days,
  max_retries: campaign.max_retries,
  retry_interval: campaign.retry_interval,
  retry_intervals: campaign.retry_intervals,
  respect_lead_time_zone: campaign.respect_lead_time_zone,
  max_calls_per_number_per_day: campaign.max_calls_per_number_per_day,
  retry_on_voicemail: campaign.retry_on_voicemail,
  retry_on_goal_incomplete: campaign.retry_on_goal_incomplete,
  goal_completion_variable: campaign.goal_completion_variable,
  mark_complete_when_no_leads: campaign.mark_complete_when_no_leads,
  phone_number_ids: campaign.phone_number_ids.map(String),
})

/** A new campaign calls in office hours, unless the person changes that. */
const newValues = (zone: string, assistants: Assistant[]): Values => ({
  ...campaignDefaults,
  name: '',
  assistant_id: assistants.length === 1 ? String(assistants[0]!.id) : undefined,
  timezone: zone,
  allowed_days: days.slice(0, 5),
  allowed_hours_start_time: '09:00',
  allowed_hours_end_time: '18:00',
  phone_number_ids: [],
})

import { NumberInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../../contract/settings'
import { FieldRow, FormSection } from '../../parts/FormSection'
import { KeyValue } from '../../parts/KeyValue'
import { Notice } from '../../parts/Notice'
import { Time } from '../../parts/values'
import { useDesk } from '../../stores/use-desk'
import { rich, t } from '../../words/words'
import { FormPage } from './Section'
import { useSettingsForm, WithSettings } from './use-settings-form'

/** The carrier in use, how many calls there may be, and who judges them. */
export const CallingSection = ({ title }: { title: string }) => (
  <WithSettings title={title}>{settings => <Fields title={title} settings={settings} />}</WithSettings>
)

const carriers = { simulated: t('Nowhere: simulated'), sip: t('Over the SIP trunks') }

function Fields({ title, settings }: { title: string; settings: Settings }) {
  const { ask } = useDesk()
  const models = useQuery(ask.catalogues.models.queryOptions({ input: { type: 'llm' } }))
  const { carrier, max_calls_in_parallel, calls_per_second, evaluation_model_id } = settings
  const form = useSettingsForm({
    carrier: carrier as keyof typeof carriers,
    max_calls_in_parallel,
    calls_per_second,
    evaluation_model_id,
  })
  const chosen = form.values.carrier
  const nameOf = (id: number | null) => models.data?.find(model => model.id === id)?.name ?? t('the built-in rules')
  return (
    <FormPage title={title} form={form}>
      <FormSection title={t('Carrier')} help={t('Who carries calls. Trunks of your own are on the page of numbers.')}>
        <Select
          {...form.field('carrier', t('Calls go'), saved => carriers[saved])}
          allowDeselect={false}
          disabled={settings.simulated}
          description={
            settings.simulated
              ? t('This desk has run with simulated time, so it calls nobody real.')
              : chosen === 'sip'
                ? t('Real phones ring. SMS and rented numbers are still simulated.')
                : t('No call leaves this machine. People and money are simulated too.')
          }
          data={Object.entries(carriers).map(([value, label]) => ({ value, label }))}
        />
        {chosen !== carrier && (
          <Notice tone="warn" title={t('Another carrier stops every campaign')}>
            {chosen === 'sip'
              ? t('Start again those that are to call real people. Each needs the number of a trunk to call from.')
              : t('Nobody real is called then. Calls that are under way go on.')}
          </Notice>
        )}
        <KeyValue
          width={110}
          rows={[
            [t('Desk time'), <Time key="now" at={settings.now} seconds />],
            ...(settings.speed === 1
              ? []
              : [[t('Speed'), t('{n} times as fast as real time', { n: settings.speed })] as [string, string]]),
          ]}
        />
      </FormSection>
      <FormSection
        title={t('Limits')}
        help={t('For all campaigns and single calls together. A campaign has lines of its own within these.')}
      >
        <FieldRow>
          <NumberInput
            {...form.field('max_calls_in_parallel', t('Lines'))}
            placeholder={t('1 to 1000 calls at once')}
            suffix={` ${t('{n, plural, one {call at once} other {calls at once}}', { n: Number(form.values.max_calls_in_parallel) })}`}
          />
          <NumberInput {...form.field('calls_per_second', t('Dials a second'))} placeholder={t('1 to 100')} />
        </FieldRow>
      </FormSection>
      <FormSection
        title={t('After a call')}
        help={t('Who reads the transcript and fills in what the assistant is to find out.')}
      >
        <Select
          {...form.field('evaluation_model_id', t('Judged by'), nameOf)}
          value={form.values.evaluation_model_id === null ? '' : String(form.values.evaluation_model_id)}
          onChange={value => form.set({ evaluation_model_id: value ? Number(value) : null })}
          description={t('The built-in rules only guess. What they say is marked as a guess everywhere.')}
          searchable
          data={[
            { value: '', label: t('The built-in rules') },
            ...(models.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </FormSection>
      <FormSection title={t('Hours')}>
        <p className="soft">
          {rich(
            'Each campaign has days and hours of its own, which are set where <link>the campaign</link> is edited.',
            {
              link: text => (
                <a className="link" href="#/campaigns">
                  {text}
                </a>
              ),
            },
          )}
        </p>
      </FormSection>
    </FormPage>
  )
}

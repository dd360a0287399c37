import { ActionIcon, Button, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { getCountries } from 'libphonenumber-js/min'
import { useMemo, useState } from 'react'
import type { Settings } from '../../../contract/settings'
import { MoneyField } from '../../forms/MoneyField'
import type { Form } from '../../forms/use-form'
import { FieldRow, FormSection } from '../../parts/FormSection'
import { money } from '../../parts/format'
import { tip } from '../../parts/tips/tip'
import { countryName } from '../../phone'
import { t } from '../../words/words'
import { FormPage } from './Section'
import css from './settings.module.css'
import { useSettingsForm, WithSettings } from './use-settings-form'

/** What calls, messages and SMS cost. */
export const RatesSection = ({ title }: { title: string }) => (
  <WithSettings title={title}>{settings => <Fields title={title} settings={settings} />}</WithSettings>
)

/** A country whose price is to be taken away has null. */
type Rates = Omit<Settings['rates'], 'sms'> & { sms: Record<string, number | null> }

function Fields({ title, settings }: { title: string; settings: Settings }) {
  const form = useSettingsForm<{ rates: Rates }>({ rates: settings.rates })
  return (
    <FormPage title={title} form={form}>
      <FormSection
        title={t('Calls and chats')}
        help={t('A new rate counts from the next charge on. What was charged stays as it is.')}
      >
        <FieldRow>
          <Price form={form} name="call_minute" label={t('A minute of talking')} />
          <Price form={form} name="widget_message" label={t('A message of a widget chat')} />
        </FieldRow>
        <p className="dim">{t('Calls with a number of a trunk of your own are free.')}</p>
      </FormSection>
      <FormSection title={t('SMS')} help={t('For a segment of 160 characters, by the country that it goes to.')}>
        <SmsRates form={form} />
      </FormSection>
    </FormPage>
  )
}

type RatesForm = Form<{ rates: Rates }>

/** A price may be less than a cent. */
const price = { decimals: 6 }

function Price({ form, name, label }: { form: RatesForm; name: 'call_minute' | 'widget_message'; label: string }) {
  const { rates } = form.values
  const was = form.base.rates[name]
  return (
    <MoneyField
      {...price}
      data-field={`rates.${name}`}
      label={rates[name] === was ? label : `${label} · ${t('was {value}', { value: money(was, true) })}`}
      value={rates[name]}
      onChange={value => form.set({ rates: { ...rates, [name]: value as number } })}
      error={form.errorOf(`rates.${name}`, label)}
    />
  )
}

function SmsRates({ form }: { form: RatesForm }) {
  const { rates } = form.values
  const [added, setAdded] = useState<string | null>(null)
  const codes = Object.keys(rates.sms)
    .filter(code => code !== 'other' && rates.sms[code] !== null)
    .sort((a, b) => countryName(a).localeCompare(countryName(b)))
  const others = useMemo(
    () =>
      getCountries()
        .map(value => ({ value: value as string, label: countryName(value) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [],
  )
  const set = (code: string, price: number | null) =>
    form.set({ rates: { ...rates, sms: { ...rates.sms, [code]: price } } })
  function remove(code: string) {
    if (code in form.base.rates.sms) return set(code, null)
    const { [code]: _, ...sms } = rates.sms
    form.set({ rates: { ...rates, sms } })
  }
  return (
    <>
      <ul className={css.prices}>
        {[...codes, 'other'].map(code => {
          const label = code === 'other' ? t('Every other country') : countryName(code)
          return (
            <li key={code}>
              <span id={`sms-${code}`}>{label}</span>
              <MoneyField
                {...price}
                data-field={`rates.sms.${code}`}
                aria-labelledby={`sms-${code}`}
                data-changed={rates.sms[code] !== form.base.rates.sms[code] || undefined}
                value={rates.sms[code]!}
                onChange={value => set(code, value as number)}
                error={form.errorOf(`rates.sms.${code}`, label)}
              />
              {code !== 'other' && (
                <ActionIcon
                  aria-label={t('Take the price of {country} away', { country: label })}
                  onClick={() => remove(code)}
                  {...tip(t('Then it costs as every other country'))}
                >
                  <IconX size={14} />
                </ActionIcon>
              )}
            </li>
          )
        })}
      </ul>
      <div className={css.addRow}>
        <Select
          aria-label={t('A country with a price of its own')}
          placeholder={t('A country with a price of its own')}
          searchable
          limit={60}
          nothingFoundMessage={t('No country by that name')}
          value={added}
          onChange={setAdded}
          data={others.filter(({ value }) => rates.sms[value] === undefined || rates.sms[value] === null)}
        />
        <Button
          disabled={added === null}
          onClick={() => {
            set(added!, rates.sms.other ?? 0)
            setAdded(null)
          }}
        >
          {t('Add')}
        </Button>
      </div>
    </>
  )
}

import { SegmentedControl, Select, TextInput, useMantineColorScheme } from '@mantine/core'
import { getCountries } from 'libphonenumber-js/min'
import { useMemo } from 'react'
import type { Settings } from '../../../contract/settings'
import { FormSection } from '../../parts/FormSection'
import { countryName } from '../../phone'
import { choose, type Language, language, languages } from '../../words/language'
import { t } from '../../words/words'
import { FormPage } from './Section'
import css from './settings.module.css'
import { useSettingsForm, WithSettings } from './use-settings-form'

/** The name, the time zone and the country of the workspace, and how this browser shows the console. */
export const WorkspaceSection = ({ title }: { title: string }) => (
  <WithSettings title={title}>{settings => <Fields title={title} settings={settings} />}</WithSettings>
)

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

function Fields({ title, settings: { name, timezone, country } }: { title: string; settings: Settings }) {
  const form = useSettingsForm({ name, timezone, country })
  const countries = useMemo(
    () =>
      getCountries()
        .map(value => ({ value: value as string, label: countryName(value) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [],
  )
  return (
    <FormPage title={title} form={form} after={<ThisBrowser />}>
      <FormSection title={t('Workspace')} help={t('All users share it.')}>
        <TextInput {...form.field('name', t('Name'))} />
      </FormSection>
      <FormSection title={t('Place')} help={t('Times are shown in this zone, and days of statistics are days in it.')}>
        <Select
          {...form.field('timezone', t('Time zone'))}
          searchable
          limit={60}
          nothingFoundMessage={t('No zone by that name')}
          data={zones.includes(form.values.timezone) ? zones : [form.values.timezone, ...zones]}
        />
        <Select
          {...form.field('country', t('Country'), saved => (saved ? countryName(saved) : t('none')))}
          description={t('A number without a country code, such as 020 7946 0123, is read as one of this country.')}
          placeholder={t('That of the time zone')}
          searchable
          clearable
          limit={60}
          nothingFoundMessage={t('No country by that name')}
          clearButtonProps={{ 'aria-label': t('Take the country of the time zone') }}
          data={countries}
        />
      </FormSection>
    </FormPage>
  )
}

/** What is kept in this browser and not in the workspace. It applies at once. */
function ThisBrowser() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <FormSection title={t('This browser')} help={t('Kept here only, and applied at once.')}>
      <div className={css.control}>
        <span id="language">{t('Language')}</span>
        <SegmentedControl
          aria-labelledby="language"
          value={language}
          onChange={to => choose(to as Language)}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <div className={css.control}>
        <span id="colours">{t('Colours')}</span>
        <SegmentedControl
          aria-labelledby="colours"
          value={colorScheme}
          onChange={to => setColorScheme(to as typeof colorScheme)}
          data={[
            { value: 'auto', label: t('As the system') },
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
        />
      </div>
    </FormSection>
  )
}

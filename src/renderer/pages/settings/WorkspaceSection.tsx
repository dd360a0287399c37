import { Button, SegmentedControl, TextInput, useMantineColorScheme } from '@mantine/core'
import type { Settings } from '../../../contract/settings'
import { PlaceFields } from '../../forms/PlaceFields'
import { FormSection } from '../../parts/FormSection'
import { Notice } from '../../parts/Notice'
import { go } from '../../router'
import { useFirstSteps, usePutStepsAway } from '../../stores/use-first-steps'
import { choose, type Language, language, languages } from '../../words/language'
import { t } from '../../words/words'
import { FormPage } from './Section'
import css from './settings.module.css'
import { useSettingsForm, WithSettings } from './use-settings-form'

/** The name, the time zone and the country of the workspace, and how this browser shows the console. */
export const WorkspaceSection = ({ title }: { title: string }) => (
  <WithSettings title={title}>{settings => <Fields title={title} settings={settings} />}</WithSettings>
)

function Fields({ title, settings: { name, timezone, country } }: { title: string; settings: Settings }) {
  const form = useSettingsForm({ name, timezone, country })
  return (
    <FormPage title={title} form={form} after={<After />}>
      <FormSection title={t('Workspace')} help={t('All users share it.')}>
        <TextInput {...form.field('name', t('Name'))} />
      </FormSection>
      <FormSection title={t('Place')} help={t('Times are shown in this zone, and days of statistics are days in it.')}>
        <PlaceFields form={form} />
      </FormSection>
    </FormPage>
  )
}

const After = () => (
  <>
    <ThisBrowser />
    <FirstStepsSection />
  </>
)

/** Shows the first steps again. Once a campaign has run there are none. */
function FirstStepsSection() {
  const { data } = useFirstSteps()
  const putAway = usePutStepsAway()
  if (!data || data.state === 'finished') return null
  const isAway = data.state === 'put_away'
  return (
    <FormSection
      title={t('First steps')}
      help={t('What to do first on a new desk, on Today. They go by themselves once a campaign has run.')}
    >
      <span className="row">
        <Button
          loading={putAway.isBusy}
          onClick={async () => {
            await putAway.run(!isAway)
            if (isAway) go('/today')
          }}
        >
          {isAway ? t('Show the first steps') : t('Put the first steps away')}
        </Button>
      </span>
      {putAway.failed && <Notice tone="bad" title={putAway.failed} />}
    </FormSection>
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

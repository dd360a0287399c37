import type { Settings } from '../../../contract/settings'
import { FormSection } from '../../parts/FormSection'
import { KeyValue } from '../../parts/KeyValue'
import { t } from '../../words/words'
import licences from './licences.json'
import { Section } from './Section'
import css from './settings.module.css'
import { WithSettings } from './use-settings-form'

/** The version, and the libraries that Callwright stands on. */
export const AboutSection = ({ title }: { title: string }) => (
  <WithSettings title={title}>{settings => <Shown title={title} settings={settings} />}</WithSettings>
)

const Shown = ({ title, settings }: { title: string; settings: Settings }) => (
  <Section title={title}>
    <FormSection title="Callwright" help={t('An AI calling desk on your own machine.')}>
      <KeyValue
        rows={[
          [t('Version'), settings.version],
          [
            t('API'),
            <a key="api" className="link" href="/api/docs" target="_blank" rel="noreferrer">
              {t('API reference')}
            </a>,
          ],
        ]}
      />
    </FormSection>
    <FormSection
      title={t('Licences')}
      help={t('Callwright is built with these free libraries. Their licences come with the packages.')}
    >
      <ul className={css.libraries}>
        {licences.map(({ name, version, licence }) => (
          <li key={name}>
            {name} {version} <span className="dim">{licence}</span>
          </li>
        ))}
      </ul>
    </FormSection>
  </Section>
)

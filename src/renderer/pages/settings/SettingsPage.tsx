import type { ComponentType } from 'react'
import { t } from '../../words/words'
import { AboutSection } from './AboutSection'
import { ApiSection } from './ApiSection'
import { CallingSection } from './CallingSection'
import { DataSection } from './DataSection'
import { MoneySection } from './MoneySection'
import { ProvidersSection } from './ProvidersSection'
import { RatesSection } from './RatesSection'
import { RetentionSection } from './RetentionSection'
import { SamplesSection } from './SamplesSection'
import css from './settings.module.css'
import { UsersSection } from './UsersSection'
import { WorkspaceSection } from './WorkspaceSection'

interface Section {
  word: string
  Page: ComponentType<{ title: string }>
}

/** The sections by the end of their paths. */
const sections: Record<string, Section> = {
  workspace: { word: t('Workspace'), Page: WorkspaceSection },
  calling: { word: t('Calling'), Page: CallingSection },
  providers: { word: t('Providers'), Page: ProvidersSection },
  rates: { word: t('Rates'), Page: RatesSection },
  money: { word: t('Money'), Page: MoneySection },
  retention: { word: t('Retention'), Page: RetentionSection },
  api: { word: t('API'), Page: ApiSection },
  users: { word: t('Users and sessions'), Page: UsersSection },
  data: { word: t('Data'), Page: DataSection },
  samples: { word: t('Sample data'), Page: SamplesSection },
  about: { word: t('About Callwright'), Page: AboutSection },
}

/** The settings: a list of sections, and the section that the address names. */
export function SettingsPage({ path }: { path: string }) {
  const asked = path.split('/')[2] ?? 'workspace'
  const name = asked in sections ? asked : 'workspace'
  const { word, Page } = sections[name]!
  return (
    <div className={css.settings}>
      <nav className={css.list} aria-label={t('Settings')}>
        <ul>
          {Object.entries(sections).map(([section, { word }]) => (
            <li key={section}>
              <a href={`#/settings/${section}`} aria-current={section === name ? 'page' : undefined}>
                {word}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.section}>
        <Page key={name} title={word} />
      </div>
    </div>
  )
}

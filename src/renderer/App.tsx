import { IconMapQuestion } from '@tabler/icons-react'
import { EmptyState } from './parts/EmptyState'
import { placeNow, usePlace } from './router'
import { AppFrame } from './shell/AppFrame'
import { fetchAhead, type LoadedPage, page } from './shell/lazy-page'
import { Messages } from './shell/Messages'
import { NextStep } from './shell/NextStep'
import { Told } from './shell/Told'
import { Works } from './shell/Works'
import { t } from './words/words'

const TodayPage = page(t('Today'), async () => (await import('./pages/today/TodayPage')).TodayPage)
const CampaignPages = page(t('Campaigns'), async () => (await import('./pages/campaigns/CampaignPages')).CampaignPages)
const AssistantPages = page(
  t('Assistants'),
  async () => (await import('./pages/assistants/AssistantPages')).AssistantPages,
)
const KnowledgePages = page(
  t('Knowledge'),
  async () => (await import('./pages/knowledge/KnowledgePages')).KnowledgePages,
)
const ToolPages = page(t('Tools'), async () => (await import('./pages/tools/ToolPages')).ToolPages)
const LeadsPage = page(t('Leads'), async () => (await import('./pages/leads/LeadsPage')).LeadsPage)
const ImportPage = page(t('Import'), async () => (await import('./pages/import/ImportPage')).ImportPage)
const CallsPage = page(t('Calls'), async () => (await import('./pages/calls/CallsPage')).CallsPage)
const NumberPages = page(t('Numbers'), async () => (await import('./pages/numbers/NumberPages')).NumberPages)
const MoneyPage = page(t('Money'), async () => (await import('./pages/money/MoneyPage')).MoneyPage)
const PeoplePages = page(t('People'), async () => (await import('./pages/people/PeoplePages')).PeoplePages)
const BlacklistPage = page(
  t('Do not call'),
  async () => (await import('./pages/blacklist/BlacklistPage')).BlacklistPage,
)
const WebhookPages = page(t('Webhooks'), async () => (await import('./pages/webhooks/WebhookPages')).WebhookPages)
const SettingsPage = page(t('Settings'), async () => (await import('./pages/settings/SettingsPage')).SettingsPage)
const ConversationsPage = page(
  t('Conversations'),
  async () => (await import('./pages/conversations/ConversationsPage')).ConversationsPage,
)
const SmsPage = page(t('SMS'), async () => (await import('./pages/sms/SmsPage')).SmsPage)
/** Every part in every state, for developers. It is left out of the production build. */
const KitPage = import.meta.env.DEV ? page('Kit', async () => (await import('./pages/kit/KitPage')).KitPage) : null

/** The pages by their paths. */
const routes: [RegExp, LoadedPage | null][] = [
  [/^\/today$/, TodayPage],
  [/^\/campaigns(\/new|\/\d+(\/edit)?)?$/, CampaignPages],
  [/^\/leads$/, LeadsPage],
  [/^\/leads\/import$/, ImportPage],
  [/^\/numbers(\/buy|\/\d+|\/trunks\/(new|\d+))?$/, NumberPages],
  [/^\/money(\/costs)?$/, MoneyPage],
  [/^\/assistants(\/new(\/[a-z-]+){0,2}|\/\d+(\/[a-z]+)?)?$/, AssistantPages],
  [/^\/people(\/[^/]+)?$/, PeoplePages],
  [/^\/blacklist$/, BlacklistPage],
  [/^\/knowledge(\/\d+)?$/, KnowledgePages],
  [/^\/tools(\/new|\/\d+)?$/, ToolPages],
  [/^\/calls(\/\d+|\/live)?$/, CallsPage],
  [/^\/webhooks(\/signing|\/\d+)?$/, WebhookPages],
  [/^\/settings(\/\w+)?$/, SettingsPage],
  [/^\/conversations(\/[\w-]+)?$/, ConversationsPage],
  [/^\/sms(\/[^/]+)?$/, SmsPage],
  [/^\/kit$/, KitPage],
]
const pageAt = (path: string) => routes.find(([pattern]) => pattern.test(path))?.[1]
// Its code comes while the service is asked who this is.
pageAt(placeNow().path)?.start()
fetchAhead()

export function App() {
  const { path } = usePlace()
  const Page = pageAt(path)
  return (
    <>
      <Messages path={path} />
      <Works />
      <Told />
      <NextStep path={path} />
      <AppFrame path={path}>{Page ? <Page path={path} /> : <NoSuchPage />}</AppFrame>
    </>
  )
}

const NoSuchPage = () => (
  <EmptyState
    icon={IconMapQuestion}
    title={t('There is no such page')}
    action={
      <a className="link" href="#/today">
        {t('Go to Today')}
      </a>
    }
  />
)

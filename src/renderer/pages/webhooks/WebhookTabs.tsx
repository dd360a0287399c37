import { Tabs } from '../../parts/Tabs'
import { usePlace } from '../../router'
import { t } from '../../words/words'

/** The two parts of the page of webhooks. */
export function WebhookTabs() {
  const { path } = usePlace()
  return (
    <Tabs
      label={t('Webhooks')}
      tabs={[
        { word: t('Deliveries'), href: '#/webhooks', isOpen: path === '/webhooks' },
        { word: t('Signing'), href: '#/webhooks/signing', isOpen: path === '/webhooks/signing' },
      ]}
    />
  )
}

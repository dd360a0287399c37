import { CampaignEditPage } from './CampaignEditPage'
import { CampaignPage } from './CampaignPage'
import { CampaignsPage } from './CampaignsPage'

/** The list of campaigns, the page of one, or its settings. */
export function CampaignPages({ path }: { path: string }) {
  const [, , which, edit] = path.split('/')
  if (which === undefined) return <CampaignsPage />
  if (which === 'new') return <CampaignEditPage key="new" id={null} />
  return edit ? <CampaignEditPage key={which} id={Number(which)} /> : <CampaignPage key={which} id={Number(which)} />
}

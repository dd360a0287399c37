import { account } from './account'
import { assistants } from './assistants'
import { attention } from './attention'
import { calls } from './calls'
import { campaigns } from './campaigns'
import { catalogues } from './catalogues'
import { dialing } from './dialing'
import { events } from './events'
import { explain } from './explain'
import { leads } from './leads'
import { settings } from './settings'
import { stats } from './stats'
import { webhooks } from './webhooks'

/** Everything that can be asked of the service. */
export const contract = {
  account,
  assistants,
  attention,
  calls,
  campaigns,
  catalogues,
  dialing,
  events,
  explain,
  leads,
  settings,
  stats,
  webhooks,
}
export type Contract = typeof contract

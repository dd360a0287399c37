import { account } from './account'
import { assistants } from './assistants'
import { attention } from './attention'
import { blacklist } from './blacklist'
import { calls } from './calls'
import { campaigns } from './campaigns'
import { catalogues } from './catalogues'
import { conversations } from './conversations'
import { dialing } from './dialing'
import { events } from './events'
import { explain } from './explain'
import { documents, knowledgebases } from './knowledgebases'
import { leads } from './leads'
import { people } from './people'
import { phoneNumbers } from './phone-numbers'
import { rehearsals } from './rehearsals'
import { settings } from './settings'
import { simulator } from './simulator'
import { sms } from './sms'
import { stats } from './stats'
import { tools } from './tools'
import { webhooks } from './webhooks'

/** Every operation of the service. */
export const contract = {
  account,
  assistants,
  attention,
  blacklist,
  calls,
  campaigns,
  catalogues,
  conversations,
  dialing,
  documents,
  events,
  explain,
  knowledgebases,
  leads,
  people,
  phoneNumbers,
  rehearsals,
  settings,
  simulator,
  sms,
  stats,
  tools,
  webhooks,
}
export type Contract = typeof contract

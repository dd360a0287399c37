import { account } from './account'
import { assistants } from './assistants'
import { attention } from './attention'
import { blacklist } from './blacklist'
import { calls } from './calls'
import { campaigns } from './campaigns'
import { catalogues } from './catalogues'
import { conversations } from './conversations'
import { data } from './data'
import { dialing } from './dialing'
import { events } from './events'
import { explain } from './explain'
import { firstSteps } from './first-steps'
import { documents, knowledgebases } from './knowledgebases'
import { leadChanges } from './lead-changes'
import { leads } from './leads'
import { people } from './people'
import { phoneNumbers } from './phone-numbers'
import { readiness } from './readiness'
import { redeliveries } from './redeliveries'
import { rehearsals } from './rehearsals'
import { samples } from './samples'
import { settings } from './settings'
import { simulator } from './simulator'
import { sms } from './sms'
import { stats } from './stats'
import { tools } from './tools'
import { trials } from './trials'
import { users } from './users'
import { webhooks } from './webhooks'

/** The operations that answer once. */
export const requests = {
  account,
  assistants,
  attention,
  blacklist,
  calls,
  campaigns,
  catalogues,
  conversations,
  data,
  dialing,
  documents,
  explain,
  firstSteps,
  knowledgebases,
  leads,
  leadChanges,
  redeliveries,
  people,
  phoneNumbers,
  readiness,
  rehearsals,
  samples,
  settings,
  simulator,
  sms,
  stats,
  tools,
  trials,
  users,
  webhooks,
}

/** Every operation of the service. The doors answer those of `events` themselves, because their answer never ends. */
export const contract = { ...requests, events }
export type Contract = typeof contract

import { account } from './account'
import { assistants } from './assistants'
import { calls } from './calls'
import { campaigns } from './campaigns'
import { catalogues } from './catalogues'
import { dialing } from './dialing'
import { events } from './events'
import { leads } from './leads'
import { webhooks } from './webhooks'

/** Everything that can be asked of the service. */
export const contract = { account, assistants, calls, campaigns, catalogues, dialing, events, leads, webhooks }
export type Contract = typeof contract

import type { Desk } from '../core/desk'
import { accountRoutes } from './account'
import { assistantsRoutes } from './assistants'
import { attentionRoutes } from './attention'
import { callsRoutes } from './calls'
import { campaignsRoutes, explainRoutes } from './campaigns'
import { cataloguesRoutes } from './catalogues'
import { leadsRoutes } from './leads'
import { webhooksRoutes } from './webhooks'
import { os } from './wiring'
import { dialingRoutes, eventsRoutes, settingsRoutes, statsRoutes } from './workspace'

export type { Caller } from './wiring'

/** Everything that can be asked, wired to core. HTTP and IPC answer from this one router. */
export const createRouter = (desk: Desk) =>
  os.router({
    account: accountRoutes(desk),
    assistants: assistantsRoutes(desk),
    catalogues: cataloguesRoutes(desk),
    campaigns: campaignsRoutes(desk),
    explain: explainRoutes(desk),
    leads: leadsRoutes(desk),
    attention: attentionRoutes(desk),
    calls: callsRoutes(desk),
    settings: settingsRoutes(desk),
    stats: statsRoutes(desk),
    dialing: dialingRoutes(desk),
    events: eventsRoutes(desk),
    webhooks: webhooksRoutes(desk),
  })
export type Router = ReturnType<typeof createRouter>

import type { Desk } from '../core/kernel/context'
import { accountRoutes } from './account'
import { assistantsRoutes } from './assistants'
import { attentionRoutes } from './attention'
import { blacklistRoutes } from './blacklist'
import { callsRoutes } from './calls'
import { campaignsRoutes, explainRoutes } from './campaigns'
import { cataloguesRoutes } from './catalogues'
import { conversationsRoutes } from './conversations'
import { documentsRoutes, knowledgebasesRoutes } from './knowledgebases'
import { leadsRoutes } from './leads'
import { peopleRoutes } from './people'
import { phoneNumbersRoutes } from './phone-numbers'
import { rehearsalsRoutes } from './rehearsals'
import { simulatorRoutes } from './simulator'
import { smsRoutes } from './sms'
import { toolsRoutes } from './tools'
import { webhooksRoutes } from './webhooks'
import { os } from './wiring'
import { dialingRoutes, eventsRoutes, settingsRoutes, statsRoutes } from './workspace'

export type { Caller, Once } from './wiring'

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
    blacklist: blacklistRoutes(desk),
    calls: callsRoutes(desk),
    conversations: conversationsRoutes(desk),
    people: peopleRoutes(desk),
    phoneNumbers: phoneNumbersRoutes(desk),
    rehearsals: rehearsalsRoutes(desk),
    settings: settingsRoutes(desk),
    simulator: simulatorRoutes(desk),
    sms: smsRoutes(desk),
    stats: statsRoutes(desk),
    dialing: dialingRoutes(desk),
    documents: documentsRoutes(desk),
    events: eventsRoutes(desk),
    knowledgebases: knowledgebasesRoutes(desk),
    tools: toolsRoutes(desk),
    webhooks: webhooksRoutes(desk),
  })
export type Router = ReturnType<typeof createRouter>

import type { Context } from '../core/kernel/context'
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
export const createRouter = (context: Context) =>
  os.router({
    account: accountRoutes(context),
    assistants: assistantsRoutes(context),
    catalogues: cataloguesRoutes(context),
    campaigns: campaignsRoutes(context),
    explain: explainRoutes(context),
    leads: leadsRoutes(context),
    attention: attentionRoutes(context),
    blacklist: blacklistRoutes(context),
    calls: callsRoutes(context),
    conversations: conversationsRoutes(context),
    people: peopleRoutes(context),
    phoneNumbers: phoneNumbersRoutes(context),
    rehearsals: rehearsalsRoutes(context),
    settings: settingsRoutes(context),
    simulator: simulatorRoutes(context),
    sms: smsRoutes(context),
    stats: statsRoutes(context),
    dialing: dialingRoutes(context),
    documents: documentsRoutes(context),
    events: eventsRoutes(context),
    knowledgebases: knowledgebasesRoutes(context),
    tools: toolsRoutes(context),
    webhooks: webhooksRoutes(context),
  })
export type Router = ReturnType<typeof createRouter>

import { ORPCError } from '@orpc/server'
import type { Context, Outside } from '../core/kernel/context'
import { diskFull, isDiskFull } from '../core/kernel/errors'
import { accountRoutes } from './account'
import { assistantsRoutes } from './assistants'
import { attentionRoutes } from './attention'
import { blacklistRoutes } from './blacklist'
import { callsRoutes } from './calls'
import { campaignsRoutes, explainRoutes, readinessRoutes } from './campaigns'
import { cataloguesRoutes } from './catalogues'
import { conversationsRoutes } from './conversations'
import { dataRoutes } from './data'
import { firstStepsRoutes } from './first-steps'
import { documentsRoutes, knowledgebasesRoutes } from './knowledgebases'
import { leadChangesRoutes } from './lead-changes'
import { leadsRoutes } from './leads'
import { peopleRoutes } from './people'
import { phoneNumbersRoutes } from './phone-numbers'
import { redeliveriesRoutes } from './redeliveries'
import { rehearsalsRoutes } from './rehearsals'
import { samplesRoutes } from './samples'
import { simulatorRoutes } from './simulator'
import { smsRoutes } from './sms'
import { toolsRoutes } from './tools'
import { trialsRoutes } from './trials'
import { usersRoutes } from './users'
import { webhooksRoutes } from './webhooks'
import { os, translate } from './wiring'
import { dialingRoutes, settingsRoutes, statsRoutes } from './workspace'

export type { Caller, Once } from './wiring'

const isDiskFullRefusal = (error: unknown) => error instanceof ORPCError && error.code === 'DISK_FULL'

/** How often an operation that only reads is done again. */
const READ_AGAIN = 3

/**
 * Holds an answer, a refusal too, back until what it says is committed. An operation that only reads is done again when the
 * commit of what it saw has failed. A change for which there is no room on the disk is refused.
 */
const afterCommit = ({ commits, log }: Pick<Context, 'commits' | 'log'>) =>
  os.middleware(async ({ next, procedure }) => {
    const isReading = procedure['~orpc'].route.method === 'GET'
    const attempt = async () => next()
    try {
      for (let tries = 0; ; tries++) {
        const answer = await attempt().then(
          result => ({ result }),
          (refusal: unknown) => ({ refusal }),
        )
        try {
          await commits.settled()
        } catch (error) {
          if (isReading && tries < READ_AGAIN) continue
          // It says already what could not be written.
          if ('refusal' in answer && isDiskFullRefusal(answer.refusal)) throw answer.refusal
          throw error
        }
        if ('refusal' in answer) throw answer.refusal
        return answer.result
      }
    } catch (error) {
      if (!isDiskFull(error)) throw error
      log.warn({ err: error }, 'there is no room on the disk; a change was refused')
      return translate(diskFull())
    }
  })

/** The router: every request of the contract, connected to core. HTTP and IPC both use it. */
export const createRouter = (context: Context, outside: Outside) =>
  os.use(afterCommit(context)).router({
    account: accountRoutes(context),
    assistants: assistantsRoutes(context),
    trials: trialsRoutes(context, outside),
    catalogues: cataloguesRoutes(context, outside),
    campaigns: campaignsRoutes(context),
    explain: explainRoutes(context),
    firstSteps: firstStepsRoutes(context),
    leads: leadsRoutes(context),
    leadChanges: leadChangesRoutes(context),
    redeliveries: redeliveriesRoutes(context),
    attention: attentionRoutes(context, outside),
    blacklist: blacklistRoutes(context),
    calls: callsRoutes(context, outside),
    conversations: conversationsRoutes(context, outside),
    people: peopleRoutes(context),
    phoneNumbers: phoneNumbersRoutes(context, outside),
    readiness: readinessRoutes(context),
    rehearsals: rehearsalsRoutes(context),
    samples: samplesRoutes(context),
    settings: settingsRoutes(context, outside),
    simulator: simulatorRoutes(context, outside),
    sms: smsRoutes(context, outside),
    stats: statsRoutes(context),
    data: dataRoutes(context),
    dialing: dialingRoutes(context, outside),
    documents: documentsRoutes(context),
    knowledgebases: knowledgebasesRoutes(context),
    tools: toolsRoutes(context, outside),
    users: usersRoutes(context),
    webhooks: webhooksRoutes(context),
  })

export type Router = ReturnType<typeof createRouter>

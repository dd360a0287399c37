import { ofAccount } from './account'
import { anywhere } from './anywhere'
import { ofAssistants } from './assistants'
import { ofAttention } from './attention'
import { ofCalls } from './calls'
import { ofCampaigns } from './campaigns'
import { ofCatalogues } from './catalogues'
import { ofData } from './data'
import { ofDesk } from './desk'
import { ofEvents } from './events'
import { ofFirstSteps } from './first-steps'
import { ofKnowledge } from './knowledge'
import { ofLeads } from './leads'
import type { Fields, Reference } from './meaning'
import { messages } from './messages'
import { ofMessaging } from './messaging'
import { ofNumbers } from './numbers'
import { ofPeople } from './people'
import { ofRehearsals } from './rehearsals'
import { ofSamples } from './samples'
import { ofTools } from './tools'
import { ofTrials } from './trials'
import { ofUsers } from './users'
import { ofWebhooks } from './webhooks'

const parts: readonly Reference[] = [
  ofAccount,
  ofAssistants,
  ofAttention,
  ofCalls,
  ofCampaigns,
  ofCatalogues,
  ofData,
  ofDesk,
  ofEvents,
  ofFirstSteps,
  ofKnowledge,
  ofLeads,
  ofMessaging,
  ofNumbers,
  ofPeople,
  ofRehearsals,
  ofSamples,
  ofTools,
  ofTrials,
  ofUsers,
  ofWebhooks,
]

const together = <T>(key: keyof Reference) =>
  Object.assign({}, ...parts.map(part => part[key])) as Readonly<Record<string, T>>

/** What every field of the contract means. What an operation or a schema says of a field goes before `anywhere`. */
export const reference = {
  schemas: together<Fields>('schemas'),
  requests: together<Fields>('requests'),
  answers: together<Fields>('answers'),
  bodies: together<object>('bodies'),
  anywhere,
  messages,
}

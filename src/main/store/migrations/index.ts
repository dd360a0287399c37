import type { Migration } from '../migrate'
import { workspace } from './0010-workspace'
import { assistants } from './0020-assistants'
import { campaigns } from './0030-campaigns'
import { calls } from './0040-calls'
import { deliveries } from './0050-deliveries'
import { leadPromises } from './0060-lead-promises'
import { numbers } from './0070-numbers'
import { sms } from './0075-sms'
import { documents } from './0080-documents'
import { workspaceMore } from './0090-workspace-more'
import { conversations } from './0095-conversations'
import { rehearsals } from './0100-rehearsals'
import { callsMore } from './0110-calls-more'
import { lateRecordings } from './0112-late-recordings'
import { deliveryNotes } from './0116-delivery-notes'
import { promisedCallbacks } from './0120-promised-callbacks'
import { evaluatedBy } from './0121-evaluated-by'
import { asDocumented } from './0130-as-documented'
import { deletedDials } from './0131-deleted-dials'
import { modelHealth } from './0132-model-health'
import { fewerIndexes } from './0133-fewer-indexes'
import { putAway } from './0136-put-away'
import { haltedCampaigns } from './0137-halted-campaigns'
import { names } from './0139-names'
import { words } from './0140-words'
import { documentText } from './0143-document-text'
import { toolUses } from './0144-tool-uses'
import { leadChanges } from './0145-lead-changes'
import { people } from './0148-people'
import { blacklistByWhom } from './0149-blacklist-by-whom'
import { unread } from './0150-unread'
import { explainedLedger } from './0152-explained-ledger'
import { keptNumbers } from './0153-kept-numbers'
import { deliveryHeaders } from './0154-delivery-headers'
import { sessions } from './0155-sessions'
import { samples } from './0156-samples'
import { plannedStarts } from './0157-planned-starts'
import { results } from './0158-results'
import { firstSteps } from './0159-first-steps'
import { redeliveries } from './0163-redeliveries'
import { leadResults } from './0164-lead-results'
import { trunkTransport } from './0165-trunk-transport'

export const migrations: readonly Migration[] = [
  workspace,
  assistants,
  campaigns,
  calls,
  deliveries,
  leadPromises,
  numbers,
  sms,
  documents,
  workspaceMore,
  conversations,
  rehearsals,
  callsMore,
  lateRecordings,
  deliveryNotes,
  promisedCallbacks,
  evaluatedBy,
  asDocumented,
  deletedDials,
  modelHealth,
  fewerIndexes,
  putAway,
  haltedCampaigns,
  names,
  words,
  documentText,
  toolUses,
  leadChanges,
  people,
  blacklistByWhom,
  unread,
  explainedLedger,
  keptNumbers,
  deliveryHeaders,
  sessions,
  samples,
  plannedStarts,
  results,
  firstSteps,
  redeliveries,
  leadResults,
  trunkTransport,
]

import type { Migration } from '../migrate'
import { workspace } from './0010-workspace'
import { assistants } from './0020-assistants'
import { campaigns } from './0030-campaigns'
import { calls } from './0040-calls'
import { deliveries } from './0050-deliveries'
import { leadPromises } from './0060-lead-promises'

export const migrations: readonly Migration[] = [workspace, assistants, campaigns, calls, deliveries, leadPromises]

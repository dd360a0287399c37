import type { CampaignStatus } from '../../../contract/campaigns'
import { all, type ReadDb, sql } from '../../store/sql'

/** Who works with a number: all of this stops when it is released. */
export interface Uses {
  /** The inbound assistant that answers on it. */
  answeredBy: { id: number; name: string } | null
  /** Outbound assistants that show it to those whom they call. */
  shownBy: { id: number; name: string }[]
  /** Campaigns that dial from it: it is among their own numbers, or they have none and it is their assistant's. */
  campaigns: { id: number; name: string; status: CampaignStatus }[]
}

/** What works with each number of a user, by the number's id. */
export function usesOf(db: ReadDb, userId: number): (numberId: number) => Uses {
  const assistants = all<{ id: number; name: string; type: string; number: number }>(
    db,
    sql`SELECT id, name, type, phone_number_id AS number FROM assistants
      WHERE user_id = ${userId} AND phone_number_id IS NOT NULL ORDER BY id`,
  )
  const campaigns = all<{
    id: number
    name: string
    status: CampaignStatus
    own: string | null
    assistant: number | null
  }>(
    db,
    sql`SELECT id, name, status, settings -> '$.phone_number_ids' AS own, assistant_id AS assistant FROM campaigns
      WHERE user_id = ${userId} ORDER BY id DESC`,
  ).map(({ own, assistant, ...campaign }) => {
    const numbers = JSON.parse(own ?? '[]') as number[]
    const shared = assistants.flatMap(({ id, number }) => (id === assistant ? [number] : []))
    return { campaign, numbers: numbers.length > 0 ? numbers : shared }
  })
  return numberId => {
    const named = (type: string) =>
      assistants.flatMap(({ id, name, ...of }) => (of.number === numberId && of.type === type ? [{ id, name }] : []))
    return {
      answeredBy: named('inbound')[0] ?? null,
      shownBy: named('outbound'),
      campaigns: campaigns.flatMap(({ campaign, numbers }) => (numbers.includes(numberId) ? [campaign] : [])),
    }
  }
}

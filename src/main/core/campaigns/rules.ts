import type { CampaignSettings } from '../../../contract/campaigns'

/** All settings of a campaign except its name and its assistant. */
export type Rules = Omit<CampaignSettings, 'name' | 'assistant_id'>

/** The rules that due times depend on, as a text to compare. */
export const scheduleOf = (rules: Rules) =>
  JSON.stringify([
    rules.timezone,
    rules.allowed_days,
    rules.allowed_hours_start_time,
    rules.allowed_hours_end_time,
    rules.respect_lead_time_zone,
    rules.retry_interval,
    rules.retry_intervals,
    rules.max_calls_per_number_per_day,
  ])

import type { Call } from '../calls/calls'
import type { Campaign } from '../campaigns/campaigns'
import type { Window } from '../campaigns/windows'

/** What one round shares: what is left of the caps, and when to look again. */
export interface Round {
  now: number
  lines: number
  claimed: Call[]
  wakes: number[]
  window(campaign: Campaign, zone: string): Window
}

import { given } from '../../../contract/validation'
import { all, type ReadDb, sql } from '../../store/sql'
import { type Context, transact } from '../kernel/context'
import { getState, setState } from './state'

export interface Settings {
  name: string
  timezone: string
  /** ISO 3166-1 alpha-2; null: that of the time zone. */
  country: string | null
  carrier: string
  max_calls_in_parallel: number
  calls_per_second: number
  /** Millionths of a USD. Below this balance the operator is warned. */
  low_balance: number
  /** Millionths of a USD. */
  rates: {
    /** Per minute of talking. */
    call_minute: number
    widget_message: number
    /** Per segment, by destination country (ISO 3166-1 alpha-2); `other`: every other country. */
    sms: Record<string, number>
  }
  /** Per API key. */
  rate_limit: { per_second: number; burst: number }
  /** How long recordings and transcripts are kept; null: without limit. */
  retention_days: number | null
  /** The model that evaluates calls; null: the built-in rules. */
  evaluation_model_id: number | null
  /** How SIP reaches this machine. */
  sip: {
    /** Null: every address of the machine. */
    listen_address: string | null
    /** 0: any free port. */
    listen_port: number
    /** How others reach this machine, when it stands behind a NAT; null: by its own address. */
    public_address: string | null
    /** The UDP ports for sound, both included. */
    rtp_ports: [from: number, to: number]
  }
  /** Where the API is reached from elsewhere, for links to recordings in webhooks; null: nowhere. */
  public_base_url: string | null
}

const systemZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const defaults: Settings = {
  name: 'My desk',
  timezone: systemZone === 'Etc/UTC' || !systemZone.includes('/') ? 'UTC' : systemZone,
  country: null,
  carrier: 'simulated',
  max_calls_in_parallel: 30,
  calls_per_second: 5,
  low_balance: 5_000_000,
  rates: {
    call_minute: 100_000,
    widget_message: 10_000,
    sms: {
      US: 10_000,
      CA: 10_000,
      GB: 45_000,
      AU: 50_000,
      IL: 80_000,
      PL: 40_000,
      FI: 70_000,
      NL: 80_000,
      DK: 50_000,
      IT: 75_000,
      DE: 80_000,
      other: 80_000,
    },
  },
  rate_limit: { per_second: 100, burst: 1000 },
  retention_days: null,
  evaluation_model_id: null,
  sip: { listen_address: null, listen_port: 0, public_address: null, rtp_ports: [16_384, 32_767] },
  public_base_url: null,
}

/** What was set. A country whose price was taken away has null, since it may have one by default. */
type Stored = Partial<Omit<Settings, 'rates' | 'sip'>> & { rates?: RatesChange; sip?: Partial<Settings['sip']> }
type RatesChange = Partial<Omit<Settings['rates'], 'sms'>> & { sms?: Record<string, number | null> }

/** The settings of the workspace; what was never set has its default. */
export function getSettings(db: ReadDb): Settings {
  const set = getState<Stored>(db, 'settings')
  const sms = Object.entries({ ...defaults.rates.sms, ...set?.rates?.sms })
  return {
    ...defaults,
    ...set,
    rates: {
      ...defaults.rates,
      ...set?.rates,
      sms: Object.fromEntries(sms.filter((price): price is [string, number] => price[1] !== null)),
    },
    rate_limit: { ...defaults.rate_limit, ...set?.rate_limit },
    sip: { ...defaults.sip, ...set?.sip },
  }
}

/** Whether somebody has named the workspace. */
export const isNamed = (db: ReadDb) => getState<Partial<Settings>>(db, 'settings')?.name !== undefined

export type SettingsChange = Omit<Partial<Settings>, 'rates' | 'rate_limit' | 'sip'> & {
  /** Within `sms`, countries that are not given keep their price, and null takes it away. */
  rates?: RatesChange
  rate_limit?: Partial<Settings['rate_limit']>
  sip?: Partial<Settings['sip']>
}

/** Changes the settings that are given, and publishes `settings.changed` to every user. */
export function changeSettings(context: Context, { rates, rate_limit, sip, ...change }: SettingsChange): Settings {
  return transact(context, () => {
    const before = getSettings(context.db)
    const set = getState<Stored>(context.db, 'settings')
    setState(context.db, 'settings', {
      ...set,
      ...given(change),
      ...(rates && {
        rates: { ...before.rates, ...given(rates), sms: { ...set?.rates?.sms, ...given(rates.sms ?? {}) } },
      }),
      ...(rate_limit && { rate_limit: { ...before.rate_limit, ...given(rate_limit) } }),
      ...(sip && { sip: { ...before.sip, ...given(sip) } }),
    })
    publishSettings(context)
    return getSettings(context.db)
  })
}

/** Tells every user that the settings, or the catalogue of models, have changed. */
export function publishSettings({ db, bus }: Pick<Context, 'db' | 'bus'>) {
  for (const { id } of all<{ id: number }>(db, sql`SELECT id FROM users`)) bus.publish(id, { type: 'settings.changed' })
}

import { assistants } from './assistants'
import { calls } from './calls'
import { campaigns } from './campaigns'
import { common } from './common'
import { money } from './money'
import { numbers } from './numbers'
import { shell } from './shell'
import { today } from './today'

/** The texts of the console in German by their English, by where they are shown. */
export const places = { common, shell, today, campaigns, calls, numbers, money }
export const places = { common, shell, today, campaigns, assistants, calls }

export const german: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(places))

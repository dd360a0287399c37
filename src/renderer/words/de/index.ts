import { assistants } from './assistants'
import { blacklist } from './blacklist'
import { calls } from './calls'
import { campaigns } from './campaigns'
import { common } from './common'
import { money } from './money'
import { numbers } from './numbers'
import { people } from './people'
import { shell } from './shell'
import { today } from './today'

/** The texts of the console in German by their English, by where they are shown. */
export const places = {
  common,
  shell,
  today,
  campaigns,
  calls,
  people,
  assistants,
  numbers,
  money,
  blacklist,
}

export const german: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(places))

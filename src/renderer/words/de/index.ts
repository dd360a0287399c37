import { assistants } from './assistants'
import { blacklist } from './blacklist'
import { calls } from './calls'
import { campaigns } from './campaigns'
import { common } from './common'
import { conversations } from './conversations'
import { imports } from './import'
import { knowledge } from './knowledge'
import { leads } from './leads'
import { money } from './money'
import { numbers } from './numbers'
import { people } from './people'
import { settings } from './settings'
import { shell } from './shell'
import { sms } from './sms'
import { starting } from './starting'
import { today } from './today'
import { tools } from './tools'
import { webhooks } from './webhooks'

/** The texts of the console in German by their English, by where they are shown. */
export const places = {
  common,
  shell,
  today,
  campaigns,
  leads,
  imports,
  calls,
  people,
  conversations,
  sms,
  assistants,
  blacklist,
  knowledge,
  money,
  numbers,
  settings,
  starting,
  tools,
  webhooks,
}

export const german: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(places))

import { calls } from './calls'
import { catalogue } from './catalogue'
import { documents } from './documents'
import { done } from './done'
import { fields } from './fields'
import { models } from './models'
import { notices } from './notices'
import { reasons } from './reasons'
import { refusals } from './refusals'

/** The sentences of the service in German by their English, by what they are about. */
export const places = { refusals, reasons, notices, done, documents, models, fields, calls, catalogue }

export const service: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(places))

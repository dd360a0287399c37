import { money } from '../parts/format'
import { language, locale } from './language'
import { saying } from './sentences'

/**
 * A text that the service wrote, in the person's language where it is one of its sentences; else as the service says it. It
 * is for refusals, reasons, notices and what was done; not for what people and models write.
 */
export const said: (text: string) => string =
  language === 'de' ? saying((await import('./de/service')).service, locale, usd => money(usd, true)) : text => text

/** The languages of the console, with their names in themselves. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const KEY = 'callwright.language'
const isLanguage = (text: string | null): text is Language => text !== null && text in languages

/** What the person has chosen, else what the browser asks for, else English. It is the same until the page is loaded again. */
export const language: Language = (() => {
  if (typeof document === 'undefined') return 'en'
  const chosen = localStorage.getItem(KEY)
  if (isLanguage(chosen)) return chosen
  const asked = navigator.language.slice(0, 2)
  return isLanguage(asked) ? asked : 'en'
})()
if (typeof document !== 'undefined') document.documentElement.lang = language

/** The languages that can be chosen instead, with their names. */
export const others = (Object.entries(languages) as [Language, string][]).filter(([code]) => code !== language)

/** How dates, numbers and money are written. */
export const locale = { en: 'en-GB', de: 'de-DE' }[language]

const names = new Intl.DisplayNames(locale, { type: 'language' })
/** The name of a language (ISO 639-1) in the person's language; empty for none. */
export const languageName = (iso: string): string => (iso === '' ? '' : (names.of(iso) ?? iso))

/** Uses another language from now on, and loads the page again. */
export function choose(next: Language) {
  localStorage.setItem(KEY, next)
  location.reload()
}

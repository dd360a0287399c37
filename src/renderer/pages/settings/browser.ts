import { t } from '../../words/words'

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]
const first = (of: [RegExp, string][], agent: string) => of.find(([pattern]) => pattern.test(agent))?.[1]

/** A browser by what it says of itself, such as `Firefox on Linux`. Another text is shown as it is. */
export function browserInWords(agent: string | null): string {
  if (agent === null) return t('A browser')
  const [browser, system] = [first(browsers, agent), first(systems, agent)]
  if (!browser) return agent
  return system ? t('{browser} on {system}', { browser, system }) : browser
}

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconCash,
  IconHandStop,
  IconHash,
  IconLanguage,
  IconListCheck,
  IconMessage,
  IconMoon,
  IconPhoneOutgoing,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconSun,
} from '@tabler/icons-react'
import { useCountry } from '../forms/NumberField'
import { formatPhone } from '../parts/format'
import { wholeNumber } from '../phone'
import { go } from '../router'
import { useDesk, useDeskState } from '../stores/use-desk'
import { useFirstSteps } from '../stores/use-first-steps'
import { isNumber } from '../stores/use-found-people'
import { choose, others } from '../words/language'
import { t } from '../words/words'
import type { OpenDialog, PaletteEntry } from './palette-entry'

/** What can be done from anywhere. */
export function useActionEntries(query: string, openDialog: OpenDialog) {
  const { client, stop } = useDesk()
  const isLost = useDeskState(desk => desk.connection === 'lost')
  const known = useDeskState(desk => desk.dialing?.state)
  const state = isLost ? undefined : known
  const { data: steps } = useFirstSteps()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const country = useCountry()
  const number = isNumber(query) ? wholeNumber(query, country) : null
  const act = (work: Promise<unknown>) =>
    work.catch((error: Error) => openDialog({ kind: 'failed', why: error.message }))
  const entries: PaletteEntry[] = [
    {
      id: 'call',
      group: 'actions',
      word: t('Call a number'),
      icon: IconPhoneOutgoing,
      act: () => openDialog({ kind: 'call' }),
    },
    { id: 'sms', group: 'actions', word: t('New SMS'), icon: IconMessage, act: () => go('/sms/new') },
    { id: 'new', group: 'actions', word: t('New campaign'), icon: IconPlus, act: () => go('/campaigns/new') },
    {
      id: 'rent',
      group: 'actions',
      word: t('Rent a number'),
      icon: IconHash,
      needsQuery: true,
      act: () => go('/numbers/buy'),
    },
    {
      id: 'top up',
      group: 'actions',
      word: t('Top up'),
      icon: IconCash,
      needsQuery: true,
      act: () => go('/money', { add: 'top-up' }),
    },
    {
      id: 'new assistant',
      group: 'actions',
      word: t('New assistant'),
      icon: IconPlus,
      needsQuery: true,
      act: () => go('/assistants/new'),
    },
    {
      id: 'colours',
      group: 'actions',
      word: isDark ? t('Use light colours') : t('Use dark colours'),
      icon: isDark ? IconSun : IconMoon,
      act: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    ...others.map(
      ([language, word]): PaletteEntry => ({
        id: `language ${language}`,
        group: 'actions',
        word,
        also: t('Language'),
        icon: IconLanguage,
        act: () => choose(language),
      }),
    ),
  ]
  if (steps && steps.state !== 'finished')
    entries.push({
      id: 'first steps',
      group: 'actions',
      word: t('First steps'),
      icon: IconListCheck,
      needsQuery: true,
      act() {
        go('/today')
        if (steps.state === 'put_away') void act(client.firstSteps.update({ put_away: false }))
      },
    })
  if (state === 'dialing')
    entries.push({
      id: 'pause',
      group: 'actions',
      word: t('Pause dialing'),
      note: t('running calls go on'),
      icon: IconPlayerPause,
      act: () => void act(stop('pause')),
    })
  else if (state)
    entries.push({
      id: 'resume',
      group: 'actions',
      word: t('Resume dialing'),
      icon: IconPlayerPlay,
      act: () => void act(client.dialing.resume({})),
    })
  if (state)
    entries.push({
      id: 'halt',
      group: 'actions',
      word: t('Stop all'),
      note: t('asks first'),
      icon: IconHandStop,
      act: () => openDialog({ kind: 'halt' }),
    })
  if (number)
    entries.unshift({
      id: `sms ${number}`,
      group: 'actions',
      isForQuery: true,
      word: t('Write an SMS to {number}', { number: formatPhone(number) }),
      icon: IconMessage,
      act: () => go('/sms/new', { to: number }),
    })
  if (number)
    entries.unshift({
      id: `call ${number}`,
      group: 'actions',
      isForQuery: true,
      word: t('Call {number}', { number: formatPhone(number) }),
      icon: IconPhoneOutgoing,
      act: () => openDialog({ kind: 'call', number }),
    })
  return { entries, isAsking: known === undefined && !isLost }
}

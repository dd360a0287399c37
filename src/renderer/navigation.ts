import {
  type Icon,
  IconBan,
  IconCash,
  IconHash,
  IconHeadset,
  IconHome,
  IconPhone,
  IconSpeakerphone,
  IconUser,
} from '@tabler/icons-react'
import { t } from './words/words'

export interface Destination {
  word: string
  to: string
  icon: Icon
  /** Other words by which the palette finds it. */
  also?: string
}

/** Groups, with space between them. A page is added here once it works. */
export const navigation: Destination[][] = [
  [{ word: t('Today'), to: '/today', icon: IconHome }],
  [
    { word: t('Campaigns'), to: '/campaigns', icon: IconSpeakerphone },
    { word: t('Calls'), to: '/calls', icon: IconPhone },
    { word: t('People'), to: '/people', icon: IconUser },
  ],
  [{ word: t('Assistants'), to: '/assistants', icon: IconHeadset }],
  [
    { word: t('Numbers'), to: '/numbers', icon: IconHash },
    { word: t('Money'), to: '/money', icon: IconCash },
    { word: t('Do not call'), to: '/blacklist', icon: IconBan, also: 'blacklist, Sperrliste' },
  ],
]

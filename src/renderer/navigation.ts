import {
  type Icon,
  IconAddressBook,
  IconBan,
  IconBook2,
  IconCash,
  IconHash,
  IconHeadset,
  IconHome,
  IconMessage,
  IconMessages,
  IconPhone,
  IconSettings,
  IconSpeakerphone,
  IconTool,
  IconUser,
  IconWebhook,
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
    { word: t('Leads'), to: '/leads', icon: IconAddressBook },
    { word: t('Calls'), to: '/calls', icon: IconPhone },
    { word: t('People'), to: '/people', icon: IconUser },
    { word: t('Conversations'), to: '/conversations', icon: IconMessages },
    { word: t('SMS'), to: '/sms', icon: IconMessage },
  ],
  [
    { word: t('Assistants'), to: '/assistants', icon: IconHeadset },
    { word: t('Knowledge'), to: '/knowledge', icon: IconBook2 },
    { word: t('Tools'), to: '/tools', icon: IconTool },
  ],
  [
    { word: t('Numbers'), to: '/numbers', icon: IconHash },
    { word: t('Webhooks'), to: '/webhooks', icon: IconWebhook },
    { word: t('Money'), to: '/money', icon: IconCash },
    { word: t('Do not call'), to: '/blacklist', icon: IconBan, also: 'blacklist, Sperrliste' },
    { word: t('Settings'), to: '/settings', icon: IconSettings },
  ],
]

import { type Icon, IconHome, IconPhone, IconSpeakerphone } from '@tabler/icons-react'

export interface Destination {
  word: string
  to: string
  icon: Icon
}

/** Groups that are told apart by space. A page stands here once it works. */
export const navigation: Destination[][] = [
  [{ word: 'Today', to: '/today', icon: IconHome }],
  [
    { word: 'Campaigns', to: '/campaigns', icon: IconSpeakerphone },
    { word: 'Calls', to: '/calls', icon: IconPhone },
  ],
]

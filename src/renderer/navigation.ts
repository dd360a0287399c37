import { type Icon, IconHome, IconPhone, IconSpeakerphone } from '@tabler/icons-react'

export interface Destination {
  word: string
  to: string
  icon: Icon
}

/** Groups, with space between them. A page is added here once it works. */
export const navigation: Destination[][] = [
  [{ word: 'Today', to: '/today', icon: IconHome }],
  [
    { word: 'Campaigns', to: '/campaigns', icon: IconSpeakerphone },
    { word: 'Calls', to: '/calls', icon: IconPhone },
  ],
]

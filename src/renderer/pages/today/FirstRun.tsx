import type { ReactNode } from 'react'
import type { FirstStep } from '../../stores/use-first-steps'
import { MakeKeyDialog } from '../settings/ApiKeys'
import { GuidePanel } from './GuidePanel'
import { useGuide } from './use-guide'
import { isToSetUp, Welcome } from './Welcome'

export interface FirstRunProps {
  steps: readonly FirstStep[]
  /** There is nothing on Today yet but the first steps. */
  isAlone: boolean
  /** Today, with the first steps in it. */
  today: (first: ReactNode) => ReactNode
}

/** The first steps: alone until the desk is set up, then above what Today shows. */
export function FirstRun({ steps, isAlone, today }: FirstRunProps) {
  const guide = useGuide(steps)
  const isSettingUp = guide.isWatching || steps.some(isToSetUp)
  return (
    <>
      {isAlone && isSettingUp ? <Welcome guide={guide} /> : today(<GuidePanel guide={guide} />)}
      <MakeKeyDialog opened={guide.isMakingKey} onClose={guide.keyIsMade} />
    </>
  )
}

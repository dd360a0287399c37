import type { ReactNode } from 'react'
import { PageLoading } from '../../shell/PageLoading'
import type { FirstStep } from '../../stores/use-first-steps'
import { GuidePanel } from './GuidePanel'
import { deskForm, makeKeyDialog } from './lazy-forms'
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
  const MakeKeyDialog = makeKeyDialog.use()
  // The first step is its form, so that nothing moves when that has come.
  if (deskForm.use() === 'loading') return <PageLoading path="/today" />
  const isSettingUp = guide.isWatching || steps.some(isToSetUp)
  return (
    <>
      {isAlone && isSettingUp ? <Welcome guide={guide} /> : today(<GuidePanel guide={guide} />)}
      {typeof MakeKeyDialog !== 'string' && <MakeKeyDialog opened={guide.isMakingKey} onClose={guide.keyIsMade} />}
    </>
  )
}

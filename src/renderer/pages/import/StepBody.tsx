import type { ReactNode } from 'react'
import layout from '../../parts/layout.module.css'
import { ScrollRegion } from '../../parts/ScrollRegion'
import css from './import.module.css'

/** What scrolls in a step, and what stands below it. */
export const StepBody = ({ label, children, foot }: { label: string; children: ReactNode; foot: ReactNode }) => (
  <>
    <ScrollRegion label={label}>
      <div className={layout.body}>{children}</div>
    </ScrollRegion>
    <div className={css.foot}>{foot}</div>
  </>
)

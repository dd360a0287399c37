import type { ReactNode } from 'react'
import layout from '../../parts/layout.module.css'
import css from './import.module.css'

/** What scrolls in a step, and what stands below it. */
export const StepBody = ({ label, children, foot }: { label: string; children: ReactNode; foot: ReactNode }) => (
  <>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls */}
    <section className={layout.scroll} aria-label={label} tabIndex={0}>
      <div className={layout.body}>{children}</div>
    </section>
    <div className={css.foot}>{foot}</div>
  </>
)

import type { ComponentProps } from 'react'
import layout from './layout.module.css'

interface Props extends ComponentProps<'section'> {
  label: string
}

/** A part of a page that scrolls by itself. The keyboard reaches it, so that it can be scrolled without a mouse. */
export const ScrollRegion = ({ label, className, ...section }: Props) => (
  <section
    className={className ? `${layout.scroll} ${className}` : layout.scroll}
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls
    tabIndex={0}
    {...section}
  />
)

import type { ReactNode } from 'react'
import { personPath } from '../phone'
import { linkTo } from '../router'
import { Phone } from './values'

/** A person's number, or what is given, as a link to their page. Who called without a number has none. */
export const PersonLink = ({ number, children }: { number: string; children?: ReactNode }) =>
  number.startsWith('+') ? (
    <a className="link" href={linkTo(personPath(number))}>
      {children ?? <Phone value={number} />}
    </a>
  ) : (
    (children ?? <Phone value={number} />)
  )

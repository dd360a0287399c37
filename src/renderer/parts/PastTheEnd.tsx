import type { Icon } from '@tabler/icons-react'
import { EmptyState } from './EmptyState'

/** Shown when a list has fewer pages than the address says. Links to the first page. */
export const PastTheEnd = ({ icon, first }: { icon: Icon; first: string }) => (
  <EmptyState
    icon={icon}
    title="The list ends before this page"
    action={
      <a className="link" href={first}>
        Go to the first page
      </a>
    }
  />
)

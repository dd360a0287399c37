import type { Icon } from '@tabler/icons-react'
import { EmptyState } from './EmptyState'

/** For a page of a list that has not so many: where its first one is. */
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

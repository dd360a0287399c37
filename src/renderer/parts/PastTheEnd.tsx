import type { Icon } from '@tabler/icons-react'
import { t } from '../words/words'
import { EmptyState } from './EmptyState'

/** Shown when a list has fewer pages than the address says. Links to the first page. */
export const PastTheEnd = ({ icon, first }: { icon: Icon; first: string }) => (
  <EmptyState
    icon={icon}
    title={t('The list ends before this page')}
    action={
      <a className="link" href={first}>
        {t('Go to the first page')}
      </a>
    }
  />
)

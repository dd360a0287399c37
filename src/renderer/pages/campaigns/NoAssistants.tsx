import { IconHeadset } from '@tabler/icons-react'
import { EmptyState } from '../../parts/EmptyState'
import { t } from '../../words/words'

/** Shown in place of a new campaign when there is no outbound assistant. */
export const NoAssistants = () => (
  <EmptyState
    icon={IconHeadset}
    title={t('An assistant is needed first')}
    action={
      <a className="link" href="#/assistants/new">
        {t('Make one from a template')}
      </a>
    }
  >
    {t('A campaign’s calls are made by an outbound assistant.')}
  </EmptyState>
)

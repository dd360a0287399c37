import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { FallbackProps } from 'react-error-boundary'
import { EmptyState } from '../parts/EmptyState'
import { PageHeader } from '../parts/PageHeader'
import { t } from '../words/words'

/** Shown in place of a page that cannot be drawn. The frame around it goes on working. */
export const FailedPage = ({ error, resetErrorBoundary }: FallbackProps) => (
  <>
    <PageHeader title={t('This page failed')} />
    <EmptyState
      icon={IconAlertTriangle}
      title={t('This page cannot be shown')}
      action={<Button onClick={resetErrorBoundary}>{t('Show it again')}</Button>}
    >
      {t('This is a fault of Callwright. Calls and campaigns go on.')} {error instanceof Error && error.message}
    </EmptyState>
  </>
)

import { Button } from '@mantine/core'
import { IconHash } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../parts/EmptyState'
import { PageHeader } from '../../parts/PageHeader'
import { go } from '../../router'
import { PageLoading } from '../../shell/PageLoading'
import { failureOf } from '../../stores/failure'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { useNumber } from './NumberPage'
import { TrunkForm } from './TrunkForm'
import { useNumberActions } from './use-number-actions'

/** A new SIP trunk, or one of them with who works with its number. */
export function TrunkPage({ id }: { id: number | null }) {
  const { ask } = useDesk()
  const trunk = useQuery(ask.phoneNumbers.getSipTrunk.queryOptions({ input: id === null ? skipToken : { id } }))
  const number = useNumber(id ?? 0)
  const actions = useNumberActions(number.data, () => go('/numbers'))
  const error = failureOf(trunk, number)
  if (id === null) return <TrunkForm trunk={null} />
  if (trunk.data && number.data)
    return (
      <>
        <TrunkForm
          trunk={trunk.data.data}
          number={number.data}
          actions={actions}
          remove={<Button onClick={() => actions.release(number.data!)}>{t('Delete')}</Button>}
        />
        {actions.dialog}
      </>
    )
  if (!error && number.data !== null) return <PageLoading path={`/numbers/trunks/${id}`} />
  return (
    <>
      <PageHeader trail={[[t('Numbers'), '/numbers']]} title={t('SIP trunk')} />
      <EmptyState
        icon={IconHash}
        title={t('This trunk cannot be shown')}
        action={
          <a className="link" href="#/numbers">
            {t('Go to the numbers')}
          </a>
        }
      >
        {error?.message ?? t('It was deleted.')}
      </EmptyState>
      {actions.dialog}
    </>
  )
}

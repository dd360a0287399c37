import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewRedelivery } from '../../../contract/redeliveries'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { count } from '../../parts/format'
import { type Selection, sizeOf } from '../../parts/table/selection'
import { followRedelivery } from '../../stores/redeliveries'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { chosenBy, type Filters, isFiltered } from './filters'

/** What a state in the filters means for sending many again; null: none of them can be sent. */
const stateOf = (status: string | undefined): 'pending' | 'dead' | null | undefined =>
  status === undefined ? undefined : status === 'pending' || status === 'dead' ? status : null

/** Sends all that wait for another try or gave up, and fit the filters, after asking with their number. */
export function SendUnsent({ filters }: { filters: Filters }) {
  const { ask } = useDesk()
  const status = stateOf(filters.status)
  const filter = { ...chosenBy(filters), status: status ?? undefined }
  const { data } = useQuery(ask.redeliveries.unsent.queryOptions({ input: filter, enabled: status !== null }))
  const { waiting = 0, gave_up = 0 } = (status !== null && data) || {}
  const n = waiting + gave_up
  return (
    <SendMany
      n={n}
      which={{ filter }}
      button={open =>
        n > 0 && (
          <Button leftSection={<IconSend size={15} aria-hidden />} onClick={open}>
            {t('Send {n} again', { n })}
          </Button>
        )
      }
    >
      {[
        waiting > 0 && t('{n, plural, one {# waits} other {# wait}} for another try.', { n: waiting }),
        gave_up > 0 && t('{n, plural, one {# gave up} other {# gave up}}.', { n: gave_up }),
        isFiltered(filters) && t('Only those that fit the filters are sent.'),
      ]
        .filter(Boolean)
        .join(' ')}
    </SendMany>
  )
}

interface ChosenProps {
  selection: Selection
  /** How many fit the filters. */
  total: number
  filters: Filters
}

/** Sends those that are chosen: some, or all that fit the filters. */
export function SendChosen({ selection, total, filters }: ChosenProps) {
  const { chosen } = selection
  const status = stateOf(filters.status)
  const ids = [...chosen.ids].map(Number)
  const n = sizeOf(chosen, total)
  return (
    <SendMany
      n={n}
      which={chosen.all ? { filter: { ...chosenBy(filters), status: status ?? undefined }, except: ids } : { ids }}
      onBegun={selection.clear}
      button={open => (
        <Button size="xs" onClick={open} disabled={chosen.all && status === null}>
          {t('Send again')}
        </Button>
      )}
    >
      {t('Those that were accepted already, or are on their way, are not sent.')}
    </SendMany>
  )
}

interface Props {
  n: number
  which: NewRedelivery
  button: (open: () => void) => React.ReactNode
  onBegun?: () => void
  children: string
}

/** Asks with their number, and sends them. The corner shows how far it is, and what came of it. */
function SendMany({ n, which, button, onBegun, children }: Props) {
  const { ask, client, queries } = useDesk()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {button(() => setAsking(true))}
      <ConfirmDialog
        mild
        opened={isAsking}
        title={t('Send {n, plural, one {# webhook} other {# webhooks}} again?', { n })}
        action={t('Send {n} again', { n: count(n) })}
        keep={t('Do not send')}
        onKeep={() => setAsking(false)}
        onAct={async () => {
          const { data } = await client.redeliveries.create(which)
          followRedelivery(data)
          void queries.invalidateQueries({ queryKey: ask.redeliveries.key() })
          setAsking(false)
          onBegun?.()
        }}
      >
        {`${children} ${t('Each goes once, to the address that its assistant has now.')}`}
      </ConfirmDialog>
    </>
  )
}

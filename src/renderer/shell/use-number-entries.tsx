import { IconHash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatPhone } from '../parts/format'
import { Dot } from '../parts/StatusBadge'
import { go } from '../router'
import { useDesk } from '../stores/use-desk'
import { states } from '../theme/states'
import type { PaletteEntry } from './palette-entry'

/** The own numbers, by their digits and names. */
export function useNumberEntries() {
  const { ask } = useDesk()
  const { data, isPending: isAsking } = useQuery(ask.phoneNumbers.listAll.queryOptions({ input: {} }))
  const entries = (data?.data ?? []).map(({ id, type, phone_number, nickname, status }): PaletteEntry => {
    const { word, role } = states.number[status]
    return {
      id: `number ${id}`,
      group: 'numbers',
      word: formatPhone(phone_number),
      also: `${nickname ?? ''} ${phone_number}`,
      who: nickname,
      note: (
        <>
          <Dot role={role} /> {word}
        </>
      ),
      icon: IconHash,
      needsQuery: true,
      act: () => go(type === 'sip' ? `/numbers/trunks/${id}` : `/numbers/${id}`),
    }
  })
  return { entries, isAsking }
}

import { IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Dot } from '../parts/StatusBadge'
import { go } from '../router'
import { useDesk } from '../stores/use-desk'
import { states } from '../theme/states'
import type { PaletteEntry } from './palette-entry'

/** Knowledge bases by name. */
export function useKnowledgeEntries() {
  const { ask } = useDesk()
  const { data, isPending: isAsking } = useQuery(ask.knowledgebases.list.queryOptions({ input: {} }))
  const entries = (data?.data ?? []).map(({ id, name, status }): PaletteEntry => {
    const { word, role } = states.knowledge[status]
    return {
      id: `knowledge ${id}`,
      group: 'knowledge',
      word: name,
      note: (
        <>
          <Dot role={role} /> {word}
        </>
      ),
      icon: IconBook2,
      needsQuery: true,
      act: () => go(`/knowledge/${id}`),
    }
  })
  return { entries, isAsking }
}

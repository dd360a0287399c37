import { IconHeadset } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { go } from '../router'
import { useDesk } from '../stores/use-desk'
import { states } from '../theme/states'
import type { PaletteEntry } from './palette-entry'

/** Assistants by name. */
export function useAssistantEntries() {
  const { ask } = useDesk()
  const { data = [], isPending: isAsking } = useQuery(ask.assistants.overview.queryOptions({ input: {} }))
  const entries = data.map(
    ({ id, name, status }): PaletteEntry => ({
      id: `assistant ${id}`,
      group: 'assistants',
      word: name,
      note: states.assistant[status].word,
      icon: IconHeadset,
      needsQuery: true,
      act: () => go(`/assistants/${id}`),
    }),
  )
  return { entries, isAsking }
}

import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { bare } from '../pages/tools/tool-text'
import { Clip } from '../parts/values'
import { go } from '../router'
import { useDesk } from '../stores/use-desk'
import type { PaletteEntry } from './palette-entry'

/** Tools of one's own, by name, also as it is said: “find table” finds `find_table`. */
export function useToolEntries() {
  const { ask } = useDesk()
  const { data = [], isPending: isAsking } = useQuery(ask.tools.list.queryOptions({ input: {} }))
  const entries = data.map(
    ({ id, name, endpoint }): PaletteEntry => ({
      id: `tool ${id}`,
      group: 'tools',
      word: name,
      also: name.replaceAll('_', ' '),
      note: <Clip>{bare(endpoint)}</Clip>,
      icon: IconTool,
      needsQuery: true,
      act: () => go(`/tools/${id}`),
    }),
  )
  return { entries, isAsking }
}

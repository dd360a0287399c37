import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export type PaletteGroup =
  | 'people'
  | 'campaigns'
  | 'assistants'
  | 'actions'
  | 'pages'
  | 'numbers'
  | 'knowledge'
  | 'tools'

/** One thing that the command palette offers. */
export interface PaletteEntry {
  /** Unique. Names are not, because two campaigns may share one. */
  id: string
  group: PaletteGroup
  word: string
  /** Other words by which it is found. */
  also?: string
  /** Shown after the word in bold: a person's name, or the assistant of a campaign. */
  who?: string | null
  note?: ReactNode
  icon: Icon
  /** Not shown while the query is empty. */
  needsQuery?: boolean
  /** Made for the query, so shown whatever its name is. */
  isForQuery?: boolean
  act: () => void
}

/** The dialog that a command opens. */
export type PaletteDialog =
  | { kind: 'call'; number?: string }
  | { kind: 'stop'; campaign: { id: number; name: string } }
  | { kind: 'halt' }
  | { kind: 'failed'; why: string }
export type OpenDialog = (dialog: PaletteDialog) => void

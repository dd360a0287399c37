import { ToolPage } from './ToolPage'
import { ToolsPage } from './ToolsPage'

/** The list of tools, a new tool, or one tool. */
export function ToolPages({ path }: { path: string }) {
  const which = path.split('/')[2]
  if (which === undefined) return <ToolsPage />
  return <ToolPage key={which} id={which === 'new' ? null : Number(which)} />
}

import { BasePage } from './BasePage'
import { BasesPage } from './BasesPage'

/** The list of knowledge bases, or the page of one. */
export function KnowledgePages({ path }: { path: string }) {
  const id = path.split('/')[2]
  return id === undefined ? <BasesPage /> : <BasePage key={id} id={Number(id)} />
}

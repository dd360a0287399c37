import { AssistantsPage } from './AssistantsPage'
import { EditorPage } from './EditorPage'
import { type TabName, tabs } from './settings'
import { TemplatesPage } from './TemplatesPage'

/** The list of assistants, the templates for a new one, or the settings of one. */
export function AssistantPages({ path }: { path: string }) {
  const [, , which, second, third] = path.split('/')
  if (which === undefined) return <AssistantsPage />
  if (which !== 'new') return <EditorPage key={which} id={Number(which)} tab={tabIn(second, 'mind')} />
  if (second === undefined) return <TemplatesPage />
  return <EditorPage key={`new ${second}`} id={null} template={second} tab={tabIn(third, 'mind')} />
}

const tabIn = (word: string | undefined, first: TabName): TabName =>
  tabs.find(({ name }) => name === word)?.name ?? first

import { SEARCH_TOOL } from '../../../contract/knowledge-tool'
import type { SharedTools, ToolSpec } from '../../ports/brief'
import { passagesAsText, type TitledPassage } from '../../ports/knowledge-text'
import { all, one, type ReadDb, sql } from '../../store/sql'
import type { Context, Outside } from '../kernel/context'
import { SHOWN_PASSAGES, search } from '../knowledge/search'
import type { Assistant } from './assistants'
import * as tools from './custom-tools'

/** How much of a knowledge base goes into the instructions; the rest of a larger one can be searched. */
const PROMPT_CHARACTERS = 20_000
const PROMPT_PASSAGES = 100

const searchSpec: ToolSpec = {
  name: SEARCH_TOOL,
  description: 'Looks something up in the knowledge base. Use it before you answer a question of fact.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What to look for, in a few words' } },
    required: ['query'],
  },
}

/**
 * The shared tools of an assistant: `shared` is what they use, `specs` describes them to a model, `knowledge` is what
 * the instructions say. Own tools with a name in `takenNames` are left out.
 */
export function sharedToolsOf(db: ReadDb, assistant: Assistant, takenNames: readonly string[]) {
  const knowledge = knowledgeOf(db, assistant)
  const specs = all<tools.ToolDescription & { id: number }>(
    db,
    sql`SELECT id, name, description, schema FROM tools
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(assistant.tool_ids)}))`,
  ).filter(
    // A name stands for one tool, so that the tool that a model reads about is the one that is called.
    ({ name }, i, own) =>
      !takenNames.includes(name) && name !== SEARCH_TOOL && own.findIndex(other => other.name === name) === i,
  )
  const shared: Omit<SharedTools, 'variables'> = {
    knowledgebaseId: knowledge.searched,
    custom: specs.map(({ id, name }) => ({ id, name })),
  }
  return {
    shared,
    specs: [...(knowledge.searched === null ? [] : [searchSpec]), ...specs.map(tools.specOf)],
    knowledge: knowledge.text,
  }
}

/** The knowledge for the prompt, and the id of the knowledge base to search, or null when the prompt has all of it. */
function knowledgeOf(db: ReadDb, { knowledgebase_id: id, knowledgebase_mode }: Assistant) {
  if (id === null) return { searched: null, text: '' }
  if (knowledgebase_mode !== 'prompt') return { searched: id, text: '' }
  const passages: TitledPassage[] = []
  let length = 0
  const found = passagesOf(db, id)
  let hasMore = found.length > PROMPT_PASSAGES
  for (const { heading, text } of found.slice(0, PROMPT_PASSAGES)) {
    const passage = { title: heading, text }
    length += passagesAsText([passage]).length
    if (length > PROMPT_CHARACTERS) {
      hasMore = true
      break
    }
    passages.push(passage)
  }
  return { searched: hasMore ? id : null, text: passagesAsText(passages) }
}

const passagesOf = (db: ReadDb, knowledgebaseId: number) =>
  all<{ heading: string | null; text: string }>(
    db,
    sql`SELECT heading, text FROM passages WHERE document_id IN
      (SELECT id FROM documents WHERE knowledgebase_id = ${knowledgebaseId})
      ORDER BY document_id, id LIMIT ${PROMPT_PASSAGES + 1}`,
  )

/** Calls a shared tool; undefined when there is none of that name. An error becomes a result, which the model reads. */
export function callSharedTool(
  context: Context,
  outside: Pick<Outside, 'send'>,
  { knowledgebaseId, custom, variables = {} }: SharedTools,
  name: string,
  args: Record<string, unknown>,
): Promise<string> | string | undefined {
  if (name === SEARCH_TOOL && knowledgebaseId !== null)
    return searchResult(context, knowledgebaseId, String(args.query ?? ''))
  const id = custom.find(tool => tool.name === name)?.id
  if (id === undefined) return undefined
  const [tool] = tools.byIds(context, [id])
  return tool
    ? tools.callTool(context, outside, tool, args, variables).then(trial => {
        tools.recordUse(context, id, trial)
        return trial.result
      })
    : 'Error: this tool is no longer there.'
}

function searchResult(context: Context, knowledgebaseId: number, query: string) {
  const exists = one(context.db, sql`SELECT 1 FROM knowledgebases WHERE id = ${knowledgebaseId}`)
  if (!exists) return 'Error: this knowledge base is no longer there.'
  const found = search(context.db, knowledgebaseId, query, SHOWN_PASSAGES)
  if (found.length === 0) return 'Nothing was found.'
  return passagesAsText(
    found.map(({ document_name, heading, text }) => ({
      title: [document_name, heading].filter(Boolean).join(' · '),
      text,
    })),
  )
}

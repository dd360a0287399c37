import { type ReactNode, useState } from 'react'
import type { Tool } from '../../../contract/tools'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { namesInWords } from '../../parts/format'
import { tell } from '../../parts/tell'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'

/** Deletes a tool after asking, and naming the assistants that lose it. The dialog must be rendered by the page. */
export function useToolRemoval(onRemoved?: () => void): { remove: (tool: Tool) => void; dialog: ReactNode } {
  const { client, ask, queries } = useDesk()
  const [toDelete, setToDelete] = useState<Tool | null>(null)
  const users = toDelete?.assistants ?? []
  return {
    remove: setToDelete,
    dialog: (
      <ConfirmDialog
        opened={toDelete !== null}
        title={t('Delete “{name}”?', { name: toDelete?.name })}
        action={t('Delete tool')}
        keep={t('Keep it')}
        onKeep={() => setToDelete(null)}
        onAct={async () => {
          const { id, name } = toDelete!
          await client.tools.remove({ id })
          const list = { queryKey: ask.tools.list.key() }
          queries.setQueriesData<Tool[]>(list, all => all?.filter(tool => tool.id !== id))
          void queries.invalidateQueries(list)
          setToDelete(null)
          tell(t('“{name}” is deleted.', { name }))
          onRemoved?.()
        }}
      >
        {users.length > 0
          ? t(
              '{n, plural, one {{names} has it and goes on without it} other {{names} have it and go on without it}}, running calls too. This cannot be undone.',
              { n: users.length, names: namesInWords(users) },
            )
          : t('No assistant has it. This cannot be undone.')}
      </ConfirmDialog>
    ),
  }
}

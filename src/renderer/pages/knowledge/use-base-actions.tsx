import { type ReactNode, useMemo, useState } from 'react'
import { contract } from '../../../contract'
import type { Knowledgebase } from '../../../contract/knowledgebases'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { namesInWords } from '../../parts/format'
import { tell } from '../../parts/tell'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { documentsInWords } from './knowledge-text'
import { NameDialog } from './NameDialog'

type Bases = { data: Knowledgebase[] }

export interface BaseActions {
  rename(base: Knowledgebase): void
  /** Asks first, and says what is lost. */
  remove(base: Knowledgebase): void
  /** The dialogs of both. They must be rendered by the page. */
  dialogs: ReactNode
}

const schema = contract.knowledgebases.update['~orpc'].inputSchema!.pick({ name: true, description: true })

/** The actions on a knowledge base, for its row and its page. */
export function useBaseActions(onRemoved?: () => void): BaseActions {
  const { client, ask, queries } = useDesk()
  const [toRename, setToRename] = useState<Knowledgebase | null>(null)
  const [toDelete, setToDelete] = useState<Knowledgebase | null>(null)
  const subject = useMemo(
    () =>
      toRename && {
        title: t('Rename “{name}”', { name: toRename.name }),
        word: t('Save'),
        placeholders: { description: t('Prices, opening hours, what we do not do') },
        saved: { name: toRename.name, description: toRename.description },
        schema,
        send: (values: { name: string; description: string }) =>
          client.knowledgebases.update({ id: toRename.id, ...values }),
        onSaved: () => setToRename(null),
      },
    [toRename, client],
  )
  const documents = toDelete?.documents_count ?? 0
  const users = toDelete?.assistants ?? []
  return {
    rename: setToRename,
    remove: setToDelete,
    dialogs: (
      <>
        <NameDialog subject={subject} onClose={() => setToRename(null)} />
        <ConfirmDialog
          opened={toDelete !== null}
          title={
            documents > 0
              ? t('Delete “{name}” and its {documents}?', {
                  name: toDelete?.name,
                  documents: documentsInWords(documents),
                })
              : t('Delete “{name}”?', { name: toDelete?.name })
          }
          action={t('Delete knowledge base')}
          keep={t('Keep it')}
          onKeep={() => setToDelete(null)}
          onAct={async () => {
            const { id, name } = toDelete!
            await client.knowledgebases.remove({ id })
            // Nobody waits until the list has been asked for again.
            const list = { queryKey: ask.knowledgebases.list.key() }
            queries.setQueriesData<Bases>(list, all => all && { data: all.data.filter(base => base.id !== id) })
            void queries.invalidateQueries(list)
            setToDelete(null)
            tell(t('“{name}” is deleted.', { name }))
            onRemoved?.()
          }}
        >
          {users.length > 0
            ? t(
                '{n, plural, one {{names} uses it and goes on without it} other {{names} use it and go on without it}}. What was read is gone; this cannot be undone.',
                { n: users.length, names: namesInWords(users) },
              )
            : t('No assistant uses it. What was read is gone; this cannot be undone.')}
        </ConfirmDialog>
      </>
    ),
  }
}

import { type ReactNode, useMemo, useState } from 'react'
import { contract } from '../../../contract'
import type { Document } from '../../../contract/knowledgebases'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { tell } from '../../parts/tell'
import { useChange } from '../../stores/use-change'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import { passagesInWords } from './knowledge-text'
import { NameDialog } from './NameDialog'

type Documents = { data: Document[] }

export interface DocumentActions {
  rename(document: Document): void
  /** Reads a document that failed, or the pages of a website, again. */
  readAgain(document: Document): void
  /** Asks first, and says what is lost. What was never read is deleted at once. */
  remove(document: Document): void
  /** Why the last action was refused. */
  failed: string | null
  /** The dialogs. They must be rendered by the page. */
  dialogs: ReactNode
}

const schema = contract.documents.update['~orpc'].inputSchema!.pick({ name: true, description: true })

/** The actions on a document, for its row and its pane. `about`: what a refusal is about. */
export function useDocumentActions(base: number, about: unknown, onRemoved: (id: number) => void): DocumentActions {
  const { client, ask, queries } = useDesk()
  const [toRename, setToRename] = useState<Document | null>(null)
  const [toDelete, setToDelete] = useState<Document | null>(null)
  const list = ask.documents.list.queryKey({ input: { id: base } })
  const again = useChange(
    ({ id, status }: Document) =>
      status === 'failed'
        ? client.documents.retry({ id: base, documentId: id })
        : client.documents.refresh({ id: base, documentId: id }),
    {
      about,
      assume: ({ id }, shown) =>
        shown.change<Documents>(list, all => ({
          data: all.data.map(one => (one.id === id ? { ...one, status: 'processing', error: undefined } : one)),
        })),
    },
  )
  const removing = useChange(({ id }: Document) => client.documents.remove({ id: base, documentId: id }), {
    about,
    assume: ({ id }, shown) => shown.change<Documents>(list, all => ({ data: all.data.filter(one => one.id !== id) })),
    onDone: (_, { id, name }) => {
      tell(t('“{name}” is deleted.', { name }))
      onRemoved(id)
    },
  })
  const subject = useMemo(
    () =>
      toRename && {
        title: t('Rename “{name}”', { name: toRename.name }),
        word: t('Save'),
        placeholders: { description: t('For whoever keeps this knowledge base') },
        saved: { name: toRename.name, description: toRename.description },
        schema,
        send: (values: { name: string; description: string }) =>
          client.documents.update({ id: base, documentId: toRename.id, ...values }),
        onSaved: () => setToRename(null),
      },
    [toRename, client, base],
  )
  return {
    rename: setToRename,
    readAgain: document => void again.run(document),
    remove: document =>
      document.status === 'processing' && document.passages_count === 0
        ? void removing.run(document)
        : setToDelete(document),
    failed: again.failed ?? removing.failed,
    dialogs: (
      <>
        <NameDialog subject={subject} onClose={() => setToRename(null)} />
        <ConfirmDialog
          opened={toDelete !== null}
          title={t('Delete “{name}”?', { name: toDelete?.name })}
          action={t('Delete document')}
          keep={t('Keep it')}
          onKeep={() => setToDelete(null)}
          onAct={async () => {
            const { id, name } = toDelete!
            await client.documents.remove({ id: base, documentId: id })
            queries.setQueryData(list, all => all && { data: all.data.filter(one => one.id !== id) })
            setToDelete(null)
            tell(t('“{name}” is deleted.', { name }))
            onRemoved(id)
          }}
        >
          {toDelete && toDelete.passages_count > 0
            ? t('Assistants no longer find its {passages}. This cannot be undone.', {
                passages: passagesInWords(toDelete.passages_count),
              })
            : t('Nothing was read of it.')}
        </ConfirmDialog>
      </>
    ),
  }
}

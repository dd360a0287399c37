import type { LeadsChange } from '../../contract/lead-changes'
import type { SkipReason } from '../../contract/statuses'
import { count } from '../parts/format'
import { tell, warn } from '../parts/tell'
import { t } from '../words/words'
import type { Desk } from './desk'

/** Changes of many leads that this tab has begun and that go on. Other tabs say nothing about them. */
const own = new Set<number>()

/** Tells what a change of this tab has done, now or when it is finished. */
export function follow(desk: Desk, change: LeadsChange) {
  if (change.finished_at === null) own.add(change.id)
  else {
    own.delete(change.id)
    tell(doneInWords(change), change.undoable ? () => undo(desk, change.id) : undefined)
  }
}

/** The changes as they are now. Tells of those of this tab that are finished. */
export function followAll(desk: Desk, changes: readonly LeadsChange[]) {
  for (const change of changes) if (own.has(change.id) && change.finished_at !== null) follow(desk, change)
}

async function undo(desk: Desk, id: number) {
  const { data } = await desk.client.leadChanges.undo({ id })
  desk.hurry()
  void desk.queries.invalidateQueries({ queryKey: desk.ask.leads.key() })
  void desk.queries.invalidateQueries({ queryKey: desk.ask.leadChanges.key() })
  follow(desk, data)
}

export const cancelChange = (desk: Desk, id: number) =>
  desk.client.leadChanges.cancel({ id }).then(
    ({ data }) => {
      void desk.queries.invalidateQueries({ queryKey: desk.ask.leadChanges.key() })
      follow(desk, data)
    },
    (error: Error) => warn(error.message),
  )

/** What is being done. */
export function doingInWords({ action, status }: LeadsChange): string {
  if (status === 'undoing') return t('Undoing a change of leads')
  switch (action) {
    case 'retry':
      return t('Trying leads again')
    case 'move':
      return t('Moving leads')
    case 'blacklist':
      return t('Putting leads on the do-not-call list')
    case 'delete':
      return t('Deleting leads')
  }
}

function doneInWords(change: LeadsChange): string {
  const { action, status, changed: n, skipped } = change
  const words = {
    retry: t('{n, plural, one {# lead waits} other {# leads wait}} to be called again.', { n }),
    move: t('{n, plural, one {# lead was} other {# leads were}} moved.', { n }),
    blacklist: t('{n, plural, one {# lead is} other {# leads are}} on the do-not-call list.', { n }),
    delete: t('{n, plural, one {# lead was} other {# leads were}} deleted.', { n }),
  }
  const parts = [
    status === 'undone' ? t('{n, plural, one {# lead is} other {# leads are}} as before.', { n }) : words[action],
    status === 'cancelled' && t('The others were not changed.'),
    ...skipped.map(({ reason, count: left }) => skippedInWords(reason, left)),
  ]
  return parts.filter(Boolean).join(' ')
}

function skippedInWords(reason: SkipReason, left: number): string {
  const n = count(left)
  switch (reason) {
    case 'on_the_phone':
      return t('{n} skipped: on the phone now.', { n })
    case 'waiting':
      return t('{n} skipped: waiting already.', { n })
    case 'blacklisted':
      return t('{n} skipped: on the do-not-call list.', { n })
    case 'duplicate':
      return t('{n} skipped: the campaign has the number already.', { n })
    case 'variables':
      return t('{n} skipped: the assistant there does not know their variables.', { n })
    case 'there_already':
      return t('{n} skipped: there already.', { n })
    case 'gone':
      return t('{n} skipped: deleted meanwhile.', { n })
    case 'changed_since':
      return t('{n} skipped: called or changed since.', { n })
  }
}

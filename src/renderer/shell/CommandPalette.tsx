import '@mantine/spotlight/styles.css'
import { Modal } from '@mantine/core'
import { Spotlight, type SpotlightStore } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { CallDialog } from '../pages/calls/CallDialog'
import { ConfirmDialog } from '../parts/ConfirmDialog'
import { Notice } from '../parts/Notice'
import { useDesk, useOnLine } from '../stores/use-desk'
import { t } from '../words/words'
import css from './CommandPalette.module.css'
import { PaletteResults } from './PaletteResults'
import type { PaletteDialog } from './palette-entry'
import { stopAll } from './use-dialing'

interface Props {
  /** Knows whether it is open. */
  store: SpotlightStore
  /** What is typed into it. */
  query: string
  onQuery: (query: string) => void
  /** Enter was pressed after it. */
  entered: boolean
  onEntered: () => void
}

/** Finds people by number, name or words said, campaigns and pages by name, and actions. Enter takes the chosen one, arrow keys move. */
export function CommandPalette({ store, query, onQuery, entered, onEntered }: Props) {
  const [dialog, setDialog] = useState<PaletteDialog | null>(null)
  return (
    <>
      <Spotlight.Root
        store={store}
        query={query}
        onQueryChange={onQuery}
        clearQueryOnClose={false}
        shortcut={null}
        // If a dialog opens next, it takes the focus, and gives it back to the page when it is closed.
        returnFocus={dialog === null}
        size={560}
        yOffset={96}
        maxHeight={420}
        scrollable
        overlayProps={{ backgroundOpacity: 0.22, blur: 0, color: 'black' }}
        transitionProps={{ duration: 80 }}
        attributes={{ content: { 'aria-label': t('Search and commands') } }}
        classNames={{ content: css.content, body: css.body }}
      >
        <Spotlight.Search
          placeholder={t('A name, a number, words that were said, or what to do')}
          aria-label={t('Search or command')}
          data-palette
          leftSection={<IconSearch size={16} aria-hidden />}
          classNames={{ input: css.input }}
        />
        <PaletteResults query={query} entered={entered} onEntered={onEntered} store={store} openDialog={setDialog} />
      </Spotlight.Root>
      <Dialogs dialog={dialog} onDone={() => setDialog(null)} />
    </>
  )
}

/** The dialogs that commands open. */
function Dialogs({ dialog, onDone }: { dialog: PaletteDialog | null; onDone: () => void }) {
  const { client, stop } = useDesk()
  const live = useOnLine() ?? 0
  const [last, setLast] = useState(dialog)
  // The last dialog is kept, so that its text stays while it closes.
  if (dialog && dialog !== last) setLast(dialog)
  if (!last) return null
  const opened = dialog !== null
  switch (last.kind) {
    case 'call':
      return <CallDialog opened={opened} onClose={onDone} number={last.number} />
    case 'halt':
      return (
        <ConfirmDialog
          opened={opened}
          title={stopAll.question(live)}
          action={t('Stop all now')}
          keep={t('Keep dialing')}
          onKeep={onDone}
          onAct={() => stop('halt').then(onDone)}
        >
          {stopAll.why}
        </ConfirmDialog>
      )
    case 'stop':
      return (
        <ConfirmDialog
          opened={opened}
          title={t('Stop “{name}”?', { name: last.campaign.name })}
          action={t('Stop campaign')}
          keep={t('Let it run')}
          onKeep={onDone}
          onAct={() => client.campaigns.updateStatus({ campaign_id: last.campaign.id, action: 'stop' }).then(onDone)}
        >
          {t('Running calls go on to their end and no new ones start. Leads keep their place.')}
        </ConfirmDialog>
      )
    case 'failed':
      return (
        <Modal
          opened={opened}
          onClose={onDone}
          title={t('That was refused')}
          closeButtonProps={{ 'aria-label': t('Close') }}
        >
          <Notice tone="bad" title={last.why} />
        </Modal>
      )
  }
}

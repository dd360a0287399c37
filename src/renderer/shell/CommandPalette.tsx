import '@mantine/spotlight/styles.css'
import { Modal } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { CallDialog } from '../pages/calls/CallDialog'
import { Notice } from '../parts/Notice'
import { Question } from '../parts/Question'
import { useDesk, useDeskState } from '../stores/use-desk'
import css from './CommandPalette.module.css'
import { type Asked, Found } from './Found'
import { stopAll, useDialing } from './use-dialing'

const [store, spotlight] = createSpotlight()

/** Everything by its name, people by their number, and what can be done. Enter takes the first, arrows walk. */
export function CommandPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    if (opened) spotlight.open()
    else spotlight.close()
  }, [opened])
  return (
    <>
      <Spotlight.Root
        store={store}
        query={query}
        onQueryChange={setQuery}
        onSpotlightClose={onClose}
        shortcut={null}
        // A dialog that follows takes the focus at once; it goes back to the page when that dialog is closed.
        returnFocus={asked === null}
        size={560}
        yOffset={96}
        maxHeight={420}
        scrollable
        overlayProps={{ backgroundOpacity: 0.22, blur: 0, color: 'black' }}
        transitionProps={{ duration: 80 }}
        attributes={{ content: { 'aria-label': 'Search and commands' } }}
        classNames={{ content: css.content, body: css.body }}
      >
        <Spotlight.Search
          placeholder="A name, a phone number, or what you want to do"
          aria-label="Search or command"
          leftSection={<IconSearch size={16} aria-hidden />}
          classNames={{ input: css.input }}
        />
        <Found query={query} store={store} ask={setAsked} />
      </Spotlight.Root>
      <Answers asked={asked} onDone={() => setAsked(null)} />
    </>
  )
}

/** The dialogs of those commands that ask first. */
function Answers({ asked, onDone }: { asked: Asked | null; onDone: () => void }) {
  const { client } = useDesk()
  const { turn } = useDialing()
  const live = useDeskState(state => state.live) ?? 0
  const [last, setLast] = useState(asked)
  // What a dialog says stays in it while it goes away.
  if (asked && asked !== last) setLast(asked)
  if (!last) return null
  const opened = asked !== null
  switch (last.what) {
    case 'call':
      return <CallDialog opened={opened} onClose={onDone} number={last.number} />
    case 'halt':
      return (
        <Question
          opened={opened}
          title={stopAll.question(live)}
          action="Stop all now"
          keep="Keep dialing"
          onKeep={onDone}
          onAct={() => turn('halt').then(onDone)}
        >
          {stopAll.why}
        </Question>
      )
    case 'stop':
      return (
        <Question
          opened={opened}
          title={`Stop “${last.campaign.name}”?`}
          action="Stop campaign"
          keep="Let it run"
          onKeep={onDone}
          onAct={() => client.campaigns.updateStatus({ campaign_id: last.campaign.id, action: 'stop' }).then(onDone)}
        >
          Running calls go on to their end and no new ones start. Leads keep their place.
        </Question>
      )
    case 'failed':
      return (
        <Modal opened={opened} onClose={onDone} title="That was refused" closeButtonProps={{ 'aria-label': 'Close' }}>
          <Notice tone="bad" title={last.why} />
        </Modal>
      )
  }
}

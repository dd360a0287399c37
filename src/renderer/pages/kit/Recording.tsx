import { useState } from 'react'
import { DetailPane, PaneSection } from '../../parts/DetailPane'
import { KeyValue } from '../../parts/KeyValue'
import { Transcript } from '../../parts/Transcript'
import { Waveform } from '../../parts/Waveform'
import { Group } from './Group'
import css from './kit.module.css'
import { peaks, turns } from './samples'

export function Recording() {
  // Null at first, because the page scrolls to a turn that is played.
  const [at, setAt] = useState<number | null>(null)
  const [playing, setPlaying] = useState(false)
  const wave = {
    length: 20,
    at: at ?? 9,
    rate: 1,
    playing,
    onPlay: () => setPlaying(!playing),
    onSeek: setAt,
    onRate: () => {},
    marks: [{ at: 11, word: 'Interrupted' }],
  }
  return (
    <>
      <Group title="Recording">
        <div className="stack">
          <Waveform {...wave} peaks={peaks} file="/" />
          <Waveform {...wave} peaks={null} small />
          <Transcript turns={turns} names={{ bot: 'Nora', human: 'Priya' }} at={at} onSeek={setAt} />
        </div>
      </Group>
      <Group title="Pane">
        <div className={css.pane}>
          <DetailPane label="Sample" title="Priya Nair" onClose={() => {}}>
            <PaneSection
              title="Facts"
              action={
                <a className="link" href="#/kit">
                  All
                </a>
              }
            >
              <KeyValue rows={[['Campaign', 'Hygiene recall, autumn']]} />
            </PaneSection>
          </DetailPane>
        </div>
      </Group>
    </>
  )
}

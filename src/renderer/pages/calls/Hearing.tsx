import { Transcript, type Turn } from '../../parts/Transcript'
import { Waveform } from '../../parts/Waveform'
import type { Talk } from './use-call'
import type { Player } from './use-recording'

/** The recording, to be heard and moved about in; where somebody was interrupted is marked. */
export function Sound({ player, turns, small }: { player: Player; turns: readonly Turn[]; small?: boolean }) {
  return (
    <>
      <audio {...player.audio} />
      <Waveform
        small={small}
        peaks={player.recording}
        length={player.length}
        at={player.at}
        playing={player.playing}
        rate={player.rate}
        onPlay={player.toggle}
        onSeek={player.seek}
        onRate={player.setRate}
        file={small ? undefined : (player.file ?? undefined)}
        marks={
          small
            ? undefined
            : turns.filter(turn => turn.cut).map(({ at }) => ({ at, word: `Interrupted at ${clock(at)}` }))
        }
      />
    </>
  )
}

/** What was said, in time with the recording. */
export const Lines = ({ talk: { turns, names, live }, player }: { talk: Talk; player: Player }) => (
  <Transcript
    turns={turns}
    names={names}
    live={live}
    at={player.begun ? player.at : null}
    onSeek={player.file ? player.seek : undefined}
  />
)

const clock = (at: number) => `${Math.floor(at / 60)}:${String(Math.floor(at % 60)).padStart(2, '0')}`

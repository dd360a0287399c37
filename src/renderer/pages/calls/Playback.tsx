import { type Find, Transcript, type Turn } from '../../parts/Transcript'
import { Waveform } from '../../parts/Waveform'
import { t } from '../../words/words'
import type { CallTranscript } from './use-call'
import type { Player } from './use-recording'

/** The player of a call's recording, with marks where somebody was interrupted. */
export function RecordingPlayer({ player, turns, small }: { player: Player; turns: readonly Turn[]; small?: boolean }) {
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
        hasKeys={!small}
        file={small ? undefined : (player.file ?? undefined)}
        marks={
          small
            ? undefined
            : turns
                .filter(turn => turn.cut)
                .map(({ at }) => ({ at, word: t('Interrupted at {at}', { at: clock(at) }) }))
        }
      />
    </>
  )
}

/** The transcript. It follows the recording while that plays. */
export const SyncedTranscript = ({
  transcript: { turns, names, live },
  player,
  find,
}: {
  transcript: CallTranscript
  player: Player
  find?: Find | null
}) => (
  <Transcript
    turns={turns}
    names={names}
    live={live}
    find={find}
    at={player.wasStarted ? player.at : null}
    onSeek={player.file ? player.seek : undefined}
  />
)

const clock = (at: number) => `${Math.floor(at / 60)}:${String(Math.floor(at % 60)).padStart(2, '0')}`

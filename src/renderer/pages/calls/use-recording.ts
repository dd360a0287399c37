import { type AudioHTMLAttributes, type RefObject, useRef, useState } from 'react'
import type { Call } from '../../../contract/calls'
import { useDesk } from '../../stores/use-desk'
import { useLive } from '../../stores/use-live'
import type { Recording } from './turns'

/** So many peaks, that the first word is found in them; drawn are fewer. */
const POINTS = 1500

export interface Player {
  /** Where the recording is asked for; undefined when there is none. */
  file: string | undefined
  recording: Recording | null
  /** Seconds. */
  length: number
  at: number
  /** It was played or sought in. */
  begun: boolean
  playing: boolean
  rate: number
  failed: string | null
  toggle: () => void
  seek: (at: number) => void
  setRate: (rate: number) => void
  /** Belongs on an <audio> element. */
  audio: AudioHTMLAttributes<HTMLAudioElement> & { ref: RefObject<HTMLAudioElement | null> }
}

/** What a recording begins as; the speed stays from one to the next. */
const still = { at: 0, begun: false, playing: false, duration: 0, failed: '' }
type State = typeof still & { file: string | undefined; rate: number }

/** Plays a call's recording, and knows how it looks. */
export function useRecording(call: Call | null): Player {
  const { client } = useDesk()
  const file = useFile(call)
  const ref = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState<State>({ file, rate: 1, ...still })
  const of = (old: State) => (old.file === file ? old : { ...old, ...still, file })
  const change = (changed: Partial<State>) => setState(old => ({ ...of(old), ...changed }))
  const now = of(state)

  const { data: recording, error } = useLive<Recording | null>(
    `waveform ${file ?? ''}`,
    async () => {
      if (!file || !call) return null
      const { duration_ms, customer, assistant } = await client.calls.waveform({ id: call.id, points: POINTS })
      return { length: duration_ms / 1000, customer, assistant }
    },
    () => false,
  )
  const play = () =>
    // One that is sought in before it could begin is told so, and begins all the same.
    ref.current?.play().catch((reason: Error) => reason.name !== 'AbortError' && change({ failed: reason.message }))

  return {
    file,
    recording: file ? recording : null,
    length: (file && recording?.length) || now.duration,
    at: now.at,
    begun: now.begun,
    playing: now.playing,
    rate: now.rate,
    failed: now.failed || (file && error?.message) || null,
    toggle: () => (now.playing ? ref.current?.pause() : play()),
    seek(at) {
      if (!ref.current) return
      ref.current.currentTime = at
      change({ at, begun: true })
    },
    setRate(rate) {
      if (ref.current) ref.current.playbackRate = rate
      change({ rate })
    },
    audio: {
      ref,
      src: file,
      preload: 'metadata',
      onLoadedMetadata: ({ currentTarget: audio }) => {
        audio.playbackRate = now.rate
        change({ duration: audio.duration })
      },
      onTimeUpdate: ({ currentTarget: audio }) => change({ at: audio.currentTime }),
      onPlay: () => change({ playing: true, begun: true }),
      onPause: () => change({ playing: false }),
      onError: () => change({ playing: false, failed: 'The recording cannot be played' }),
    },
  }
}

/**
 * The recording at this page's own origin, which is the service's in a browser and stands for it in the window. Every
 * answer has a link with a new signature; the first one of a recording is kept, so that it plays on.
 */
function useFile(call: Call | null): string | undefined {
  const [kept, keep] = useState<URL | null>(null)
  const link = call?.recording_url ? new URL(call.recording_url) : null
  if (link && link.pathname !== kept?.pathname) keep(link)
  const shown = link?.pathname === kept?.pathname ? kept : link
  return shown ? shown.pathname + shown.search : undefined
}

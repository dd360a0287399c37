import { skipToken, useQuery } from '@tanstack/react-query'
import { type AudioHTMLAttributes, type RefObject, useRef, useState } from 'react'
import type { Call } from '../../../contract/calls'
import type { Client } from '../../api/client'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import type { Recording } from './turns'

/** How many peaks are asked for. Fewer are drawn. */
const POINTS = 1500

export interface Player {
  /** The address of the recording. Undefined when there is none. */
  file: string | undefined
  recording: Recording | null
  /** In seconds, as `at`. */
  length: number
  at: number
  /** It was played or moved in. */
  wasStarted: boolean
  playing: boolean
  rate: number
  failed: string | null
  toggle: () => void
  seek: (at: number) => void
  setRate: (rate: number) => void
  /** The props of an <audio> element. */
  audio: AudioHTMLAttributes<HTMLAudioElement> & { ref: RefObject<HTMLAudioElement | null> }
}

/** The state at the start of each recording. The speed is kept from one to the next. */
const initial = { at: 0, wasStarted: false, playing: false, duration: 0, failed: '' }
type State = typeof initial & { file: string | undefined; rate: number }

const toRecording = ({ duration_ms, customer, assistant }: Waveform): Recording => ({
  length: duration_ms / 1000,
  customer,
  assistant,
})
type Waveform = Awaited<ReturnType<Client['calls']['waveform']>>

/** Plays a call's recording and loads its waveform. */
export function useRecording(call: Call | null): Player {
  const { ask } = useDesk()
  const file = useRecordingAddress(call)
  const ref = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState<State>({ file, rate: 1, ...initial })
  const forThisFile = (old: State) => (old.file === file ? old : { ...old, ...initial, file })
  const change = (changed: Partial<State>) => setState(old => ({ ...forThisFile(old), ...changed }))
  const now = forThisFile(state)

  const { data: recording = null, error } = useQuery(
    ask.calls.waveform.queryOptions({
      input: file && call ? { id: call.id, points: POINTS } : skipToken,
      select: toRecording,
    }),
  )
  const play = () =>
    // A seek before it has begun gives an AbortError, but it plays all the same.
    ref.current?.play().catch((reason: Error) => reason.name !== 'AbortError' && change({ failed: reason.message }))

  return {
    file,
    recording: file ? recording : null,
    length: (file && recording?.length) || now.duration,
    at: now.at,
    wasStarted: now.wasStarted,
    playing: now.playing,
    rate: now.rate,
    failed: now.failed || (file && error?.message) || null,
    // Pressed twice, the second press comes before the state of the first is shown.
    toggle: () => (ref.current?.paused === false ? ref.current.pause() : play()),
    seek(at) {
      if (!ref.current) return
      ref.current.currentTime = at
      change({ at, wasStarted: true })
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
      onPlay: () => change({ playing: true, wasStarted: true }),
      onPause: () => change({ playing: false }),
      onError: () => change({ playing: false, failed: t('The recording cannot be played') }),
    },
  }
}

/**
 * The address of the recording, without the origin, because the page's own origin serves it in the browser and in the
 * window. Each answer of the service has a link with a new signature. The first link of a recording is kept, so that
 * playing is not interrupted.
 */
function useRecordingAddress(call: Call | null): string | undefined {
  const [kept, keep] = useState<URL | null>(null)
  const link = call?.recording_url ? new URL(call.recording_url) : null
  if (link && link.pathname !== kept?.pathname) keep(link)
  const shown = link?.pathname === kept?.pathname ? kept : link
  return shown ? shown.pathname + shown.search : undefined
}

import { createMedia } from '../../../../src/main/voice-host/media/create-media'
import type { Agreed, Media, SoundEvent } from '../../../../src/main/voice-host/media/media'

export interface NotedMedia extends Media {
  /** All that was agreed on for each leg, also of those that have ended. */
  readonly agreed: Map<string, Agreed[]>
  /** The ports of the legs that are open. */
  readonly ports: Map<string, number>
  readonly digits: Map<string, string>
  /** No port of the range is free. */
  isFull: boolean
}

/** The sound of legs, with notes of what it was told. */
export function notedMedia(report: (event: SoundEvent) => void, onChange: () => void): NotedMedia {
  const real = createMedia({
    report,
    onLost: reason => {
      throw new Error(reason)
    },
  })
  const noted: NotedMedia = {
    ...real,
    agreed: new Map(),
    ports: new Map(),
    digits: new Map(),
    isFull: false,
    async open(legId, at) {
      if (noted.isFull) throw new Error('no port for sound is free')
      const port = await real.open(legId, at)
      noted.ports.set(legId, port)
      return port
    },
    connect(legId, agreed) {
      noted.agreed.set(legId, [...(noted.agreed.get(legId) ?? []), agreed])
      real.connect(legId, agreed)
      onChange()
    },
    sendDigits(legId, digits) {
      noted.digits.set(legId, digits)
      real.sendDigits(legId, digits)
    },
    close(legId) {
      noted.ports.delete(legId)
      return real.close(legId)
    },
  }
  return noted
}

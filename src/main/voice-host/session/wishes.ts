import type { Brief, SoundSettings } from '../../ports/brief'
import type { SpeechToText, TextToSpeech, VoiceSetting } from './speech/speech'

const usual: Record<VoiceSetting, number | boolean> = { speed: 1, stability: 0.7, similarity: 0.5, emotion: true }
const named: Record<VoiceSetting, string> = {
  speed: 'speech_speed',
  stability: 'voice_stability',
  similarity: 'voice_similarity',
  emotion: 'tts_emotion_enabled',
}

/** What of an assistant's settings the providers and the line cannot follow, in words for the operator. */
export function unfulfilled(
  { language }: Pick<Brief, 'language'>,
  sound: SoundSettings,
  [voice]: readonly TextToSpeech[],
  [recognizer]: readonly SpeechToText[],
): string[] {
  const warnings: string[] = []
  if (sound.synthesizer !== null && voice && voice.code !== sound.synthesizer)
    warnings.push(`The voice provider ${sound.synthesizer} has no credentials; ${voice.code} speaks instead.`)
  if (sound.transcriber !== null && recognizer && recognizer.code !== sound.transcriber)
    warnings.push(`The transcriber ${sound.transcriber} has no credentials; ${recognizer.code} understands instead.`)
  if (voice && !voice.speaks(language))
    warnings.push(`The voice ${voice.code} does not speak the language ${language}.`)
  if (!recognizer)
    warnings.push('What people say is not understood: no provider that understands speech is set up in the settings.')
  for (const setting of Object.keys(usual) as VoiceSetting[])
    if (voice && sound[setting] !== usual[setting] && !voice.follows.includes(setting))
      warnings.push(`The voice ${voice.code} cannot follow ${named[setting]}.`)
  if (sound.interrupt.words && recognizer?.kind === 'utterances')
    warnings.push(
      `${recognizer.code} understands only whole utterances, so min_interrupt_words are counted when one has ended.`,
    )
  return warnings
}

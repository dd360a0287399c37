/** Who or what speaks: a person, a voicemail announcement, or a call screening service. */
export type Voice = 'person' | 'voicemail' | 'screening'

const voicemail =
  /voice ?mail|mailbox|answering machine|after the (tone|beep)|leave (a|your) message|nach dem (signal)?ton|segreteria telefonica|messagerie vocale|buz[oó]n de voz/i
const screening =
  /call[- ]screening|screening service|(say|state) your name|who is calling and why|record your name and reason/i

/** Decides by the words alone, since announcements use the same phrases. Everything else is a person. */
export function whoSpeaks(text: string): Voice {
  if (voicemail.test(text)) return 'voicemail'
  return screening.test(text) ? 'screening' : 'person'
}

/**
 * A text for a terminal: control characters, and characters that change the direction of text, are shown as their code
 * points. A name could otherwise clear the screen, or show a line that is not there.
 */
export const printable = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, character =>
    character === '\n' ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )

import { useState } from 'react'

/** What was written and not sent, by what it is for, while the page lives. */
const drafts = new Map<string, string>()

/** A text that is there again when one comes back to what it is for. Without a name it is gone with its field. */
export function useDraft(name: string | undefined): [text: string, write: (text: string) => void] {
  const [text, setText] = useState(() => (name && drafts.get(name)) || '')
  const write = (next: string) => {
    setText(next)
    if (!name) return
    if (next === '') drafts.delete(name)
    else drafts.set(name, next)
  }
  return [text, write]
}

import { ActionIcon, Textarea } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { t } from '../words/words'
import css from './Thread.module.css'
import { useDraft } from './use-draft'

/** Lines of the field when much is written. */
const MOST_ROWS = 8

interface Props {
  /** The name of the field for screen readers. */
  label: string
  placeholder: string
  /** The thread that it is for: what is not sent yet is there again when one comes back to it. */
  draft?: string
  /** Characters that may be written. */
  most?: number
  /** Sends it. The field is empty at once, and has the text again when the answer is false. */
  onSend: (text: string) => Promise<boolean>
  /** Called with what is typed, and with what was kept. */
  onText?: (text: string) => void
  /** The last one is still on its way: the next can be written, and waits. */
  isBusy?: boolean
  /** Why it was not sent. */
  failed?: string | null
  /** Beside the button. */
  actions?: ReactNode | ((text: string, write: (text: string) => void) => ReactNode)
  /** Below the field, about what is typed. */
  hint?: (text: string) => ReactNode
  ref?: Ref<HTMLTextAreaElement>
}

/** The field below a thread. Enter sends, Shift and Enter begin a new line. */
export function Composer({
  label,
  placeholder,
  draft,
  most,
  onSend,
  isBusy,
  failed,
  actions,
  hint,
  onText,
  ref,
}: Props) {
  const [text, keep] = useDraft(draft)
  const latest = useRef(text)
  const latestOnText = useRef(onText)
  latestOnText.current = onText
  useEffect(() => latestOnText.current?.(text), [text])
  const write = (next: string) => {
    latest.current = next
    keep(next)
  }
  const send = async () => {
    const sent = latest.current.trim()
    if (sent === '' || isBusy || (most !== undefined && sent.length > most)) return
    write('')
    // What was typed meanwhile is not lost.
    if (!(await onSend(sent))) write([sent, latest.current].filter(Boolean).join('\n'))
  }
  const press = (event: KeyboardEvent) => {
    // Enter also ends a word in an input method of Chinese or Japanese.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  const over = most === undefined ? 0 : text.trim().length - most
  const refused =
    over > 0 ? t('{n, plural, one {# character} other {# characters}} too long', { n: over }) : (failed ?? null)
  return (
    <form
      className={css.composer}
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <div className={css.field}>
        <Textarea
          ref={ref}
          aria-label={label}
          placeholder={placeholder}
          autosize
          minRows={1}
          maxRows={MOST_ROWS}
          value={text}
          error={refused !== null}
          onChange={event => write(event.currentTarget.value)}
          onKeyDown={press}
        />
        {typeof actions === 'function' ? actions(text, write) : actions}
        <ActionIcon
          type="submit"
          variant="filled"
          color="ink"
          size={30}
          aria-label={t('Send')}
          disabled={text.trim() === '' || isBusy || over > 0}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
      </div>
      {refused !== null && (
        <p className={css.refused} role="alert">
          {refused}
        </p>
      )}
      {hint && <div className={css.hint}>{hint(text)}</div>}
    </form>
  )
}

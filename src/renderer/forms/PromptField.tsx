import { Input } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { placeholder, variableOf, variablesIn } from '../../contract/variables'
import type { Variables } from '../../contract/wire'
import { t } from '../words/words'
import css from './PromptField.module.css'

/** A variable that can be used in a text. */
export interface KnownVariable {
  name: string
  /** Where its value comes from, in a word or two. */
  from: string
}

interface Props {
  'data-field': string
  label: ReactNode
  description?: ReactNode
  value: string
  onChange: (value: string) => void
  error?: string
  /** The variables that are defined. Others are marked. */
  variables: readonly KnownVariable[]
  /** How many lines it has at least. */
  rows?: number
  placeholder?: string
  /** Counts words and tokens below the text. */
  counts?: boolean
}

/** How many letters a token has, on average, in the tokenizers of today's models. */
const LETTERS_IN_TOKEN = 4
/** Pixels. */
const LINE = 21
const PADDING = 16

/** A text with variables. They are marked, and offered when `{{` is typed. */
export function PromptField({ value, variables, rows = 1, ...props }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<HTMLSpanElement>(null)
  const completion = useCompletion(value, variables, field)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  const at = completion.open?.from
  useLayoutEffect(() => {
    const mark = caret.current
    if (at === undefined || !mark) return
    const frame = mark.offsetParent!.clientWidth
    setPlace({ left: Math.max(8, Math.min(mark.offsetLeft, frame - 188)), top: mark.offsetTop + LINE + 2 })
  }, [at])
  const known: Variables = Object.fromEntries(variables.map(({ name }) => [name, '']))
  const used = variablesIn(value, known)
  const unknown = used.filter(name => !Object.hasOwn(known, name))
  const listed = `${id}-options`

  return (
    <Input.Wrapper
      id={id}
      label={props.label}
      description={props.description}
      error={props.error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <div className={css.box} data-wrong={props.error ? true : undefined}>
        <div className={css.layers} style={{ '--least': `${rows * LINE + PADDING}px` } as never}>
          <div className={css.below} aria-hidden>
            {marked(value, known, at === undefined ? null : { at, ref: caret })}
            {/* A last empty line has a height, too. */}
            {'​'}
          </div>
          <textarea
            ref={field}
            id={id}
            data-field={props['data-field']}
            className={css.typed}
            value={value}
            placeholder={props.placeholder}
            rows={1}
            spellCheck={false}
            aria-invalid={props.error ? true : undefined}
            aria-describedby={props.error ? `${id}-error` : undefined}
            aria-autocomplete="list"
            aria-controls={completion.open ? listed : undefined}
            aria-activedescendant={completion.open ? `${listed}-${completion.open.chosen}` : undefined}
            onChange={event => {
              props.onChange(event.currentTarget.value)
              completion.look()
            }}
            onKeyDown={completion.press}
            onClick={completion.look}
            onBlur={completion.close}
          />
        </div>
        {completion.open && (
          <div id={listed} role="listbox" aria-label={t('Variables')} className={css.options} style={place}>
            {completion.open.options.map((option, i) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the text
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
              <div
                key={option.name}
                id={`${listed}-${i}`}
                role="option"
                aria-selected={i === completion.open!.chosen}
                className={css.option}
                onMouseDown={event => event.preventDefault()}
                onClick={() => completion.take(option.name)}
              >
                <span className="mono">{option.name}</span>
                <span>{option.from}</span>
              </div>
            ))}
          </div>
        )}
        {(props.counts || unknown.length > 0) && (
          <div className={css.foot}>
            <span>
              {props.counts && t('{n, plural, one {# variable} other {# variables}}', { n: used.length })}
              {unknown.length > 0 && (
                <span className={css.unknown}>
                  {props.counts && ' · '}
                  {t('not defined: {names}', { names: unknown.join(', ') })}
                </span>
              )}
            </span>
            {props.counts && <span>{sizeOf(value)}</span>}
          </div>
        )}
      </div>
    </Input.Wrapper>
  )
}

function sizeOf(text: string) {
  const words = text.match(/\S+/g)?.length ?? 0
  return t('{n, plural, one {# word} other {# words}}, about {tokens, plural, one {# token} other {# tokens}}', {
    n: words,
    tokens: Math.ceil(text.length / LETTERS_IN_TOKEN),
  })
}

/** The text with its variables marked. An empty element stands where the caret is. */
function marked(
  text: string,
  known: Variables,
  caret: { at: number; ref: React.RefObject<HTMLSpanElement | null> } | null,
): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  const plain = (until: number) => {
    const isHere = caret !== null && caret.at >= end && caret.at <= until
    const middle = isHere ? caret.at : until
    parts.push(text.slice(end, middle))
    if (isHere) parts.push(<span key="caret" ref={caret.ref} />, text.slice(middle, until))
    end = until
  }
  for (const match of text.matchAll(placeholder)) {
    const name = variableOf(match, known)
    if (name === undefined) continue
    plain(match.index)
    parts.push(
      <mark key={match.index} data-unknown={Object.hasOwn(known, name) ? undefined : true}>
        {match[0]}
      </mark>,
    )
    end = match.index + match[0].length
  }
  plain(text.length)
  return parts
}

interface Open {
  /** Where the name begins that is being typed. */
  from: number
  options: KnownVariable[]
  chosen: number
}

/** The list of variables that is open while a name is typed after `{{`. */
function useCompletion(
  value: string,
  variables: readonly KnownVariable[],
  field: React.RefObject<HTMLTextAreaElement | null>,
) {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  function look() {
    const { value: text, selectionStart: at, selectionEnd } = field.current!
    const typed = /\{\{\s*([A-Za-z0-9_]*)$/.exec(text.slice(0, at))
    if (!typed || at !== selectionEnd) return close()
    const begun = typed[1]!.toLowerCase()
    const options = variables.filter(({ name }) => name.toLowerCase().startsWith(begun))
    setOpen(options.length > 0 ? { from: at - typed[1]!.length, options, chosen: 0 } : null)
  }
  function take(name: string) {
    const { selectionStart: at } = field.current!
    const isClosed = /^\s*\}\}/.exec(value.slice(at))
    field.current!.setSelectionRange(open!.from, at + (isClosed?.[0].length ?? 0))
    // The only way to change a text so that the browser can undo it.
    document.execCommand('insertText', false, `${name}}}`)
    close()
  }
  function press(event: KeyboardEvent) {
    if (!open) return
    const last = open.options.length - 1
    const move = (to: number) => setOpen({ ...open, chosen: to < 0 ? last : to > last ? 0 : to })
    if (event.key === 'ArrowDown') move(open.chosen + 1)
    else if (event.key === 'ArrowUp') move(open.chosen - 1)
    else if (event.key === 'Enter' || event.key === 'Tab') take(open.options[open.chosen]!.name)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { open, close, look, take, press }
}

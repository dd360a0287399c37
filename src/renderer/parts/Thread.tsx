import { IconArrowDown, IconBook2, IconTool } from '@tabler/icons-react'
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../words/words'
import css from './Thread.module.css'

/** How far from its end a thread may stand to be at its end, in pixels. */
const NEAR = 24

/** Who wrote a line: the customer, the assistant, or a person of ours. */
export type Writer = 'person' | 'assistant' | 'operator'

/** One line of a thread. The same line keeps its object from render to render, so that it is drawn once. */
export type ThreadLine =
  | {
      kind: 'said'
      id: string
      who: Writer
      text: string
      /** Small, below the bubble: the time, the state, how long the answer took. */
      note?: ReactNode
      /** It is on its way, so it is paler. */
      isPending?: boolean
    }
  | {
      /** What was done between the lines: a tool call, or passages of the knowledge that were read. */
      kind: 'tool' | 'knowledge'
      id: string
      text: string
      /** At its end, such as what came of it in a word. */
      note?: ReactNode
      /** The whole of it, shown when it is opened. */
      more?: ReactNode
    }
  | {
      /** A rule across the thread, such as a day. `warn`: something is different from here on. */
      kind: 'rule'
      id: string
      text: string
      role?: 'warn'
    }

interface Props {
  /** The name for screen readers. */
  label: string
  lines: readonly ThreadLine[]
  /** Whose lines stand on the right: `us` when the person at the desk writes for us, `person` when they play the customer. */
  right: 'person' | 'us'
  /** Who they are, for screen readers. */
  names: { person: string; assistant: string; operator?: string }
  /** Somebody is writing, such as `Nora is answering`. */
  writing?: string
  /** Shown above the first line, such as what this thread is, or a button for earlier lines. */
  top?: ReactNode
  /** The line that was looked for. It is brought into view. */
  found?: string
}

/**
 * The lines of a chat or of SMS with one number. It stays at its newest line until one scrolls up to read, and then keeps its
 * place. Screen readers hear new lines. Give it a `key`: another thread is another Thread.
 */
export function Thread({ label, lines, right, names, writing, top, found }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  /** How far the end is below what is seen, in pixels. */
  const below = useRef(0)
  const seen = useRef(lines.length)
  const [unseen, setUnseen] = useState(0)
  const last = lines.at(-1)?.id
  const first = lines[0]?.id
  const known = useRef(first)
  const isEarlier = known.current !== first

  const toEnd = useCallback(() => {
    const box = scroller.current!
    box.scrollTop = box.scrollHeight
    below.current = 0
  }, [])

  // Heights change with the window, with fonts, and with what is opened: who is at the end stays there.
  useLayoutEffect(() => {
    const keep = () => {
      if (below.current <= NEAR) return toEnd()
      // With fewer or shorter lines the end may be in view without any scrolling.
      const box = scroller.current!
      below.current = box.scrollHeight - box.clientHeight - box.scrollTop
      if (below.current <= NEAR) setUnseen(0)
    }
    const observer = new ResizeObserver(keep)
    observer.observe(scroller.current!)
    observer.observe(content.current!)
    return () => observer.disconnect()
  }, [toEnd])

  // Earlier lines come above what is read, which keeps its place.
  useLayoutEffect(() => {
    const box = scroller.current!
    if (known.current !== first && below.current > NEAR)
      box.scrollTop = box.scrollHeight - box.clientHeight - below.current
    known.current = first
  }, [first])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is for a new last line
  useLayoutEffect(() => {
    const more = Math.max(0, lines.length - seen.current)
    if (below.current <= NEAR) toEnd()
    else if (!isEarlier) setUnseen(n => n + more)
    seen.current = lines.length
  }, [last])

  useEffect(() => {
    if (!found) return
    content.current!.querySelector(`[data-line="${CSS.escape(found)}"]`)?.scrollIntoView({ block: 'center' })
  }, [found])

  const onScroll = () => {
    const box = scroller.current!
    below.current = box.scrollHeight - box.clientHeight - box.scrollTop
    if (below.current <= NEAR) setUnseen(0)
  }
  return (
    <div className={css.thread}>
      <div
        ref={scroller}
        className={css.scroll}
        role="log"
        aria-label={label}
        // Earlier lines are not new: nobody wants to hear them.
        aria-live={isEarlier ? 'off' : 'polite'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content} className={css.content}>
          {top && <div className={css.top}>{top}</div>}
          <ol className={css.lines}>
            {lines.map(line => (
              <Line
                key={line.id}
                line={line}
                name={line.kind === 'said' ? (names[line.who] ?? names.assistant) : ''}
                isRight={line.kind === 'said' && (right === 'person') === (line.who === 'person')}
                isFound={line.id === found}
              />
            ))}
          </ol>
        </div>
      </div>
      <p className={css.writing} role="status">
        {writing && (
          <>
            <i aria-hidden />
            <i aria-hidden />
            <i aria-hidden />
            <span>{writing}</span>
          </>
        )}
      </p>
      {unseen > 0 && (
        <button type="button" className={css.unseen} onClick={toEnd}>
          <IconArrowDown size={13} aria-hidden />
          {t('{n, plural, one {# new line} other {# new lines}}', { n: unseen })}
        </button>
      )}
    </div>
  )
}

interface LineProps {
  line: ThreadLine
  name: string
  isRight: boolean
  isFound: boolean
}

const Line = memo(({ line, name, isRight, isFound }: LineProps) => {
  if (line.kind === 'rule')
    return (
      <li className={css.rule} data-role={line.role} data-line={line.id}>
        <span>{line.text}</span>
      </li>
    )
  if (line.kind === 'said')
    return (
      <li
        className={css.said}
        data-line={line.id}
        data-who={line.who}
        data-right={isRight || undefined}
        data-pending={line.isPending || undefined}
        data-found={isFound || undefined}
      >
        <span className="sr">{name}: </span>
        <p>{line.text}</p>
        {line.note && <div className={css.note}>{line.note}</div>}
      </li>
    )
  const Icon = line.kind === 'tool' ? IconTool : IconBook2
  const head = (
    <>
      <Icon size={13} aria-hidden />
      <span className="clip">{line.text}</span>
      {line.note && <span className="dim">{line.note}</span>}
    </>
  )
  return (
    <li data-line={line.id}>
      {line.more ? (
        <details className={css.done}>
          <summary>{head}</summary>
          <div>{line.more}</div>
        </details>
      ) : (
        <p className={css.doneLine}>{head}</p>
      )}
    </li>
  )
})

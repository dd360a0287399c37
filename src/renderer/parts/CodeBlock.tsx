import { t } from '../words/words'
import css from './CodeBlock.module.css'
import { CopyButton } from './CopyButton'

interface Props {
  text: string
  label: string
  bare?: boolean
  onCopied?: () => void
}

/**
 * A text for machines: a request, an answer, a command, a program. JSON is shown with indentation, and copied as it is
 * shown. `label` says what it is; `bare` leaves the copy button out.
 */
export function CodeBlock({ text, label, bare, onCopied }: Props) {
  const shown = indented(text)
  return (
    <div className={css.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls */}
      {/* biome-ignore lint/a11y/useSemanticElements: a pre keeps the lines of the text */}
      <pre role="region" aria-label={label} tabIndex={0}>
        {shown}
      </pre>
      {!bare && (
        <span className={css.copy}>
          <CopyButton text={shown} word={t('Copy: {what}', { what: label })} onCopied={onCopied} />
        </span>
      )}
    </div>
  )
}

/** JSON with indentation. Other text is not changed. */
function indented(text: string) {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

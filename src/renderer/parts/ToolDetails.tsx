import { t } from '../words/words'
import { KeyValue } from './KeyValue'
import { type Named, resultValues } from './tool-words'

interface Props {
  given: Named[]
  /** Absent where it is not kept. */
  result?: string
}

/** What was given to a tool and what it answered, by name. */
export function ToolDetails({ given, result }: Props) {
  const values = result === undefined ? null : resultValues(result)
  return (
    <div className="stack">
      {given.length > 0 && <KeyValue rows={given} width={WIDTH} />}
      {result !== undefined &&
        (values ? (
          <KeyValue rows={values} width={WIDTH} />
        ) : (
          <KeyValue rows={[[t('Result'), result || '–']]} width={WIDTH} />
        ))}
    </div>
  )
}

/** Of the names, in pixels. */
const WIDTH = 88

import { useEffect, useState } from 'react'
import { ProgressBar } from '../../parts/ProgressBar'
import { useDesk } from '../../stores/use-desk'
import { t } from '../../words/words'
import css from './knowledge.module.css'

/** How many pages of a document were read, as far as it is known. */
export function Reading({ id }: { id: number }) {
  const { onEvent } = useDesk()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  useEffect(
    () =>
      onEvent(event => {
        if (event.type === 'document.changed' && event.id === id && event.progress) setProgress(event.progress)
      }),
    [id, onEvent],
  )
  return (
    <div className={`${css.reading} ${css.sub}`}>
      {progress ? (
        <>
          <ProgressBar {...progress} label={t('Pages read')} />
          {t('{done} of {total} pages', progress)}
        </>
      ) : (
        t('Assistants find it once it is read')
      )}
    </div>
  )
}

import layout from './layout.module.css'
import { Notice } from './Notice'

/** Why something cannot be shown, above the place where it would stand. Nothing when there is no error. */
export const NotShown = ({ title, error }: { title: string; error: Error | null | undefined | false }) =>
  error && (
    <div className={layout.notice}>
      <Notice tone="bad" title={title}>
        {error.message}
      </Notice>
    </div>
  )

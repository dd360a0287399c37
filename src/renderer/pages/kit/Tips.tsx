import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { richTip, tip } from '../../parts/tips/tip'
import { Clip } from '../../parts/values'
import { Group } from './Group'
import css from './kit.module.css'

/** Elements with a tooltip of each kind. */
export function Tips() {
  const [isSaved, setSaved] = useState(false)
  return (
    <Group title="Tooltips">
      <div className={css.wrap}>
        <ActionIcon aria-label="Edit the sample" onClick={() => setSaved(true)} {...tip(isSaved ? 'Saved' : 'Edit')}>
          <IconPencil size={15} />
        </ActionIcon>
        <ActionIcon aria-label="To the right" {...tip('To the right', { side: 'right' })}>
          <IconPencil size={15} />
        </ActionIcon>
        <button type="button" {...tip('Set when the calls are over', { code: 'reached-max-retries' })}>
          A word of the API
        </button>
        <button
          type="button"
          {...richTip(() => (
            <>
              <b>More</b> than a text
            </>
          ))}
        >
          Rich
        </button>
        <button type="button" {...tip(null)}>
          None
        </button>
        <Clip className={css.cut}>It is cut, so it has a tooltip</Clip>
        <Clip className={css.cut}>It is not</Clip>
      </div>
    </Group>
  )
}

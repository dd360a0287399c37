import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useDesk } from '../stores/use-desk'
import { t } from '../words/words'
import { exportList, type ListExport } from './export-list'

/**
 * Exports a list as a CSV file: all its pages, with the filters of `read`. For the header of a page. `list` is asked for when
 * the button is pressed.
 */
export function ExportButton<R>({ list, disabled }: { list: () => ListExport<R>; disabled?: boolean }) {
  const desk = useDesk()
  const [isRunning, setRunning] = useState(false)
  return (
    <Button
      leftSection={<IconDownload size={15} aria-hidden />}
      disabled={disabled || isRunning}
      onClick={() => {
        setRunning(true)
        void exportList(desk, list()).finally(() => setRunning(false))
      }}
    >
      {t('Export')}
    </Button>
  )
}

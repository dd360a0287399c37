import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../parts/ConfirmDialog'
import { DaysChip, FilterChip } from '../../parts/FilterChip'
import { MoreMenu } from '../../parts/MoreMenu'
import { Group } from './Group'
import css from './kit.module.css'

export function Controls() {
  const [status, setStatus] = useState<string | undefined>('b')
  const [span, setSpan] = useState<{ from?: string; to?: string }>({})
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Group title="Buttons">
        <div className={css.wrap}>
          <Button variant="filled">Save</Button>
          <Button variant="filled" disabled>
            Save
          </Button>
          <Button variant="filled" loading>
            Save
          </Button>
          <Button>Default</Button>
          <Button leftSection={<IconPlus size={15} aria-hidden />}>With icon</Button>
          <Button size="xs">Small</Button>
          <Button variant="subtle" color="gray">
            Quiet
          </Button>
          <Button variant="filled" data-danger onClick={() => setAsking(true)}>
            Delete 12 leads
          </Button>
          <ActionIcon aria-label="Edit">
            <IconPencil size={15} />
          </ActionIcon>
          <ActionIcon variant="default" size={30} aria-label="Delete">
            <IconTrash size={15} />
          </ActionIcon>
          <MoreMenu>
            <Menu.Item>Copy as draft</Menu.Item>
          </MoreMenu>
          <MoreMenu inRow label="More: a row">
            <Menu.Item>Try again</Menu.Item>
          </MoreMenu>
        </div>
        <ConfirmDialog
          opened={asking}
          title="Delete 12 leads?"
          action="Delete 12 leads"
          keep="Keep them"
          onAct={async () => setAsking(false)}
          onKeep={() => setAsking(false)}
        >
          Their calls stay.
        </ConfirmDialog>
      </Group>
      <Group title="Filters">
        <div className={css.wrap}>
          <FilterChip
            label="State"
            value={status}
            options={[
              { value: 'a', word: 'No answer' },
              { value: 'b', word: 'Completed' },
            ]}
            onChange={setStatus}
          />
          <FilterChip label="Campaign" value={undefined} options={[]} onChange={() => {}} />
          <DaysChip label="Days" value={span} today="2026-11-24" onChange={setSpan} />
        </div>
      </Group>
    </>
  )
}

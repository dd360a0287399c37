import { Button } from '@mantine/core'
import { PageHeader } from '../../parts/PageHeader'
import { StatusBadge } from '../../parts/StatusBadge'
import { Charts } from './Charts'
import { Controls } from './Controls'
import { Files } from './Files'
import { Form } from './Form'
import css from './kit.module.css'
import { Messages } from './Messages'
import { Recording } from './Recording'
import { States } from './States'
import { Tables } from './Tables'
import { Tips } from './Tips'
import { Notices, Numbers } from './Values'

/** Every shared part in every state. */
export function KitPage() {
  return (
    <>
      <PageHeader
        title="Kit"
        trail={[['Today', '/today']]}
        badge={<StatusBadge kind="campaign" name="waiting" look="pill" />}
        meta="every part, in every state"
        actions={
          <>
            <Button>Default</Button>
            <Button variant="filled">One filled</Button>
          </>
        }
      />
      <div className={css.kit}>
        <States />
        <Controls />
        <Files />
        <Numbers />
        <Notices />
        <Tips />
        <Tables />
        <Form />
        <Charts />
        <Recording />
        <Messages />
      </div>
    </>
  )
}

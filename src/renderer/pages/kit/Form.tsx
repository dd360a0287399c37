import { Checkbox, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Day, days as weekdays } from '../../../contract/statuses'
import { FieldRow, FormSection } from '../../parts/FormSection'
import { WeekHours } from '../../parts/WeekHours'
import { Group } from './Group'
import { NOW } from './samples'

export function Form() {
  const [open, setOpen] = useState<Day[]>([...weekdays.slice(0, 5)])
  const [start, setStart] = useState('20:00')
  const [end, setEnd] = useState('02:00')
  return (
    <>
      <Group title="Form">
        <FormSection title="Retries" help="After busy, no answer or a failed call.">
          <FieldRow>
            <NumberInput label="Retries" defaultValue={3} />
            <TextInput
              label="Wait"
              description="Minutes"
              defaultValue="5"
              error="The retry_interval must be between 10 and 4320."
            />
          </FieldRow>
          <FieldRow>
            <Select label="Assistant" data={['Nora', 'Theo']} defaultValue="Nora" />
            <TextInput label="Locked" defaultValue="Nobody changes this" disabled />
          </FieldRow>
          <Checkbox defaultChecked label="Allow a number twice" />
          <Switch defaultChecked label="Retry after voicemail" />
        </FormSection>
      </Group>
      <Group title="Week hours">
        <WeekHours
          days={{ label: 'Days', value: open, onChange: setOpen }}
          start={{ label: 'From', value: start, onChange: event => setStart(event.currentTarget.value) }}
          end={{ label: 'Until', value: end, onChange: event => setEnd(event.currentTarget.value) }}
          zone="Europe/Rome"
          now={NOW}
        />
      </Group>
    </>
  )
}

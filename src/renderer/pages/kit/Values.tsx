import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { EmptyState } from '../../parts/EmptyState'
import { KeyValue } from '../../parts/KeyValue'
import { Notice } from '../../parts/Notice'
import { StatStrip, StatTile } from '../../parts/StatTile'
import { Clip, Duration, Money, Phone, Time } from '../../parts/values'
import { Group } from './Group'
import css from './kit.module.css'
import { NOW } from './samples'

export const Numbers = () => (
  <>
    <Group title="Numbers">
      <StatStrip label="Sample">
        <StatTile label="Plain" value="389" note="a note" />
        <StatTile label="Better" value="157" unit="40 %" note="+4 points on last Tuesday" trend="better" />
        <StatTile label="Worse" value="$0.52" unit="a goal" note="+$0.09 on last Tuesday" trend="worse" />
        <StatTile label="Loading" value="" loading />
      </StatStrip>
    </Group>
    <Group title="Values">
      <KeyValue
        rows={[
          [
            'Money',
            [31.84, 0.0081, -12.5].map(value => (
              <span key={value}>
                <Money value={value} />{' '}
              </span>
            )),
          ],
          ['Time', <Time key="time" at={new Date(NOW).toISOString()} />],
          [
            'Duration',
            [107, 16872].map(seconds => (
              <span key={seconds}>
                <Duration seconds={seconds} />{' '}
              </span>
            )),
          ],
          ['Phone', <Phone key="phone" value="+447700900461" />],
          [
            'What is cut',
            <Clip key="clip" className={css.cut}>
              It has a tooltip with all of its words
            </Clip>,
          ],
        ]}
      />
    </Group>
  </>
)

export const Notices = () => (
  <>
    <Group title="Notices">
      <div className={css.notices}>
        <Notice
          tone="queued"
          title="Nothing is dialed until Wednesday 09:00"
          action={<Button size="xs">Change hours</Button>}
        >
          Outside this campaign’s hours, Europe/London.
        </Notice>
        <Notice tone="warn" title="The balance is low" action={<Button size="xs">Top up</Button>} />
        <Notice tone="bad" title="The calls cannot be shown">
          The service does not answer.
        </Notice>
        <Notice tone="idle" title="None. Reached, and booked.">
          A person who was talked to is not called again by itself.
        </Notice>
      </div>
    </Group>
    <Group title="Empty">
      <EmptyState icon={IconPhone} title="No calls yet" action={<Button size="xs">What to do next</Button>}>
        They appear here as soon as a campaign starts.
      </EmptyState>
    </Group>
  </>
)

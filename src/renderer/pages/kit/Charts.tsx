import { OutcomeChart, OutcomeKey } from '../../parts/OutcomeChart'
import { Panel } from '../../parts/Panel'
import { ProgressFunnel } from '../../parts/ProgressFunnel'
import { Group } from './Group'
import css from './kit.module.css'
import { counts, days, few, hours, NOW } from './samples'

export const Charts = () => (
  <>
    <Group title="Progress">
      <div className="stack">
        <ProgressFunnel counts={counts} linkTo={() => '#/kit'} />
        <ProgressFunnel counts={counts} />
        <ProgressFunnel counts={{}} />
      </div>
    </Group>
    <Group title="Outcomes">
      <div className="stack">
        <Panel title="By the hour" count="Europe/London" action={<OutcomeKey buckets={hours} />}>
          <OutcomeChart buckets={hours} by="hour" zone="Europe/London" now={NOW} />
        </Panel>
        <div className={css.half}>
          <Panel title="By the day" level={3}>
            <OutcomeChart buckets={days} by="day" zone="Europe/London" />
          </Panel>
          <Panel title="Few" level={3}>
            <OutcomeChart buckets={few} by="hour" zone="Europe/London" height={100} />
          </Panel>
          <Panel title="Loading" level={3}>
            <OutcomeChart buckets={null} by="hour" zone="Europe/London" height={100} />
          </Panel>
        </div>
      </div>
    </Group>
  </>
)

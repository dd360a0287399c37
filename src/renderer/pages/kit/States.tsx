import type { ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'
import { Dot, StatusBadge } from '../../parts/StatusBadge'
import { DialingControl } from '../../shell/DialingControl'
import type { DeskState } from '../../stores/desk'
import { DeskProvider, useDesk } from '../../stores/use-desk'
import { type Kind, type Role, states } from '../../theme/states'
import { Group } from './Group'
import css from './kit.module.css'

const roles: Role[] = ['idle', 'queued', 'live', 'good', 'warn', 'bad']

export const States = () => (
  <>
    <Group title="States">
      <div className={css.states}>
        {(Object.keys(states) as Kind[]).map(kind => (
          <div key={kind}>
            <h3>{kind}</h3>
            {Object.keys(states[kind]).map(name => (
              <StatusBadge key={name} kind={kind} name={name as never} />
            ))}
          </div>
        ))}
      </div>
    </Group>
    <Group title="Roles">
      <div className={css.wrap}>
        {roles.map(role => (
          <div key={role} className={css.role} data-role={role}>
            <i style={{ background: `var(--cw-${role}-fill)` }} />
            <span>{role}</span>
            <Dot role={role} moving={role === 'live'} />
          </div>
        ))}
      </div>
    </Group>
    <Group title="Dialing">
      <div className={css.wrap} inert>
        {(['dialing', 'paused', 'halted'] as const).map(state => (
          <SampleDesk key={state} dialing={{ state, since: '', reason: null }}>
            <DialingControl />
          </SampleDesk>
        ))}
        <SampleDesk connection="lost">
          <DialingControl />
        </SampleDesk>
      </div>
    </Group>
  </>
)

/** The real desk, with some of its state replaced. */
function SampleDesk({ children, ...over }: Partial<DeskState> & { children: ReactNode }) {
  const desk = useDesk()
  return (
    <DeskProvider value={{ ...desk, store: createStore<DeskState>(() => ({ ...desk.store.getState(), ...over })) }}>
      {children}
    </DeskProvider>
  )
}

import { type Kind, type Name, type State, states } from '../theme/states'
import css from './StatusBadge.module.css'
import { tip } from './tips/tip'

interface Props<K extends Kind> {
  kind: K
  name: Name<K>
  look?: 'plain' | 'pill'
  note?: string
}

/** The icon and word of a state, plain or as a coloured pill. The tooltip has the API's name of the state. */
export function StatusBadge<K extends Kind>({ kind, name, look = 'plain', note }: Props<K>) {
  const state = (states[kind] as Record<string, State>)[name]!
  return (
    <span
      className={css.badge}
      data-role={state.role}
      data-look={look}
      data-moving={state.moving || undefined}
      {...tip(note, { code: state.api ?? name })}
    >
      <state.icon size={14} stroke={2} aria-hidden />
      <span className="clip">{state.word}</span>
    </span>
  )
}

export function Dot({ role, moving }: { role: State['role']; moving?: boolean }) {
  return <span className={css.dot} data-role={role} data-moving={moving || undefined} aria-hidden />
}

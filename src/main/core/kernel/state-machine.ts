/** A state machine as a table: for each state, the events that it accepts, and the next state of each. */
export type Moves<S extends string, E extends string> = Readonly<Record<S, Readonly<Partial<Record<E, S>>>>>

/** The state after `event`; undefined when `state` does not accept the event, and then nothing may be changed. */
export const next = <S extends string, E extends string>(moves: Moves<S, E>, state: S, event: E): S | undefined =>
  moves[state][event]

/** Every pair of states, from and to, that the table allows. */
export const pairs = <S extends string, E extends string>(moves: Moves<S, E>): [S, S][] =>
  (Object.keys(moves) as S[]).flatMap(from => (Object.values(moves[from]) as S[]).map((to): [S, S] => [from, to]))

/** A state machine as a table: for each state, the events that it answers and where they lead. */
export type Moves<S extends string, E extends string> = Readonly<Record<S, Readonly<Partial<Record<E, S>>>>>

/** Where `event` leads from `state`; undefined when the table does not have it, and then nothing may happen. */
export const next = <S extends string, E extends string>(moves: Moves<S, E>, state: S, event: E): S | undefined =>
  moves[state][event]

/** Every pair that the table allows. */
export const pairs = <S extends string, E extends string>(moves: Moves<S, E>): [S, S][] =>
  (Object.keys(moves) as S[]).flatMap(from => (Object.values(moves[from]) as S[]).map((to): [S, S] => [from, to]))

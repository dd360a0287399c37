export const problemKinds = ['number', 'empty', 'twice', 'known', 'barred', 'refused', 'remark'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** What is wrong with a row. */
export interface Problem {
  /** As spreadsheets count, from 1. */
  row: number
  kind: ProblemKind
  /** The title of the column. */
  column: string
  value: string
  why:
    | 'no-number'
    | 'no-country'
    | 'short'
    | 'shortened'
    | 'no-number-at-all'
    | 'same-as-row'
    | 'contact-left-out'
    | 'contact-instead'
    | 'service'
  /** For `same-as-row` the row; for `service` the text. */
  note?: string
}

/** Whether the row is imported all the same. */
export const isOnlyRemark = ({ kind }: Problem) => kind === 'remark'

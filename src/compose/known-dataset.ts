/**
 * What whoever planned a run found in a dataset of many lines, so that those who play shares of it need not look at each of its cases
 * again: they only have to know that theirs is the same.
 */
export type KnownDataset = {
  readonly sha256: string
  readonly cases: number
  /** Whether every case has an answer of an agent beside it. */
  readonly isRecorded: boolean
  readonly expectsTools: boolean
  readonly lastCase?: string | undefined
}

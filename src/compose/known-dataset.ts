import type { ReferenceKinds } from './dataset-traits.ts'

/**
 * The planner's findings about a large dataset. Processes that play shares of the run need not examine its cases again;
 * they only check that their file is the same.
 */
export type KnownDataset = {
  readonly sha256: string
  readonly cases: number
  readonly expects: ReferenceKinds
  readonly lastCase?: string | undefined
}

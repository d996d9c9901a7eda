import type { Run } from '../core/index.ts'
import { type RunCounter, countCases } from './case-counters.ts'
import type { CaseSlices } from './corrected/case-slices.ts'
import type { RunResults } from './run-results.ts'

/** A run that was read once, to be compared with as many others as one likes. */
export type CountedRun = {
  readonly run: Run
  readonly counter: RunCounter
  readonly prompt: string | undefined
  /** Read when somebody needs them, and once. */
  readonly caseHashes: () => Promise<ReadonlyMap<string, string>>
  /** What labels are held against, which come later than results. */
  readonly results: Pick<RunResults, 'labels' | 'scoredCases'>
  readonly caseSlices: () => Promise<CaseSlices>
}

export async function countRun(results: RunResults): Promise<CountedRun> {
  let hashes: Promise<ReadonlyMap<string, string>> | undefined
  let slices: Promise<CaseSlices> | undefined
  return {
    run: results.run,
    counter: await countCases(results),
    prompt: await results.prompt?.(),
    caseHashes() {
      hashes ??= results.caseHashes()
      return hashes
    },
    results,
    caseSlices() {
      slices ??= results.caseSlices?.() ?? Promise.resolve(new Map())
      return slices
    },
  }
}

import type { Run } from '../core/index.ts'
import { type RunCounter, countCases } from './case-counters.ts'
import type { CaseSlices } from './corrected/case-slices.ts'
import type { RunResults } from './run-results.ts'

/** A run that was read once, for any number of comparisons. */
export type CountedRun = {
  readonly run: Run
  readonly counter: RunCounter
  readonly prompt: string | undefined
  /** Reads the hashes on the first call and keeps them. */
  readonly caseHashes: () => Promise<ReadonlyMap<string, string>>
  /** Read again for each comparison, since labels arrive after results. */
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

import { createHash } from 'node:crypto'
import type { EvalCase, Run, RunStore, ScoredCase } from '../core/index.ts'
import { stringifyJson } from '../core/index.ts'

/** A run with what came of its cases, wherever that lies. */
export type RunResults = {
  readonly run: Run
  /** Finished ones only, in dataset order. */
  scoredCases(): AsyncIterable<ScoredCase>
  /** The hash of each case's content, by its id: the same name may stand for another case. */
  caseHashes(): Promise<ReadonlyMap<string, string>>
}

export function storedResults(run: Run, store: Pick<RunStore, 'scoredCases' | 'records'>): RunResults {
  const { runId } = run.plan
  return {
    run,
    scoredCases: () => store.scoredCases(runId),
    async caseHashes() {
      const hashes = new Map<string, string>()
      for await (const { evalCase } of store.records(runId)) hashes.set(evalCase.id, caseHash(evalCase))
      return hashes
    },
  }
}

/** SHA-256 of a case as it is stored, in hexadecimal digits. */
export function caseHash(evalCase: EvalCase): string {
  return createHash('sha256').update(stringifyJson(evalCase)).digest('hex')
}

import { createHash } from 'node:crypto'
import {
  type EvalCase,
  type HumanLabel,
  type Invocation,
  type Run,
  type RunStore,
  type ScoredCase,
  stringifyJson,
} from '../core/index.ts'
import type { CaseSlices } from './corrected/case-slices.ts'

/** A run with what came of its cases, wherever that lies. */
export type RunResults = {
  readonly run: Run
  /** Finished ones only, in dataset order. */
  scoredCases(): AsyncIterable<ScoredCase>
  /** The hash of each case's content, by its id: the same name may stand for another case. */
  caseHashes(): Promise<ReadonlyMap<string, string>>
  /** What the agents of the first case were told and which tools they had; undefined where that is not known. */
  prompt?(): Promise<string | undefined>
  /** What people said of its results by now; absent where nobody can know. */
  labels?(): Promise<readonly HumanLabel[]>
  caseSlices?(): Promise<CaseSlices>
}

type RunResultsStore = Pick<RunStore, 'scoredCases' | 'records' | 'record'> & Partial<Pick<RunStore, 'labels'>>

export function storedResults(run: Run, store: RunResultsStore): RunResults {
  const { runId } = run.plan
  return {
    run,
    scoredCases: () => store.scoredCases(runId),
    async caseHashes() {
      const hashes = new Map<string, string>()
      for await (const { evalCase } of store.records(runId)) hashes.set(evalCase.id, caseHash(evalCase))
      return hashes
    },
    async prompt() {
      // What was told stands beside the events, of which there may be very many.
      const first = await store.record(runId, { position: 0, repeat: 0 }, { events: 1 })
      return first === undefined ? undefined : promptOf(first.invocations)
    },
    labels: async () => (await store.labels?.(runId)) ?? [],
    async caseSlices() {
      const { caseSlices } = await import('./corrected/case-slices.ts')
      return caseSlices(store.records(runId))
    },
  }
}

/** Of one conversation, where the target tells it. */
function promptOf(invocations: readonly Invocation[]): string | undefined {
  const agents = invocations.find((invocation) => invocation.agents !== undefined)?.agents
  if (agents === undefined) return undefined
  return Object.values(agents)
    .flatMap(({ name, instructions = '', toolDeclarations = [] }) => [
      name,
      instructions,
      ...toolDeclarations.map(stringifyJson),
    ])
    .join('\n')
}

/** SHA-256 of what the agents of a run were told and which tools they had, in hexadecimal digits; undefined where nobody tells. */
export async function promptHash(run: Run, store: RunResultsStore): Promise<string | undefined> {
  const prompt = await storedResults(run, store).prompt?.()
  return prompt === undefined ? undefined : createHash('sha256').update(prompt).digest('hex')
}

/** SHA-256 of a case as it is stored, in hexadecimal digits. */
export function caseHash(evalCase: EvalCase): string {
  return createHash('sha256').update(stringifyJson(evalCase)).digest('hex')
}

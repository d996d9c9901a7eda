import { createHash } from 'node:crypto'
import {
  type EvalCase,
  type HumanLabel,
  type Invocation,
  type Run,
  type RunStore,
  type ScoredCase,
  isAnswerColumn,
  stringifyJson,
} from '../core/index.ts'
import type { CaseSlices } from './corrected/case-slices.ts'

export type RunResults = {
  readonly run: Run
  /** Reads finished results only, in dataset order. */
  scoredCases(): AsyncIterable<ScoredCase>
  /** The content hash of each case by its id, since the same id may stand for another case. */
  caseHashes(): Promise<ReadonlyMap<string, string>>
  /** Instructions and tools of the agents in the first case; undefined when unknown. */
  prompt?(): Promise<string | undefined>
  /** The current human labels; absent when the source cannot have any. */
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
      // Agent details are stored apart from the events, of which there may be very many.
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

/** SHA-256 in hexadecimal of the agents' instructions and tools; undefined when unknown. */
export async function promptHash(run: Run, store: RunResultsStore): Promise<string | undefined> {
  const prompt = await storedResults(run, store).prompt?.()
  return prompt === undefined ? undefined : createHash('sha256').update(prompt).digest('hex')
}

/** SHA-256 of a case as stored, in hexadecimal, without a recorded answer: that is what is judged, and not the case. */
export function caseHash(evalCase: EvalCase): string {
  const metadata = Object.entries(evalCase.metadata ?? {}).filter(([name]) => !isAnswerColumn(name))
  const asked =
    metadata.length === 0
      ? { ...evalCase, metadata: undefined }
      : { ...evalCase, metadata: Object.fromEntries(metadata) }
  return createHash('sha256').update(stringifyJson(asked)).digest('hex')
}

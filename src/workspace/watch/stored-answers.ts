import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import {
  EvalError,
  type CaseRecord,
  type CaseResult,
  type EvalCase,
  type Run,
  type RunStore,
  type Target,
  type Transcript,
} from '../../core/index.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { recordsIn, type Records } from '../json-records.ts'
import type { AgentInputs } from './agent-inputs.ts'
import { caseInput, reviewedDocuments } from './case-input.ts'
import { hashOf, watchedState } from './file-state.ts'
import { roundKey } from './round-key.ts'

/** What the answers of a run depended on, to decide whether asking again could give others. */
export const AnswerOrigin = z.object({
  runId: z.string(),
  settings: z.string(),
  /** Hashes of files and folders by path; empty where one changed while it was read. */
  files: z.record(z.string(), z.string()),
  /** Hashes of documents, each of which matters only to its own cases. */
  documents: z.record(z.string(), z.string()),
})
export type AnswerOrigin = z.infer<typeof AnswerOrigin>

export function answerOrigins(projectFolder: string): Records<AnswerOrigin> {
  const folder = join(projectFolder, '.shinsa', 'watch')
  const records = recordsIn(folder, AnswerOrigin)
  return {
    ...records,
    async all() {
      try {
        return await records.all()
      } catch (error) {
        if (!(error instanceof EvalError && error.code === 'store')) throw error
        // The file is of another version or was edited: it is deleted, and the agent is asked again.
        await rm(folder, { recursive: true, force: true })
        return []
      }
    },
  }
}

type StoredAnswersSources = {
  readonly store: RunStore
  readonly runs: readonly Run[]
  readonly origins: readonly AnswerOrigin[]
}

// Sessions of many days leave many runs.
const mostRuns = 4
const mostLookups = 200

/** Returns answers of former runs over the same dataset that asking again would reproduce, as far as that can be known. */
export async function storedAnswers(
  { plan, cases, target }: Pick<PreparedRun, 'plan' | 'cases' | 'target'>,
  inputs: AgentInputs,
  { store, runs, origins }: StoredAnswersSources,
) {
  const usable = runs
    .filter((run) => roundKey(run.plan) === roundKey(plan))
    .flatMap((run) => origins.find(({ runId }) => runId === run.plan.runId) ?? [])
    .slice(0, mostRuns)
    .filter((origin) => isUnchanged(origin, inputs))
  const missing = await placesOf(cases, plan.repeat, target)
  const answers = new Map<string, Transcript>()
  for (const origin of usable) {
    if (missing.size === 0) break
    const isFew = origin !== usable[0] && missing.size <= mostLookups
    // Cases missing in the newest run are the edited ones; their position is unchanged.
    const records = isFew ? recordsAt([...missing.values()], origin, store) : store.records(origin.runId)
    for await (const [key, answer] of answersIn(records, origin, target)) {
      if (!missing.delete(key)) continue
      answers.set(key, answer)
    }
  }
  const asked = new Set([...missing.values()].map(({ caseId }) => caseId))
  return {
    answered: (evalCase: EvalCase, repeat: number) => answers.get(keyOf(evalCase, repeat, target) ?? ''),
    isAsked: ({ id }: EvalCase) => asked.has(id),
    files: usable.flatMap(({ files }) => Object.keys(files)),
  }
}

type StoredAnswersPlace = { readonly caseId: string; readonly position: number; readonly repeat: number }

/** Returns all repeats of all cases by key. */
async function placesOf(
  cases: PreparedRun['cases'],
  repeats: number,
  target: Pick<Target, 'seesCase'>,
): Promise<Map<string, StoredAnswersPlace>> {
  const places = new Map<string, StoredAnswersPlace>()
  let position = 0
  for await (const evalCase of cases()) {
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const key = keyOf(evalCase, repeat, target) ?? `secret ${position}/${repeat}`
      places.set(key, { caseId: evalCase.id, position, repeat })
    }
    position += 1
  }
  return places
}

async function* recordsAt(
  places: readonly StoredAnswersPlace[],
  { runId }: AnswerOrigin,
  store: RunStore,
): AsyncGenerator<CaseRecord> {
  for (const place of places) {
    const record = await store.record(runId, place)
    if (record !== undefined) yield record
  }
}

async function* answersIn(
  records: AsyncIterable<CaseRecord>,
  { runId, documents }: AnswerOrigin,
  target: Pick<Target, 'seesCase'>,
): AsyncGenerator<readonly [string, Transcript]> {
  const same = new Set(Object.keys(documents).filter((path) => documents[path] === hashOf(path)))
  for await (const { evalCase, repeat, result } of records) {
    const key = keyOf(evalCase, repeat, target)
    if (result === undefined || key === undefined || !isWhole(result)) continue
    if (reviewedDocuments(evalCase).some((path) => !same.has(path))) continue
    const { askedIn = runId } = result.transcript
    yield [key, { ...result.transcript, askedIn }]
  }
}

/** Errors, unfinished conversations and damaged records are asked again. */
function isWhole({ evalCase: { conversation }, transcript }: CaseResult): boolean {
  const { invocations, failure, ending } = transcript
  if (failure !== undefined) return false
  return conversation === undefined ? ending !== undefined : invocations.length >= conversation.length
}

function keyOf(evalCase: EvalCase, repeat: number, target: Pick<Target, 'seesCase'>): string | undefined {
  const input = caseInput(evalCase, target)
  return input === undefined ? undefined : `${repeat} ${input}`
}

function isUnchanged({ settings, files }: AnswerOrigin, inputs: AgentInputs): boolean {
  if (settings !== inputs.settings || inputs.files.some((path) => files[path] === undefined)) return false
  return Object.entries(files).every(([path, hash]) => hash === hashOf(path))
}

/** Hashes the files that are still in the given state; empty for those that have changed. */
export function hashesOf(files: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...files].map(([path, state]) => [path, watchedState(path) === state ? hashOf(path) : '']))
}

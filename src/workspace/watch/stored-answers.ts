import { join } from 'node:path'
import { z } from 'zod'
import type { CaseResult, EvalCase, Run, RunStore, Target, Transcript } from '../../core/index.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { recordsIn } from '../json-records.ts'
import type { Records } from '../json-records.ts'
import type { AgentInputs } from './agent-inputs.ts'
import { caseInput, documentsOf } from './case-input.ts'
import { hashOf, stateOf } from './file-state.ts'

/** What the answers of a run came from: enough to say whether asking again could give others. */
export const AnswerOrigin = z.object({
  runId: z.string(),
  settings: z.string(),
  /** Hashes of files and folders, by path. Empty where one changed while it was read. */
  files: z.record(z.string(), z.string()),
  /** The same of documents, each of which counts for its own cases alone. */
  documents: z.record(z.string(), z.string()),
})
export type AnswerOrigin = z.infer<typeof AnswerOrigin>

export function answerOrigins(projectFolder: string): Records<AnswerOrigin> {
  return recordsIn(join(projectFolder, '.shinsa', 'watch'), AnswerOrigin)
}

/** Answers to take instead of asking. */
export type StoredAnswers = {
  readonly answered: (evalCase: EvalCase, repeat: number) => Transcript | undefined
  /** What they depend on. */
  readonly files: readonly string[]
}

type Sources = { readonly store: RunStore; readonly runs: readonly Run[]; readonly origins: readonly AnswerOrigin[] }

/** The answers of former runs over the same dataset that asking again would give again, as far as anybody can know. */
export async function storedAnswers(
  { plan, target }: Pick<PreparedRun, 'plan' | 'target'>,
  inputs: AgentInputs,
  { store, runs, origins }: Sources,
): Promise<StoredAnswers> {
  const usable = runs.flatMap((run) => {
    const origin = origins.find(({ runId }) => runId === run.plan.runId)
    const isSame = origin !== undefined && run.plan.dataset.path === plan.dataset.path && isUnchanged(origin, inputs)
    return isSame ? origin : []
  })
  const answers = new Map<string, Transcript>()
  // Older ones first, so that newer ones replace them.
  for (const { runId, documents } of usable.toReversed()) {
    const same = new Set(Object.keys(documents).filter((path) => documents[path] === hashOf(path)))
    for await (const { evalCase, repeat, result } of store.records(runId)) {
      const key = keyOf(evalCase, repeat, target)
      if (result === undefined || key === undefined || !isWhole(result)) continue
      if (documentsOf(evalCase).some((path) => !same.has(path))) continue
      const { askedIn = runId } = result.transcript
      answers.set(key, { ...result.transcript, askedIn })
    }
  }
  return {
    answered: (evalCase, repeat) => answers.get(keyOf(evalCase, repeat, target) ?? ''),
    files: usable.flatMap(({ files }) => Object.keys(files)),
  }
}

/** Errors are asked again, and so is what ended early or cannot be read any more. */
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

/** Hashes of files that were read when they were in the given state; empty for what was written since. */
export function hashesOf(files: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...files].map(([path, state]) => [path, stateOf(path) === state ? hashOf(path) : '']))
}

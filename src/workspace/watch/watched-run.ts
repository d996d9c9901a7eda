import {
  type EvalCase,
  type Message,
  type Run,
  type RunPlan,
  type RunStore,
  type Verdict,
  message,
} from '../../core/index.ts'
import { importedFiles } from '../../compose/config/import-module.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import type { Records } from '../json-records.ts'
import { agentInputs } from './agent-inputs.ts'
import { reviewedDocuments } from './case-input.ts'
import { watchedState } from './file-state.ts'
import { hashesOf, storedAnswers, type AnswerOrigin } from './stored-answers.ts'
import type { Read } from './track-reads.ts'
import { verdictsOf } from './verdicts.ts'

/** Which cases are asked again: those that a change may affect, also those that did not pass, or all. */
type WatchedRunQuestion = 'changed' | 'failed' | 'all'

type WatchedRunWatch = {
  readonly store: RunStore
  readonly records: Records<AnswerOrigin>
  /** The previous round over the same dataset. */
  readonly before: Run | undefined
  readonly asking: WatchedRunQuestion
  readonly watch: NonNullable<RunPlan['watch']>
  readonly reads: () => ReadonlyMap<string, Read>
}

/** A run that reuses stored answers. */
export type WatchedRun = {
  readonly run: PreparedRun
  /** The verdicts of the previous round; undefined in the first one. */
  readonly verdictsBefore: ReadonlyMap<string, Verdict> | undefined
  /** Files that its answers depend on, each with the state in which it was read. */
  readonly inputs: () => ReadonlyMap<string, string>
  /** Stores them, so that later rounds can reuse the answers. */
  readonly keepOrigin: () => Promise<void>
}

/** Prepares the run so that the agent is asked only what a change may affect. */
export async function watchedRun(prepared: PreparedRun, watching: WatchedRunWatch): Promise<WatchedRun> {
  const { store, records, before, asking, watch, reads } = watching
  const { target, warnings } = prepared
  // Watching shows every case, those that did not pass first.
  const { stopEarly, ...plan } = prepared.plan
  if (stopEarly === true) warnings.add(message('stopEarly has no effect here: a round plays every case'))
  const agent = await agentInputs(prepared)
  const isKnown = agent.unknown === undefined
  if (agent.unknown !== undefined) warnings.add(agent.unknown, namesFiles)
  const stored =
    isKnown && asking !== 'all'
      ? await storedAnswers(prepared, agent, { store, runs: await store.list(), origins: await records.all() })
      : undefined
  const verdictsBefore = before && (await verdictsOf(before, store))
  const states = new Map(agent.files.map((path) => [path, stateWhenLoaded(path)]))
  const documents = new Map<string, string>()
  const count = { asked: 0, taken: 0 }

  const didNotPass = (evalCase: EvalCase) => {
    for (const path of reviewedDocuments(evalCase)) if (!documents.has(path)) documents.set(path, watchedState(path))
    return (verdictsBefore?.get(evalCase.id) ?? 'passed') !== 'passed'
  }
  const answerTo = (evalCase: EvalCase, repeat: number) =>
    asking === 'failed' && didNotPass(evalCase) ? undefined : stored?.answered(evalCase, repeat)

  function inputs(): ReadonlyMap<string, string> {
    const loaded = agent.loaded().map((path) => [path, stateWhenLoaded(path)] as const)
    const read = [...reads()].filter(
      ([path, { byProject }]) => path !== agent.evalFile && (byProject || (agent.isShipped && !isForScores(path))),
    )
    const former = count.taken === 0 ? [] : (stored?.files ?? []).map((path) => [path, watchedState(path)] as const)
    return new Map([...former, ...loaded, ...read.map(([path, { state }]) => [path, state] as const), ...states])
  }

  function isForScores(path: string): boolean {
    const { datasetFile, settings } = prepared.asked
    return path === datasetFile || path === settings.baseline || documents.has(path) || /_config\.\w+$/.test(path)
  }

  return {
    run: {
      ...prepared,
      plan: { ...plan, watch },
      urgent: [didNotPass, (evalCase) => stored?.isAsked(evalCase) !== false],
      answered(evalCase, repeat) {
        const answer = answerTo(evalCase, repeat)
        count[answer === undefined ? 'asked' : 'taken'] += 1
        return answer
      },
      notes: () => [...(prepared.notes?.() ?? []), ...takenSentence(count)],
    },
    verdictsBefore,
    inputs: () => new Map([...documents, ...inputs()]),
    async keepOrigin() {
      if (!isKnown || target.recorded === true) return
      const { runId } = plan
      const { settings } = agent
      await records.keep(runId, { runId, settings, files: hashesOf(inputs()), documents: hashesOf(documents) })
    },
  }
}

const namesFiles = message(
  'So the agent is asked every case again. `watch: […]` in the config names the files that its answers depend on.',
)

/** A module that was written after it was loaded has no known state. */
function stateWhenLoaded(path: string): string {
  const state = watchedState(path)
  const loadedAt = importedFiles().get(path)
  return loadedAt === undefined || state.startsWith(`${loadedAt}/`) ? state : 'written since'
}

function takenSentence({ asked, taken }: { readonly asked: number; readonly taken: number }): readonly Message[] {
  if (taken === 0) return []
  return [
    message(
      '{asked} {asked|answer|answers} asked for, {taken} from the store: nothing changed that {taken|it depends|they depend} on',
      { asked, taken },
    ),
  ]
}

import { createHash } from 'node:crypto'
import { executeRun } from '../../compose/execute-run.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { openStore } from '../../compose/run-store.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { type AnswerCache, type LabelledResult, type RunStore, message, EvalError } from '../../core/index.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { prepareValidations, transcriptsAsDataset, trustIn } from '../judging/validate-judge.ts'
import type { ProductionConversation } from './trace-source.ts'

export type ProductionJudging = {
  readonly request: Pick<RunRequest, 'cwd' | 'config' | 'judge' | 'metric' | 'name'>
  /** `beforeCall` and `budget` enforce the daily limit. */
  readonly dependencies: RunDependencies
  readonly store: RunStore
  readonly signal: AbortSignal
  readonly onPrepared: (run: PreparedRun) => void
}

/**
 * Judges conversations as a run in the store. `onJudged` receives each result at once; conversations cut off by a limit or a
 * signal are judged at a later look.
 */
export async function judgeConversations(
  conversations: readonly ProductionConversation[],
  { request, dependencies, store, signal, onPrepared }: ProductionJudging,
  onJudged: (conversation: ProductionConversation, passed: boolean | undefined) => void,
): Promise<void> {
  const results = conversations.map(({ id, invocations, failure }) => ({
    evalCase: { id, conversation: invocations.map(({ userContent }) => ({ userContent })) },
    transcript: { invocations: [...invocations], ...(failure !== undefined && { failure }) },
  }))
  const name = request.name ?? 'production'
  const sha256 = createHash('sha256').update(JSON.stringify(results)).digest('hex')
  const prepared = await prepareRun(
    { ...request, dataset: name, selected: [], failOn: ['none'], repeat: 1 },
    { ...dependencies, target: 'dataset', opened: transcriptsAsDataset(results, { file: name, sha256 }) },
  )
  // Hooks prepare an agent's environment, and no agent is asked.
  const run = { ...prepared, hooks: {} }
  onPrepared(run)
  await executeRun(run, {
    store,
    signal,
    reporters: [
      (event) => {
        if (event.type !== 'case-end') return
        const conversation = conversations[event.position]
        const { verdict } = event.result
        if (conversation !== undefined)
          onJudged(conversation, verdict === 'not-evaluated' ? undefined : verdict === 'passed')
      },
    ],
    onReporterError: (error) => {
      throw error
    },
  })
}

/**
 * Asks the judge about anchors without the cache. `choose` selects labelled results, and may select one several times.
 *
 * @returns for each whether the judge agreed with people; undefined where it did not answer
 */
export async function askAnchors(
  file: string,
  { request, dependencies, signal, onPrepared }: ProductionJudging,
  choose: (anchors: readonly LabelledResult[]) => readonly LabelledResult[],
): Promise<readonly (boolean | undefined)[]> {
  const { metric, ...others } = request
  const { validations } = await prepareValidations(
    { ...others, dataset: file },
    { metric: metric?.length === 1 ? metric[0]?.replace(/=.*/, '') : undefined, arrange: choose },
    { ...dependencies, openCache: () => forgetfulCache },
  )
  const agreed: (boolean | undefined)[] = []
  const store = openStore(':memory:')
  try {
    for (const validation of validations) {
      onPrepared(validation.run)
      await executeRun(validation.run, { store, signal, reporters: [], onReporterError: () => undefined })
      const { items } = await trustIn(validation, store)
      for (const { id, people, judge } of items) {
        // Labels of single aspects have the result's id and the aspect's name.
        if (id.includes(' ') || people.passed === undefined) continue
        if (judge?.passed !== undefined) agreed.push(judge.passed === people.passed)
        // Anchors that were cut off are asked at a later look.
        else if (validation.run.budget?.aborted !== true && !signal.aborted) agreed.push(undefined)
      }
    }
  } finally {
    await store.close()
  }
  return agreed
}

/** Every anchor is asked anew, even the same one twice. */
const forgetfulCache: AnswerCache = { get: async () => undefined, set: async () => undefined }

/** Returns the anchors with a label for the whole result. @throws {EvalError} `usage` where there is none */
export function labelledAsWhole(anchors: readonly LabelledResult[]): readonly LabelledResult[] {
  const labelled = anchors.filter(({ labels }) =>
    labels.some(({ aspect, passed }) => aspect === undefined && passed !== undefined),
  )
  if (labelled.length > 0) return labelled
  throw new EvalError('usage', message('none of the anchors has a label of passed or failed'))
}

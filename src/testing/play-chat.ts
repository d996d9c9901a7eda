import { basename } from 'node:path'
import {
  type CaseResult,
  type EvalCase,
  type Invocation,
  type Rubric,
  type Run,
  type RunEvent,
  EvalError,
  message,
} from '../core/index.ts'
import { checkOptions, type EvaluationOptions } from '../compose/evaluate-options.ts'
import { type ExecuteOptions, executeRun } from '../compose/execute-run.ts'
import { libraryDependencies, projectStore } from '../compose/library-dependencies.ts'
import { prepareRun } from '../compose/prepare-run.ts'
import type { PreparedRun } from '../compose/prepared-run.ts'
import type { RunDependencies } from '../compose/run-dependencies.ts'
import { openStore } from '../compose/run-store.ts'
import { codeFormat } from '../formats/code/code-format.ts'
import { stubbedTools } from '../targets/environment/stubbed-tools.ts'
import { type Expectation, chatMetrics } from './chat-metrics.ts'
import type { LiveConversation } from './live-conversation.ts'
import type { PassOptions } from './to-pass.ts'

export type ChatToPlay = {
  readonly caseId: string
  readonly file: string
  readonly asked: readonly string[]
  readonly expectations: readonly Expectation[]
  readonly live: LiveConversation
}

export type PlayedChat = {
  readonly run: Run
  readonly result: CaseResult
  readonly events: readonly RunEvent[]
  readonly firstUnmet: Expectation | undefined
}

/** Plays a conversation as a run of one case, without storing it. */
export async function playChat(
  chat: ChatToPlay,
  { target, tools, ...options }: PassOptions & Pick<EvaluationOptions, 'target'>,
): Promise<PlayedChat> {
  checkOptions({ ...options, cases: [] })
  const {
    metrics: _,
    setMetrics: __,
    gate: ___,
    reporters = [],
    signal = new AbortController().signal,
    ...rest
  } = options
  const { store: file, cwd = process.cwd(), ...request } = rest
  const stubs = tools === undefined ? undefined : stubbedTools(tools)
  const { metrics, firstUnmet } = chatMetrics(chat.expectations)
  const store = openStore(':memory:')
  const { dependencies, close } = libraryDependencies({
    store,
    file: file ?? (await projectStore(cwd)),
    maxCost: request.maxCost,
    target,
    metrics,
    ...(stubs !== undefined && { tools: stubs }),
  })
  try {
    const failOn = ['failed', 'error', 'not-evaluated']
    const prepared = await prepareRun(
      { ...request, failOn, dataset: chat.file, cwd, selected: [], repeat: 1 },
      { ...dependencies, ...casesOf(chat) },
    )
    const joined = { ...prepared, target: chat.live.join(prepared.target) }
    return { ...(await playPrepared(joined, { store, signal, reporters })), firstUnmet: firstUnmet() }
  } finally {
    chat.live.closeSoon()
    await close()
    await store.close()
  }
}

async function playPrepared(
  prepared: PreparedRun,
  { store, signal, reporters }: Pick<ExecuteOptions, 'store' | 'signal' | 'reporters'>,
): Promise<Omit<PlayedChat, 'firstUnmet'>> {
  const events: RunEvent[] = []
  const run = await executeRun(prepared, {
    store,
    signal,
    reporters: [...reporters, (event) => void events.push(event)],
    onReporterError(error) {
      throw error
    },
  })
  const [record] = await Array.fromAsync(store.records(run.plan.runId))
  if (record?.result === undefined) throw new EvalError('cancelled', message('The run was stopped'))
  return { run, result: record.result, events }
}

function casesOf(chat: ChatToPlay): Pick<RunDependencies, 'opened' | 'criteria'> {
  const evalCase = caseOf(chat)
  const type = evalCase.rubrics?.[0]?.type
  const metricName =
    type === 'TRAJECTORY_QUALITY'
      ? 'rubric_based_multi_turn_trajectory_quality_v1'
      : 'rubric_based_final_response_quality_v1'
  return {
    opened: {
      dataset: { id: basename(chat.file), cases: () => [evalCase] },
      format: codeFormat,
      sha256: '',
      count: 1,
      simulated: 0,
    },
    criteria: type === undefined ? [] : [{ metricName, threshold: 1, criterion: { threshold: 1 } }],
  }
}

function caseOf({ caseId, asked, expectations }: ChatToPlay): EvalCase {
  // A single answer is judged by itself, a longer conversation as a whole.
  const type = asked.length === 1 ? 'FINAL_RESPONSE_QUALITY' : 'TRAJECTORY_QUALITY'
  const properties = new Set(expectations.flatMap(({ check }) => (typeof check === 'string' ? [check] : [])))
  const rubrics = Array.from(properties, (property): Rubric => ({ id: property, property, type }))
  return {
    id: caseId,
    conversation: asked.map((text): Invocation => ({ userContent: { role: 'user', parts: [{ text }] } })),
    ...(rubrics.length > 0 && { rubrics }),
  }
}

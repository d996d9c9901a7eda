import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { type CaseResult, type Metric, type Run, type RunStore, EvalError, message } from '../../core/index.ts'
import { importModule } from '../../compose/config/import-module.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { answerOperators } from '../../mutation/answer-operators.ts'
import { callOperators } from '../../mutation/call-operators.ts'
import { evidenceOperators } from '../../mutation/evidence-operators.ts'
import { metricsThatPass, mutateResults, type MutantOutcome } from '../../mutation/mutate-results.ts'
import type { MutationOperator } from '../../mutation/operator.ts'
import { RunRequest } from '../../settings/run-request.ts'

export type MutateRunOptions = {
  readonly store: RunStore
  readonly dependencies: RunDependencies
  /** A module of the project that exports operators, beside those that ship. */
  readonly operatorsFile?: string | undefined
  /** Only operators with these ids. */
  readonly only?: readonly string[] | undefined
  readonly perCase?: number | undefined
  readonly seed?: number | undefined
  readonly cwd: string
  readonly signal?: AbortSignal
}

/** Metrics without options that may notice what a run's own do not. */
const candidateNames = ['reference_match', 'tool_trajectory_avg_score', 'tool_call_f1', 'tool_parameter_match'] as const

export type MutatedRun = {
  readonly outcomes: AsyncIterable<MutantOutcome>
  readonly operators: readonly MutationOperator[]
  /** Metrics that ask a model are left out: a mutant costs nothing. */
  readonly leftOut: readonly string[]
  /** Of the metrics that may be suggested. */
  readonly thresholds: Readonly<Record<string, number>>
}

/**
 * Plants faults in the results of a run that passed, and scores them with the run's own metrics. The agent is not asked, and no
 * model.
 *
 * @throws {EvalError} `usage` for a run that does not say how it was begun, and for operators that there are not
 */
export async function mutateRun(run: Run, options: MutateRunOptions): Promise<MutatedRun> {
  const { store, dependencies, perCase, seed, signal } = options
  const operators = await operatorsOf(options)
  const others = candidateNames.filter((name) => !run.plan.metrics.some((metric) => metric.name === name))
  const { prepared, code, leftOut } = await codeMetricsOf(run, dependencies, others)
  const isCandidate = ({ name }: Metric) => others.some((other) => other === name)
  const candidates = await metricsThatPass(resultsOf(run, store), code.filter(isCandidate), signal)
  return {
    operators,
    leftOut,
    thresholds: Object.fromEntries(prepared.plan.metrics.map(({ name, threshold = 1 }) => [name, threshold])),
    outcomes: mutateResults(resultsOf(run, store), {
      operators,
      metrics: code.filter((metric) => !isCandidate(metric)),
      candidates,
      ...(perCase !== undefined && { perCase }),
      seed: seed ?? run.plan.seed,
      ...(signal !== undefined && { signal }),
    }),
  }
}

/**
 * The metrics of a run that ask no model, and `others`, to score what nobody answered.
 *
 * @throws {EvalError} `usage` for a run that does not say how it was begun
 */
export async function codeMetricsOf(run: Run, dependencies: RunDependencies, others: readonly string[] = []) {
  const origin = RunRequest.safeParse(run.plan.origin)
  if (!origin.success) {
    throw new EvalError('usage', message('run {run} does not say how it was begun', { run: run.plan.runId }), {
      hint: message('Begin a new one with `shinsa run`.'),
    })
  }
  const request = {
    ...origin.data,
    target: `run:${run.plan.runId}`,
    metric: [...(origin.data.metric ?? []), ...others],
    seed: run.plan.seed,
    stopEarly: false,
    baseline: undefined,
    maxCost: undefined,
    ...ofAgents,
  }
  const prepared = await prepareRun(request, dependencies)
  const leftOut = prepared.judgeUses.flatMap(({ metric, judge }) => (judge.id === 'embedded' ? [] : [metric]))
  return { prepared, leftOut, code: prepared.metrics.filter(({ name }) => !leftOut.includes(name)) }
}

/** Settings that are for an agent, which is not asked. */
const ofAgents = {
  traces: undefined,
  tracesWaitMs: undefined,
  tracesPort: undefined,
  recordTools: undefined,
  replayTools: undefined,
  environment: undefined,
  attempts: undefined,
  timeoutMs: undefined,
  model: undefined,
}

async function* resultsOf({ plan }: Run, store: RunStore): AsyncGenerator<CaseResult> {
  for await (const { result } of store.records(plan.runId)) if (result !== undefined) yield result
}

async function operatorsOf({ operatorsFile, only, cwd }: MutateRunOptions): Promise<readonly MutationOperator[]> {
  const own = operatorsFile === undefined ? [] : await operatorsIn(resolve(cwd, operatorsFile), operatorsFile)
  const all = [...callOperators, ...evidenceOperators, ...answerOperators, ...own]
  const unknown = only?.find((id) => !all.some((operator) => operator.id === id))
  if (unknown !== undefined) {
    throw new EvalError('usage', message('there is no operator {id}', { id: unknown }), {
      hint: message('There are: {names}', { names: all.map(({ id }) => id).join(', ') }),
    })
  }
  return only === undefined ? all : all.filter(({ id }) => only.includes(id))
}

async function operatorsIn(file: string, shown: string): Promise<readonly MutationOperator[]> {
  const exported = await importModule(pathToFileURL(file).href, shown)
  const found = Object.values(exported).flat().filter(isOperator)
  if (found.length > 0) return found
  throw new EvalError('config', message('{file} exports no operator', { file: shown }), {
    hint: message('An operator is an object with id, plants and mutants(transcript, context).'),
  })
}

function isOperator(value: unknown): value is MutationOperator {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'id') === 'string' &&
    typeof Reflect.get(value, 'mutants') === 'function'
  )
}

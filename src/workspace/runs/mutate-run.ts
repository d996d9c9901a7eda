import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { z } from 'zod'
import { messageOf } from '../../core/basics/message-of.ts'
import {
  type CaseResult,
  type EvalCase,
  type Metric,
  type Run,
  type RunStore,
  type Score,
  EvalError,
  Transcript,
  message,
  stringifyJson,
} from '../../core/index.ts'
import { importModule } from '../../compose/config/import-module.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { answerOperators } from '../../mutation/answer-operators.ts'
import { callOperators } from '../../mutation/call-operators.ts'
import { evidenceOperators } from '../../mutation/evidence-operators.ts'
import { isForJudge, neymanSizes, pilotSizes, weightedOutcomes } from '../../mutation/judged-sample.ts'
import {
  judgeMutants,
  metricsThatPass,
  mutateResults,
  type MutantOutcome,
  type MutantPlace,
} from '../../mutation/mutate-results.ts'
import { createRandom, randomOrder } from '../../statistics/random.ts'
import type { MutationOperator } from '../../mutation/operator.ts'
import { RunRequest } from '../../settings/run-request.ts'

export type MutateRunOptions = {
  readonly store: RunStore
  readonly dependencies: RunDependencies
  /** A module of the project that exports further operators. */
  readonly operatorsFile?: string | undefined
  /** Uses only operators with these ids. */
  readonly only?: readonly string[] | undefined
  readonly perCase?: number | undefined
  readonly isJudged?: boolean | undefined
  /** The judge, where it differs from the run's. */
  readonly judge?: string | undefined
  readonly seed?: number | undefined
  readonly cwd: string
  readonly signal?: AbortSignal
}

/** Metrics that need no options and may notice mutants that the run's metrics miss. */
const candidateNames = ['reference_match', 'tool_trajectory_avg_score', 'tool_call_f1', 'tool_parameter_match'] as const

type JudgedAsked = {
  /** The half-width that the score's interval should have. */
  readonly width: number
  /** Receives the number of mutants to ask about, before each of the two rounds. */
  readonly beforeRound: (mutants: number) => Promise<void>
}

/** Judges whether an unnoticed mutant is as good as the original, over the whole conversation and beside a decoy. */
const sameName = 'rubric_based_multi_turn_trajectory_quality_v1'

/**
 * Plants faults in the passing results of a run and scores them with the run's own metrics. Neither the agent nor a model is
 * asked.
 *
 * @throws {EvalError} `usage` for a run that does not say how it was begun, and for unknown operators
 */
export async function mutateRun(run: Run, options: MutateRunOptions) {
  const { store, dependencies, perCase, seed, signal } = options
  const operators = await operatorsOf(options)
  const others = candidateNames.filter((name) => !run.plan.metrics.some((metric) => metric.name === name))
  const { prepared, code, leftOut } = await codeMetricsOf(run, dependencies, {
    others,
    ...(options.isJudged === true && { judged: { judge: options.judge } }),
  })
  const judging = prepared.metrics.filter(({ name }) => leftOut.includes(name))
  if (options.isJudged === true && judging.length === 0) {
    throw new EvalError('usage', message('no model judges this run'), { hint: message('Name one: --judge MODEL.') })
  }
  const planting = { operators, ...(perCase !== undefined && { perCase }), seed: seed ?? run.plan.seed }
  const isCandidate = ({ name }: Metric) => others.some((other) => other === name)
  const metrics = code.filter((metric) => !isCandidate(metric))
  const candidates = await metricsThatPass(resultsOf(run, store), code.filter(isCandidate), signal)
  return {
    operators,
    /** The run's metrics that score mutants. */
    metrics: metrics.map(({ name }) => name),
    /** Metrics that are left out because they ask a model, so that a mutant costs nothing. */
    leftOut: leftOut.filter((name) => run.plan.metrics.some((metric) => metric.name === name)),
    /** Thresholds of the metrics that may be suggested. */
    thresholds: Object.fromEntries(prepared.plan.metrics.map(({ name, threshold = 1 }) => [name, threshold])),
    /** Outcomes by the metrics that ask no model. */
    outcomes: mutateResults(resultsOf(run, store), {
      ...planting,
      metrics,
      candidates,
      ...(signal !== undefined && { signal }),
    }),
    /** Asks the run's judges about outcomes that code cannot decide, a sample of each operator. */
    judged: async (outcomes: readonly MutantOutcome[], asked: JudgedAsked) => {
      const own = judging.filter(({ name }) => run.plan.metrics.some((metric) => metric.name === name))
      const same = judging.find(({ name }) => name === sameName)
      return judgedSample(outcomes, asked, (isChosen) =>
        judgeMutants(resultsOf(run, store), {
          ...planting,
          metrics: own,
          isChosen,
          ...(same !== undefined && { sameAs: sameBy(same, signal) }),
          ...(signal !== undefined && { signal }),
        }),
      )
    },
  }
}

/** Asks in two rounds: a pilot for each operator, then as many as the interval needs. */
async function judgedSample(
  outcomes: readonly MutantOutcome[],
  { width, beforeRound }: JudgedAsked,
  ask: (isChosen: (outcome: MutantPlace) => boolean) => AsyncIterable<MutantOutcome>,
): Promise<readonly MutantOutcome[]> {
  const strata = Map.groupBy(outcomes.filter(isForJudge), ({ operator }) => operator)
  const judged = new Map<string, MutantOutcome>()
  const askUpTo = async (sizes: ReadonlyMap<string, number>) => {
    const keys = [...strata].flatMap(([operator, mutants]) => drawn(mutants, sizes.get(operator) ?? 0).map(keyOf))
    const chosen = new Set(keys.filter((key) => !judged.has(key)))
    if (chosen.size === 0) return
    await beforeRound(chosen.size)
    for await (const outcome of ask((place) => chosen.has(keyOf(place)))) judged.set(keyOf(outcome), outcome)
  }
  await askUpTo(pilotSizes(strata))
  const told = Map.groupBy(judged.values(), ({ operator }) => operator)
  const counted = outcomes.filter(({ fate }) => fate !== 'equivalent').length
  await askUpTo(neymanSizes(strata, told, { counted, width }))
  return weightedOutcomes(outcomes, judged, keyOf)
}

function keyOf({ position, repeat, operator, number }: MutantPlace): string {
  return [position, repeat, operator, number].join(' ')
}

/** Draws a sample; a larger sample contains every smaller one. */
function drawn(mutants: readonly MutantOutcome[], size: number): readonly MutantOutcome[] {
  const order = randomOrder(mutants.length, createRandom(mutants.length))
  return Array.from(order.subarray(0, size)).flatMap((index) => mutants[index] ?? [])
}

const longestOriginal = 6000

function sameBy(metric: Metric, signal: AbortSignal | undefined) {
  return async (evalCase: EvalCase, original: Transcript, mutant: Transcript): Promise<Score> => {
    const told = stringifyJson(original.invocations.map(({ steps, finalResponse }) => ({ steps, finalResponse })))
    const property = `Whatever the agent does or says otherwise than in this conversation, in which nothing is wrong, serves the user as well: nothing is missing, wrong, done twice, leaked or unsupported. ${told.slice(0, longestOriginal)}`
    const rubrics = [{ id: 'as-good', type: 'TRAJECTORY_QUALITY', property }]
    return metric.score({ ...evalCase, rubrics }, mutant, signal === undefined ? {} : { signal })
  }
}

/**
 * Returns those of a run's metrics that ask no model, and `others`, to score changed transcripts.
 *
 * @throws {EvalError} `usage` for a run that does not say how it was begun
 */
export async function codeMetricsOf(
  run: Run,
  dependencies: RunDependencies,
  {
    others = [],
    judged,
  }: { readonly others?: readonly string[]; readonly judged?: { readonly judge: string | undefined } } = {},
) {
  const origin = RunRequest.safeParse(run.plan.origin)
  if (!origin.success) {
    throw new EvalError('usage', message('run {run} does not say how it was begun', { run: run.plan.runId }), {
      hint: message('Begin a new one with `shinsa run`.'),
    })
  }
  const request = {
    ...origin.data,
    target: `run:${run.plan.runId}`,
    metric: [...(origin.data.metric ?? []), ...others, ...(judged === undefined ? [] : [sameName])],
    ...(judged !== undefined && { decoys: 'all' as const }),
    ...(judged?.judge !== undefined && { judge: judged.judge }),
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

/** Settings of the agent, which is not asked. */
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

export const shippedOperators: readonly MutationOperator[] = [
  ...callOperators,
  ...evidenceOperators,
  ...answerOperators,
]

async function operatorsOf({ operatorsFile, only, cwd }: MutateRunOptions): Promise<readonly MutationOperator[]> {
  const own = operatorsFile === undefined ? [] : await operatorsIn(resolve(cwd, operatorsFile), operatorsFile)
  const all = [...shippedOperators, ...own]
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
  if (found.length > 0) return found.map((operator) => guarded(operator, shown))
  throw new EvalError('config', message('{file} exports no operator', { file: shown }), {
    hint: message('An operator is an object with id, plants and mutants(transcript, context).'),
  })
}

/** An operator of somebody else may throw, change what it is given, or make what no metric can read. */
function guarded(operator: MutationOperator, file: string): MutationOperator {
  const { id, plants } = operator
  const mutants: MutationOperator['mutants'] = (transcript, context) => {
    try {
      const made = [...operator.mutants(structuredClone(transcript), context)]
      for (const mutant of made) Transcript.parse(mutant.transcript)
      return made
    } catch (cause) {
      const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : messageOf(cause)
      throw new EvalError('config', message('{file}: the operator {id} threw {problem}', { file, id, problem }), {
        hint: message('An operator is an object with id, plants and mutants(transcript, context).'),
        cause,
      })
    }
  }
  return { id, plants, mutants }
}

function isOperator(value: unknown): value is MutationOperator {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'id') === 'string' &&
    typeof Reflect.get(value, 'mutants') === 'function'
  )
}

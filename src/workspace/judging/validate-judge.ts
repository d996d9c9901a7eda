import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import {
  type Agreement,
  type JudgeAgreement,
  type JudgeReply,
  type JudgedItem,
  type LabelledResult,
  type Message,
  type RunStore,
  EvalError,
  judgedOf,
  limitOf,
  message,
  stringifyJson,
} from '../../core/index.ts'
import type { OpenedDataset } from '../../formats/index.ts'
import { readAdkEvalConfig } from '../../compose/criteria/eval-config.ts'
import { openLabels } from '../../compose/datasets.ts'
import { DEFAULT_THRESHOLD } from '../../metrics/judged/judged-case.ts'
import { type LabelledScore, judgeAgreementOf } from '../../statistics/index.ts'
import { ratedThings } from '../../statistics/agreement/judge-agreement.ts'
import { loadConfig, type LoadedConfig } from '../../compose/config/load-config.ts'
import type { KindConfig, ShinsaConfig } from '../../compose/config/define-config.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { RunRequest } from '../../settings/run-request.ts'

/** A run that asks the judge about all labelled results of one metric, with the answers that agents gave then. */
export type PreparedValidation = {
  readonly metric: string
  readonly results: readonly LabelledResult[]
  readonly run: PreparedRun
}

export type PreparedValidations = {
  /** One for each labelled metric, in the order of the file. */
  readonly validations: readonly PreparedValidation[]
  readonly unlabelled: number
  /** Number of results with a label for the whole result; a metric must be named to ask about them. */
  readonly withoutMetric: number
}

/**
 * Reads labelled results and prepares runs that ask a judge about them. `metric` replaces the metrics that the labels name.
 *
 * @throws {EvalError} `usage` for labels without a metric where none is named
 */
export async function prepareValidations(
  request: Omit<RunRequest, 'selected' | 'failOn'>,
  {
    metric,
    arrange = (results) => results,
  }: {
    readonly metric: string | undefined
    /** Chooses and reorders the results to ask about. */
    readonly arrange?: (results: readonly LabelledResult[]) => readonly LabelledResult[]
  },
  dependencies: RunDependencies,
): Promise<PreparedValidations> {
  const file = resolve(request.cwd, request.dataset)
  const loaded = await loadConfig({ named: request.config, cwd: request.cwd })
  const { results: written, unlabelled, sha256 } = await openLabels(file, { columns: loaded.config.columns })
  const results = arrange(written)
  const groups = Map.groupBy(results, (result) => JSON.stringify(plannedFor(result, metric)))
  const validations: PreparedValidation[] = []
  let withoutMetric = 0
  for (const group of groups.values()) {
    const [first] = group
    const planned = first && plannedFor(first, metric)
    if (planned === undefined) {
      withoutMetric = group.length
      continue
    }
    const run = await prepareRun(
      { ...request, selected: [], failOn: ['none'], repeat: 1 },
      {
        ...dependencies,
        ...metricsFor(planned, loaded),
        target: 'dataset',
        opened: transcriptsAsDataset(keptApart(group), { file, sha256 }),
      },
    )
    // Hooks prepare an agent's environment, and no agent is asked.
    validations.push({ metric: planned.name, results: group, run: { ...run, hooks: {} } })
  }
  if (validations.length === 0) {
    throw new EvalError('usage', message('{file} does not say which metric its labels are for', { file }), {
      hint: message('Name it: --metric final_response_match_v2, or in a column "metric".'),
    })
  }
  return { validations, unlabelled, withoutMetric }
}

/** Returns how far the judge of a finished run agrees with people. */
export async function trustIn(
  validation: PreparedValidation,
  store: RunStore,
): Promise<JudgeAgreement & { readonly judge: string; readonly items: readonly JudgedItem[] }> {
  const { metric, run } = validation
  const labelled = await labelledScores(validation, store)
  const agreement = judgeAgreementOf(metric, labelled, { seed: run.plan.seed })
  return { judge: validatedJudges(validation), ...agreement, items: labelled.flatMap(judgedItems) }
}

/** Returns the names of the judges that a run asks. */
export function validatedJudges({ run }: PreparedValidation): string {
  const judges = new Set(run.judgeUses.map(({ judge }) => judge.id))
  return [...judges].join(', ') || '–'
}

type LabelledItem = LabelledScore & { readonly id: string; readonly cluster: string }

async function labelledScores({ metric, results, run }: PreparedValidation, store: RunStore): Promise<LabelledItem[]> {
  // A run that was never started is not in the store.
  const scored = (await store.find(run.plan.runId)) === undefined ? [] : store.scoredCases(run.plan.runId)
  const scores = new Map(await Array.fromAsync(scored, (one) => [one.position, one.scores] as const))
  const missing = message('it was not judged: its conversation failed, or the run was stopped')
  const seen = new Map<string, number>()
  return results.map(({ evalCase, transcript, labels, metric: own }, position) => {
    // Results are matched by content, since a table's order and names may have changed.
    const content = hashOf([evalCase.conversation, transcript.invocations, own?.name])
    const copies = seen.get(content) ?? 0
    seen.set(content, copies + 1)
    return {
      name: evalCase.id,
      id: copies === 0 ? content : `${content}-${copies + 1}`,
      // Answers to the same case are not independent, whatever its id.
      cluster: JSON.stringify({ ...evalCase, id: '' }),
      labels,
      score: scores.get(position)?.find((score) => score.metric === metric) ?? {
        status: 'not-evaluated' as const,
        metric,
        reason: missing,
      },
    }
  })
}

function judgedItems({ name, id, cluster, labels, score }: LabelledItem): readonly JudgedItem[] {
  const replies = judgedOf(score).flatMap(({ samples }) => samples.map(({ reply }) => reply))
  return ratedThings({ labels, score }).map(({ aspect, people, judge }) => ({
    id: aspect === undefined ? id : `${id} ${aspect}`,
    name,
    case: hashOf(cluster),
    people,
    ...(judge !== undefined && { judge }),
    ...(judge === undefined && replies.some((reply) => reply.decoyPassed) && { passedDecoy: true }),
    ...spentOn(replies),
  }))
}

/** Cost and time of the calls; cached replies have neither. */
function spentOn(replies: readonly JudgeReply[]): Pick<JudgedItem, 'seconds' | 'dollars'> {
  const asked = replies.filter(({ cached }) => cached !== true)
  if (asked.length === 0) return {}
  const dollars = asked.flatMap(({ cost }) => cost ?? [])
  return {
    seconds: asked.reduce((sum, { latencyMs }) => sum + latencyMs / 1000, 0),
    ...(dollars.length === asked.length && { dollars: dollars.reduce((sum, cost) => sum + cost, 0) }),
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(stringifyJson(value)).digest('hex').slice(0, 16)
}

type ValidateJudgePlan = NonNullable<LabelledResult['metric']>

function plannedFor({ metric }: LabelledResult, name: string | undefined): ValidateJudgePlan | undefined {
  return name === undefined || name === metric?.name ? metric : { name }
}

/** Finds the metric: made by the config, a criterion with its run's options, one that the config defines, or one with defaults. */
function metricsFor(
  { name, threshold, options }: ValidateJudgePlan,
  { config, file }: LoadedConfig,
): Pick<RunDependencies, 'metrics' | 'criteria'> {
  const made = everywhere(config)
    .flatMap(({ metrics = [] }) => metrics)
    .find((metric) => metric.name === name)
  if (made !== undefined) return { metrics: [made], criteria: [] }
  const named = everywhere(config)
    .map(({ criteria = {} }) => criteria)
    .find((criteria) => Object.hasOwn(criteria, name))
  const { criteria } = readAdkEvalConfig(JSON.stringify({ criteria: named ?? {} }), file ?? 'config')
  const configured = criteria.find(({ metricName }) => metricName === name)
  if (options === undefined && configured !== undefined) return { metrics: [], criteria: [configured] }
  const limit = threshold ?? DEFAULT_THRESHOLD
  return {
    metrics: [],
    criteria: [{ metricName: name, threshold: limit, criterion: { ...options, threshold: limit } }],
  }
}

/** Labels do not say which kind of dataset they came from, so every kind's settings are searched. */
function everywhere(config: ShinsaConfig): readonly KindConfig[] {
  return [config, config.review ?? {}, config.runbooks ?? {}]
}

/** Gives cases with the same id, from several runs or repeats, ids of their own. */
function keptApart(results: readonly LabelledResult[]): readonly LabelledResult[] {
  return results.map((result, index) => ({
    ...result,
    evalCase: { ...result.evalCase, id: `${index + 1}: ${result.evalCase.id}` },
  }))
}

/** Writes results as a dataset with transcripts. */
export function transcriptsAsDataset(
  results: readonly Pick<LabelledResult, 'evalCase' | 'transcript'>[],
  { file, sha256 }: { readonly file: string; readonly sha256: string },
): OpenedDataset {
  return {
    dataset: { id: file, cases: () => results.map(({ evalCase }) => evalCase) },
    format: 'transcript-lines',
    sha256,
    count: results.length,
    simulated: 0,
    async *transcripts() {
      for (const { evalCase, transcript } of results) {
        const { invocations, failure } = transcript
        yield { caseId: evalCase.id, invocations, ...(failure !== undefined && { failure }) }
      }
    },
  }
}

/** The rule that a judge must not have changed since an earlier validation. */
export const changedRule = 'changed'

/**
 * Parses rules such as `kappa<0.6` that a judge's agreement must pass, for every labelled metric and aspect.
 *
 * @throws {EvalError} `usage` for an invalid rule
 */
export function agreementGate(
  rules: string | undefined,
): (trusts: readonly Pick<JudgeAgreement, 'metric' | 'rows'>[]) => readonly Message[] {
  const asked = (rules?.split(',') ?? []).map((rule) => rule.trim())
  const limits = asked.filter((rule) => rule !== changedRule).map(agreementLimit)
  return (trusts) =>
    trusts.flatMap(({ metric, rows }) =>
      rows.flatMap(({ aspect, judge, judgeAtWorst = { ...judge, missing: 0 } }) =>
        limits.flatMap((limit) => tooLow(limit, judgeAtWorst, aspect ?? metric) ?? []),
      ),
    )
}

const measures = { agreement: 'raw', kappa: 'kappa', ac1: 'ac1', 'weighted-kappa': 'weightedKappa' } as const
const low = '-low'

/** A limit on a statistic, or with the suffix `-low` on the lower end of its interval. */
type Limit = {
  readonly name: string
  readonly measure: (typeof measures)[keyof typeof measures]
  readonly end: 'value' | 'low'
  readonly limit: number
}

function agreementLimit(rule: string): Limit {
  const { name = '', side, limit } = limitOf(rule) ?? {}
  const measure = Object.entries(measures).find(([known]) => known === name.replace(/-low$/, ''))?.[1]
  if (measure !== undefined && side === 'below' && limit !== undefined) {
    return { name, measure, end: name.endsWith(low) ? 'low' : 'value', limit }
  }
  throw new EvalError('usage', message('{rule} is not a rule for the gate', { rule: JSON.stringify(rule) }), {
    hint: message('Rules are: {rules}.', {
      rules: Object.keys(measures)
        .flatMap((known) => [`${known}<0.6`, `${known}${low}<0.6`])
        .join(', '),
    }),
  })
}

/** Questions that the judge did not answer count against it. */
function tooLow(
  { name, measure, end, limit }: Limit,
  judge: Agreement & { readonly missing: number },
  subject: string,
): Message | undefined {
  const measurement = judge[measure]
  if (measurement.status === 'undefined') {
    return message('{subject}: {measure} cannot be told, and the gate asks for {limit}', {
      subject,
      measure: name,
      limit,
    })
  }
  const value = Number(measurement[end].toFixed(4))
  if (value >= limit) return undefined
  const values = { subject, measure: name, value, limit, missing: judge.missing }
  return judge.missing === 0
    ? message('{subject}: {measure} is {value}, below {limit}', values)
    : message('{subject}: {measure} is {value} with {missing} not evaluated counted against it, below {limit}', values)
}

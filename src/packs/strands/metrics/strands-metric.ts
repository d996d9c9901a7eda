import {
  type EvalCase,
  type EvalError,
  type Evidence,
  type Judged,
  type Message,
  type Metric,
  type MetricContext,
  type Score,
  type Transcript,
  message,
  toEnglish,
} from '../../../core/index.ts'
import { type AskedSamples, askSamples, judgedSamples, silenceOf } from '../../../metrics/judged/ask-samples.ts'
import { type JudgedOptions, judgeFailed } from '../../../metrics/judged/judged-case.ts'
import { boundedMean } from '../../../metrics/shared/mean-score.ts'
import {
  type StrandsEvaluator,
  type StrandsEvaluatorName,
  type StrandsScale,
  NOT_APPLICABLE,
  strandsEvaluators,
} from './strands-evaluators.ts'
import { type RubricSettings, type StrandsUnit, assertionOf, strandsUnits } from './strands-questions.ts'
import { type StrandsReply, strandsQuestion, strandsValue } from './strands-verdict.ts'
import { fewestToSettle, majority } from '../../../metrics/judged/votes.ts'

type StrandsMetricOptions = Omit<JudgedOptions, 'adkCompat'> &
  RubricSettings & {
    readonly name?: string
  }

/**
 * Makes a judged evaluator of strands-evals with its labels, scores and pass rule; the instructions to the judge are
 * Shinsa's own. The value, 0–1, is the mean over all questions; `threshold` replaces the evaluator's pass rule.
 *
 * @example strandsMetric('HelpfulnessEvaluator', { judge, threshold: 0.8 })
 */
export function strandsMetric(type: StrandsEvaluatorName, options: StrandsMetricOptions): Metric {
  const { name = type } = options
  const evaluator: StrandsEvaluator = strandsEvaluators[type]
  return {
    name,
    ...(evaluator.polarity === undefined ? {} : { polarity: evaluator.polarity }),
    score: (evalCase, transcript, context) =>
      scoreCase({ name, type, evaluator, options }, evalCase, transcript, context),
  }
}

type StrandsMetricAbout = {
  readonly name: string
  readonly type: StrandsEvaluatorName
  readonly evaluator: StrandsEvaluator
  readonly options: StrandsMetricOptions
}

async function scoreCase(
  about: StrandsMetricAbout,
  evalCase: EvalCase,
  transcript: Transcript,
  { signal }: MetricContext,
): Promise<Score> {
  const { name: metric, type, evaluator, options } = about
  const units = strandsUnits(evaluator.level, { type, evalCase, transcript, settings: options })
  if ('reason' in units) return { status: 'not-evaluated', metric, ...units }
  const scale = (assertionOf(evalCase) === undefined ? undefined : evaluator.withAssertion) ?? evaluator.scale
  const outcomes: StrandsMetricOutcome[] = []
  for (const unit of units) outcomes.push(await judgeUnit(unit, scale, about, signal))
  return scoreOf(about, outcomes)
}

type StrandsMetricRow = Extract<Evidence, { kind: 'verdicts' }>['rows'][number]

/** The outcome of one question: a row (with or without a value), nothing to judge, or a failure of the judge. */
type StrandsMetricOutcome =
  | { readonly status: 'judged'; readonly row: StrandsMetricRow; readonly judged?: Judged }
  | { readonly status: 'silent'; readonly reason: Message; readonly judged?: Judged }
  | { readonly status: 'failed'; readonly failure: EvalError; readonly judged?: Judged }

async function judgeUnit(
  unit: StrandsUnit,
  scale: StrandsScale,
  about: StrandsMetricAbout,
  signal: AbortSignal | undefined,
): Promise<StrandsMetricOutcome> {
  const { type, evaluator, options } = about
  if (unit.empty !== undefined && evaluator.emptyAnswer === 'nothing') return { status: 'silent', reason: unit.empty }
  if (unit.empty !== undefined && evaluator.emptyAnswer === 'worst') return worst(unit, unit.empty, scale)
  const { judge, samples = 1, language = 'en' } = options
  const asked = await askSamples(
    judge,
    {
      samples,
      question: (sample) => strandsQuestion({ type, scale, language }, unit.material, sample),
      read: (reply) => ({ value: strandsValue(reply, scale), reason: reply.reason }),
      fewest: (answers, remaining) => {
        const votes = answers.map((reply) => (reply === null ? null : strandsValue(reply, scale)))
        return isBinary(scale) ? fewestToSettle(votes, remaining) : remaining
      },
    },
    signal,
  )
  if (asked.failure !== undefined) return { status: 'failed', failure: asked.failure, judged: judgedSamples(asked) }
  const replies = asked.answers.filter((reply) => reply !== null)
  if (replies.length === 0) return { status: 'silent', reason: silenceOf(asked), judged: judgedSamples(asked) }
  return combined(unit.about, replies, { about, scale, asked })
}

/** Gives an empty answer the first label of the scale; labels are sorted from worst to best. */
function worst({ about: subject }: StrandsUnit, empty: Message, scale: StrandsScale): StrandsMetricOutcome {
  const [label = 'fail'] = scale.kind === 'labels' ? Object.keys(scale.labels) : []
  return { status: 'judged', row: { subject, label, value: 0, reason: toEnglish(empty), passed: false } }
}

function isBinary(scale: StrandsScale): boolean {
  return scale.kind === 'labels' && Object.keys(scale.labels).length === 2
}

type Judging = {
  readonly about: StrandsMetricAbout
  readonly scale: StrandsScale
  readonly asked: AskedSamples<StrandsReply>
}

/** Combines samples: two labels and verdicts by majority (a tie does not pass), other scales by the mean. */
function combined(
  subject: string,
  replies: readonly StrandsReply[],
  { about, scale, asked }: Judging,
): StrandsMetricOutcome {
  const values = replies.flatMap((reply) => strandsValue(reply, scale) ?? [])
  const value = isBinary(scale) ? majority(values) : meanOrNull(values)
  if (value === null) {
    const reason = replies[0]?.reason ?? ''
    return { status: 'judged', row: { subject, label: NOT_APPLICABLE, value, reason }, judged: judgedSamples(asked) }
  }
  const passes = passRule(about)
  const lets = (reply: StrandsReply) =>
    passes === undefined ? reply.verdict === 'pass' : passes(strandsValue(reply, scale) ?? NaN)
  const passed = passes === undefined ? replies.filter(lets).length * 2 > replies.length : passes(value)
  const agreeing = replies.filter((reply) => lets(reply) === passed)
  const away = (reply: StrandsReply) => Math.abs((strandsValue(reply, scale) ?? Infinity) - value)
  const nearest = replies.reduce((best, reply) => (away(reply) < away(best) ? reply : best))
  const label = nearest.label ?? (nearest.verdict === undefined ? value.toFixed(2) : passed ? 'pass' : 'fail')
  return {
    status: 'judged',
    row: { subject, label, value, reason: nearest.reason.trim(), passed },
    judged: judgedSamples(asked, agreeing.length / replies.length),
  }
}

/** Undefined where the judge's own verdict decides. */
function passRule({ evaluator, options }: StrandsMetricAbout): ((value: number) => boolean) | undefined {
  const threshold = options.threshold ?? evaluator.threshold
  if (threshold === undefined) return undefined
  return evaluator.polarity === 'lower-is-better' ? (value) => value < threshold : (value) => value >= threshold
}

/** A part that could not be judged must not hide behind the parts that were. */
function scoreOf(about: StrandsMetricAbout, outcomes: readonly StrandsMetricOutcome[]): Score {
  const { name: metric, evaluator, options } = about
  const judged = mergedJudged(outcomes)
  const silent =
    outcomes.find(({ status }) => status === 'failed') ?? outcomes.find(({ status }) => status === 'silent')
  if (silent?.status === 'failed') return { ...judgeFailed(metric, silent.failure), ...judged }
  if (silent?.status === 'silent') return { status: 'not-evaluated', metric, reason: silent.reason, ...judged }
  const rows = outcomes.flatMap((outcome) => (outcome.status === 'judged' ? outcome.row : []))
  const values = rows.flatMap(({ value }) => value ?? [])
  const value = meanOrNull(values)
  if (value === null) {
    const reason = message('There was nothing to judge: {reason}', { reason: rows[0]?.reason ?? '–' })
    return { status: 'not-evaluated', metric, informational: true, reason, ...judged }
  }
  const threshold = options.threshold ?? evaluator.threshold
  const passed = passRule(about)?.(value) ?? rows.every((row) => row.passed !== false)
  const worstRow = rows.find((row) => row.passed === false) ?? rows[0]
  return {
    status: 'scored',
    metric,
    value,
    ...(threshold === undefined ? {} : { threshold }),
    passed,
    ...(evaluator.polarity === 'lower-is-better' ? { lowerIsBetter: true } : {}),
    ...(passed || worstRow === undefined ? {} : { reason: whyNot(worstRow) }),
    evidence: [{ kind: 'verdicts', rows }],
    ...judged,
  }
}

function whyNot({ label, reason = '' }: StrandsMetricRow): Message {
  if (reason === '') return message('{reason}', { reason: label })
  return message('{reason}', { reason: label === 'fail' ? reason : `${label}: ${reason}` })
}

function mergedJudged(outcomes: readonly StrandsMetricOutcome[]): { judged?: Judged } {
  const all = outcomes.flatMap(({ judged }) => judged ?? [])
  if (all.length === 0) return {}
  return {
    judged: {
      samples: all.flatMap(({ samples }) => samples),
      saved: all.reduce((sum, { saved }) => sum + saved, 0),
      agreement: meanOrNull(all.flatMap(({ agreement }) => agreement ?? [])),
    },
  }
}

function meanOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : boundedMean(values)
}

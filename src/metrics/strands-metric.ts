import { z } from 'zod'
import type {
  EvalCase,
  Evidence,
  Judged,
  Message,
  Metric,
  MetricContext,
  Question,
  Score,
  Transcript,
} from '../core/index.ts'
import { message, toEnglish } from '../core/index.ts'
import { evidenceOf } from './agent-evidence.ts'
import type { Asked as Answers } from './ask-samples.ts'
import { askSamples, judgedOf, silenceOf } from './ask-samples.ts'
import { instruct } from './instructions/instruction-text.ts'
import type { JudgedOptions } from './judged-case.ts'
import type { StrandsEvaluator, StrandsEvaluatorName, StrandsScale } from './strands-evaluators.ts'
import { NOT_APPLICABLE, strandsEvaluators } from './strands-evaluators.ts'
import type { RubricSettings, StrandsUnit } from './strands-questions.ts'
import { assertionOf, strandsUnits } from './strands-questions.ts'
import { isSettled, majority } from './votes.ts'

type StrandsMetricOptions = Omit<JudgedOptions, 'adkCompat'> &
  RubricSettings & {
    /** The evaluator's own name unless given. */
    readonly name?: string
  }

/**
 * A judged evaluator of strands-evals, with its labels, scores and pass rule and with our own words to the judge. Its value
 * is the mean over what it asks about; `threshold` takes the place of its rule.
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

type About = {
  readonly name: string
  readonly type: StrandsEvaluatorName
  readonly evaluator: StrandsEvaluator
  readonly options: StrandsMetricOptions
}

async function scoreCase(
  about: About,
  evalCase: EvalCase,
  transcript: Transcript,
  { signal }: MetricContext,
): Promise<Score> {
  const { name: metric, type, evaluator, options } = about
  const units = strandsUnits(evaluator.level, { type, evalCase, transcript, settings: options })
  if ('reason' in units) return { status: 'not-evaluated', metric, ...units }
  const scale = (assertionOf(evalCase) === undefined ? undefined : evaluator.withAssertion) ?? evaluator.scale
  const outcomes: Outcome[] = []
  for (const unit of units) outcomes.push(await judgeUnit(unit, scale, about, signal))
  return scoreOf(about, outcomes)
}

type Row = Extract<Evidence, { kind: 'verdicts' }>['rows'][number]

/** What came of one question: a row with a value, one without where there was nothing to judge, or why there is none. */
type Outcome =
  | { readonly status: 'judged'; readonly row: Row; readonly judged?: Judged }
  | { readonly status: 'silent' | 'failed'; readonly reason: Message; readonly judged: Judged }
  | { readonly status: 'nothing'; readonly reason: Message }

async function judgeUnit(
  unit: StrandsUnit,
  scale: StrandsScale,
  about: About,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const { evaluator, options } = about
  if (unit.empty !== undefined && evaluator.emptyAnswer === 'nothing') return { status: 'nothing', reason: unit.empty }
  if (unit.empty !== undefined && evaluator.emptyAnswer === 'worst') return worst(unit, unit.empty, scale)
  const asked = await askSamples(
    options.judge,
    {
      samples: options.samples ?? 1,
      question: (sample) => strandsQuestion({ ...about, scale }, unit, sample),
      read: (reply) => ({ value: valueOf(reply, scale), reason: reply.reason }),
      settled: (answers, remaining) =>
        isBinary(scale) &&
        isSettled(
          answers.map((reply) => reply && valueOf(reply, scale)),
          remaining,
        ),
    },
    signal,
  )
  if (asked.failure !== undefined) return { status: 'failed', reason: asked.failure, judged: judgedOf(asked) }
  const replies = asked.answers.filter((reply) => reply !== null)
  if (replies.length === 0) return { status: 'silent', reason: silenceOf(asked), judged: judgedOf(asked) }
  return combined(unit, replies, { scale, about, asked })
}

/** An answer that says nothing has the first label, and they stand from worst to best. */
function worst({ about: subject }: StrandsUnit, empty: Message, scale: StrandsScale): Outcome {
  const label = scale.kind === 'labels' ? Object.keys(scale.labels)[0] : undefined
  // What rows say is kept as texts: most of it was written by a judge.
  return {
    status: 'judged',
    row: { subject, label: label ?? '0.00', value: 0, reason: toEnglish(empty), passed: false },
  }
}

type Reply = {
  readonly reason: string
  readonly label?: string | undefined
  readonly score?: number | undefined
  readonly verdict?: 'pass' | 'fail' | undefined
}

/** Asks for one verdict. */
export function strandsQuestion(
  {
    type,
    scale,
    options,
  }: Pick<About, 'type'> & { readonly scale: StrandsScale; readonly options: Pick<JudgedOptions, 'language'> },
  { material }: Pick<StrandsUnit, 'material'>,
  sample: number,
): Question<Reply> {
  const { language = 'en' } = options
  return {
    task: 'strands',
    subject: { evaluator: type, ...material },
    instruction: instruct(scale.text, language),
    evidence: evidenceOf(material),
    answer: answerOn(scale),
    language,
    sample,
  }
}

const Share = z.object({ reason: z.string(), score: z.number().min(0).max(1) })
const Verdict = z.object({ reason: z.string(), score: z.number().min(0).max(1), verdict: z.enum(['pass', 'fail']) })
const answers = new WeakMap<StrandsScale, z.ZodType<Reply>>()

/** One schema for a scale, whoever asks: judges work out what a schema looks like only once. */
function answerOn(scale: StrandsScale): z.ZodType<Reply> {
  if (scale.kind !== 'labels') return scale.kind === 'share' ? Share : Verdict
  const known = answers.get(scale) ?? z.object({ reason: z.string(), label: z.enum(Object.keys(scale.labels)) })
  answers.set(scale, known)
  return known
}

/** Null where there was nothing to judge. */
function valueOf({ label, score }: Reply, scale: StrandsScale): number | null {
  if (scale.kind === 'labels') return scale.labels[label ?? ''] ?? null
  return score ?? null
}

function isBinary(scale: StrandsScale): boolean {
  return scale.kind === 'labels' && Object.keys(scale.labels).length === 2
}

type Combining = { readonly scale: StrandsScale; readonly about: About; readonly asked: Answers<Reply> }

/** Samples on two labels vote, on more the mean counts; a judge's own verdicts vote, and a tie does not pass. */
function combined(
  { about: subject }: StrandsUnit,
  replies: readonly Reply[],
  { scale, about, asked }: Combining,
): Outcome {
  const values = replies.flatMap((reply) => valueOf(reply, scale) ?? [])
  const value = isBinary(scale) ? majority(values) : meanOf(values)
  if (value === null) {
    const reason = replies[0]?.reason ?? ''
    return { status: 'judged', row: { subject, label: NOT_APPLICABLE, value, reason }, judged: judgedOf(asked) }
  }
  const passes = passRule(about)
  const lets = (reply: Reply) =>
    passes === undefined ? reply.verdict === 'pass' : passes(valueOf(reply, scale) ?? NaN)
  const passed = passes === undefined ? replies.filter(lets).length * 2 > replies.length : passes(value)
  const agreeing = replies.filter((reply) => lets(reply) === passed)
  const away = (reply: Reply) => Math.abs((valueOf(reply, scale) ?? Infinity) - value)
  const nearest = replies.reduce((best, reply) => (away(reply) < away(best) ? reply : best))
  const label = nearest.label ?? value.toFixed(2)
  return {
    status: 'judged',
    row: { subject, label, value, reason: nearest.reason.trim(), passed },
    judged: judgedOf(asked, agreeing.length / replies.length),
  }
}

/** Undefined where the judge's own verdict decides. */
function passRule({ evaluator, options }: About): ((value: number) => boolean) | undefined {
  const threshold = options.threshold ?? evaluator.threshold
  if (threshold === undefined) return undefined
  return evaluator.polarity === 'lower-is-better' ? (value) => value < threshold : (value) => value >= threshold
}

/** What could not be judged must not hide behind what was. */
function scoreOf(about: About, outcomes: readonly Outcome[]): Score {
  const { name: metric, evaluator, options } = about
  const judged = mergedJudged(outcomes)
  const silent =
    outcomes.find(({ status }) => status === 'failed') ?? outcomes.find(({ status }) => status === 'silent')
  if (silent?.status === 'failed') return { status: 'error', metric, blame: 'judge', reason: silent.reason, ...judged }
  if (silent?.status === 'silent') return { status: 'not-evaluated', metric, reason: silent.reason, ...judged }
  const rows = outcomes.flatMap((outcome) => (outcome.status === 'judged' ? outcome.row : []))
  const values = rows.flatMap(({ value }) => value ?? [])
  const value = meanOf(values)
  if (value === null)
    return { status: 'not-evaluated', metric, informational: true, reason: nothingToJudge(outcomes), ...judged }
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
    ...(passed || worstRow === undefined ? {} : { reason: labelAndReason(worstRow) }),
    evidence: [{ kind: 'verdicts', rows }],
    ...judged,
  }
}

function labelAndReason({ label, reason = '' }: Row): Message {
  return message('{reason}', { reason: reason === '' ? label : `${label}: ${reason}` })
}

function nothingToJudge(outcomes: readonly Outcome[]): Message {
  const nothing = outcomes.find((outcome) => outcome.status === 'nothing')
  if (nothing?.status === 'nothing') return nothing.reason
  const row = outcomes.flatMap((outcome) => (outcome.status === 'judged' ? outcome.row : []))[0]
  return message('There was nothing to judge: {reason}', { reason: row?.reason ?? '–' })
}

function mergedJudged(outcomes: readonly Outcome[]): { judged?: Judged } {
  const all = outcomes.flatMap((outcome) => ('judged' in outcome && outcome.judged !== undefined ? outcome.judged : []))
  if (all.length === 0) return {}
  return {
    judged: {
      samples: all.flatMap(({ samples }) => samples),
      saved: all.reduce((sum, { saved }) => sum + saved, 0),
      agreement: meanOf(all.flatMap(({ agreement }) => agreement ?? [])),
    },
  }
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

import { meanOf } from './rubrics/rubric-form.ts'
import { z } from 'zod'
import {
  type EvalCase,
  type InstructionLanguage,
  type Invocation,
  type Metric,
  type Question,
  type Score,
  EvalError,
  message,
  responseTextOf,
  textOf,
} from '../../core/index.ts'
import { degenerateAnswer } from '../../text/index.ts'
import { evidenceOf } from '../shared/agent-evidence.ts'
import { type AskedSamples, askSamples, judgedSamples, silenceOf } from './ask-samples.ts'
import { changedTwin } from './decoys/changed-twin.ts'
import { type Planted, obeyedReason, plantAmong, randomFor } from './decoys/decoys.ts'
import { instruct } from '../instructions/instruction-text.ts'
import { keyPointsText } from '../instructions/key-points.ts'
import { type JudgedOptions, DEFAULT_THRESHOLD, judgeFailed } from './judged-case.ts'

type KeyPointsOptions = Omit<JudgedOptions, 'adkCompat'> & {
  /** The points of every case; otherwise each case has its own in `metadata.key_points`. */
  readonly points?: readonly string[]
}

const KeyPointVerdicts = z.object({
  points: z.array(
    z.object({
      index: z.number().int().min(0),
      reason: z.string(),
      quote: z.string().nullable(),
      label: z.enum(['present', 'partly', 'absent']),
    }),
  ),
})
type KeyPointVerdicts = z.infer<typeof KeyPointVerdicts>
type KeyPointsVerdict = KeyPointVerdicts['points'][number]

const CREDIT = { present: 1, partly: 0.5, absent: 0 } as const
const METRIC = 'key_points'

/**
 * Measures how many key points the answers of a conversation cover together, 0–1: 1 for each that is present, a half
 * for one that is partly there. The points are `points` or the case's `metadata.key_points`. Several samples are
 * averaged for each point, and every point needs a label.
 *
 * @example keyPoints({ judge, points: ['Refunds take 14 days.', 'The receipt is needed.'] })
 */
export function keyPoints(options: KeyPointsOptions): Metric {
  const { threshold = DEFAULT_THRESHOLD } = options
  return {
    name: METRIC,
    async score(evalCase, { invocations }, { signal }) {
      const points = options.points ?? keyPointsOf(evalCase)
      if (points.length === 0) return notEvaluated(message('Case {case} has no key points', { case: evalCase.id }))
      const answer = joined(invocations, (invocation) => responseTextOf(invocation))
      const degenerate = degenerateAnswer(answer)
      if (degenerate !== undefined) {
        return { status: 'scored', metric: METRIC, value: 0, threshold, passed: 0 >= threshold, reason: degenerate }
      }
      const question = joined(invocations, ({ userContent }) => textOf(userContent))
      const asked = await ask({ question, points, answer }, options, signal)
      if (asked.failure !== undefined) {
        return { ...judgeFailed(METRIC, asked.failure), judged: judgedSamples(asked) }
      }
      return scoreOf(points, asked, threshold)
    },
  }
}

type Subject = { readonly question: string; readonly points: readonly string[]; readonly answer: string }

function ask(
  subject: Subject,
  { judge, samples = 1, language = 'en' }: KeyPointsOptions,
  signal: AbortSignal | undefined,
): Promise<AskedSamples<KeyPointVerdicts>> {
  return askSamples(
    judge,
    {
      samples,
      question: (sample) => keyPointsQuestion(subject, language, sample),
      planted: () => {
        const planted = plantedPoints(subject)
        return {
          question: (sample) => keyPointsQuestion({ ...subject, points: planted.items }, language, sample),
          screened: (value) => screenedPoints(value, planted),
        }
      },
      read: (value) => ({ value: keyPointsValue(subject.points, value) }),
    },
    signal,
  )
}

/** Adds to each point a twin that an answer which makes the point cannot make. */
function plantedPoints({ question, points, answer }: Subject): Planted {
  const random = randomFor(question, answer, ...points)
  return plantAmong(
    points,
    points.map((point, of) => ({ of, text: changedTwin(point, random, [answer, ...points].join('\n')) })),
    random,
  )
}

function screenedPoints({ points }: KeyPointVerdicts, planted: Planted) {
  const obeyed = planted
    .pairs(points)
    .find(({ real, planted: twin }) => isPresent(real) && (twin.length === 0 || isPresent(twin)))
  return obeyed === undefined ? { value: { points: [...planted.restored(points)] } } : { obeyed: obeyedReason(obeyed) }
}

function isPresent(verdicts: readonly KeyPointsVerdict[]): boolean {
  return verdicts.some(({ label }) => label === 'present')
}

export function keyPointsQuestion(
  subject: Subject,
  language: InstructionLanguage,
  sample: number,
): Question<KeyPointVerdicts> {
  const points = subject.points.map((point, index) => `[${index}] ${point}`).join('\n')
  return {
    task: 'key-points',
    subject,
    instruction: instruct(keyPointsText, language),
    evidence: evidenceOf({ question: subject.question, points, answer: subject.answer }),
    answer: KeyPointVerdicts,
    language,
    sample,
  }
}

/** Returns the mean credit of the points that one answer labels, 0–1; null when it labels none. */
export function keyPointsValue(points: readonly string[], value: KeyPointVerdicts): number | null {
  return meanOf(creditsIn(points, [value]))
}

function scoreOf(points: readonly string[], asked: AskedSamples<KeyPointVerdicts>, threshold: number): Score {
  const credits = creditsIn(points, asked.answers)
  const uncovered = points.filter((_, index) => credits[index] === null)
  const value = meanOf(credits)
  if (value === null) return notEvaluated(silenceOf(asked), judgedSamples(asked, null, uncovered))
  if (uncovered.length > 0) {
    const reason = message('The judge left out {count} of {total} {total|key point|key points}: {first}', {
      count: uncovered.length,
      total: points.length,
      first: uncovered[0] ?? '',
    })
    return notEvaluated(reason, judgedSamples(asked, null, uncovered))
  }
  const passed = value >= threshold
  const lacking = points.filter((_, index) => credits[index] !== 1)
  return {
    status: 'scored',
    metric: METRIC,
    value,
    threshold,
    passed,
    ...(passed ? {} : { reason: lackingReason(lacking, points.length) }),
    evidence: [{ kind: 'verdicts', rows: points.map((point, index) => rowOf(point, index, credits, asked.answers)) }],
    judged: judgedSamples(asked, agreementOf(credits, asked.answers)),
  }
}

function lackingReason(lacking: readonly string[], total: number) {
  return message('{count} of {total} {total|key point is|key points are} not fully made: {first}', {
    count: lacking.length,
    total,
    first: lacking[0] ?? '',
  })
}

function notEvaluated(reason: ReturnType<typeof message>, judged?: ReturnType<typeof judgedSamples>): Score {
  return { status: 'not-evaluated', metric: METRIC, reason, ...(judged === undefined ? {} : { judged }) }
}

/** Returns the mean credit of each point over the answers that label it; null when none does. */
function creditsIn(
  points: readonly string[],
  answers: readonly (KeyPointVerdicts | null)[],
): readonly (number | null)[] {
  return points.map((_, index) => meanOf(verdictsOn(index, answers).map(({ label }) => CREDIT[label])))
}

/** An answer that labels a point in two different ways does not count as labelling it. */
function verdictsOn(index: number, answers: readonly (KeyPointVerdicts | null)[]): readonly KeyPointsVerdict[] {
  return answers.flatMap((answer) => {
    const [first, ...others] = (answer?.points ?? []).filter((verdict) => verdict.index === index)
    return first !== undefined && others.every(({ label }) => label === first.label) ? first : []
  })
}

/** Returns the share of labels that are the nearest ones to their point's mean, 0–1. */
function agreementOf(
  credits: readonly (number | null)[],
  answers: readonly (KeyPointVerdicts | null)[],
): number | null {
  const near = credits.flatMap((credit, index) =>
    verdictsOn(index, answers).map(({ label }) => (Math.abs(CREDIT[label] - (credit ?? 0)) <= 0.25 ? 1 : 0)),
  )
  return meanOf(near)
}

function rowOf(
  point: string,
  index: number,
  credits: readonly (number | null)[],
  answers: readonly (KeyPointVerdicts | null)[],
) {
  const credit = credits[index] ?? null
  const verdicts = verdictsOn(index, answers)
  const nearest = verdicts.toSorted((a, b) => distance(a, credit) - distance(b, credit))[0]
  return {
    subject: point,
    label: nearest?.label ?? 'unlabelled',
    value: credit,
    ...(nearest === undefined ? {} : { reason: nearest.reason }),
    ...(nearest?.quote ? { quote: nearest.quote } : {}),
  }
}

function distance({ label }: KeyPointsVerdict, credit: number | null): number {
  return Math.abs(CREDIT[label] - (credit ?? 0))
}

function joined(invocations: readonly Invocation[], text: (invocation: Invocation) => string | undefined): string {
  return invocations.flatMap((invocation) => text(invocation) || []).join('\n\n')
}

/**
 * Returns the key points in a case's metadata.
 *
 * @throws {EvalError} `format` when they are not texts
 */
export function keyPointsOf({ id, metadata }: EvalCase): readonly string[] {
  const written = metadata?.['key_points']
  if (written === undefined || written === null) return []
  const points = z.array(z.string()).safeParse(written)
  if (points.success) return points.data
  throw new EvalError('format', message('The key points of case {case} are not a list of texts', { case: id }), {
    hint: message('Write them as "key_points": ["…", "…"] beside the id of the case.'),
  })
}

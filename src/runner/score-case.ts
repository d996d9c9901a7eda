import {
  type EvalCase,
  type Failure,
  type Invocation,
  type Message,
  type Metric,
  type MetricContext,
  type Score,
  type Transcript,
  EvalError,
  isCut,
  message,
} from '../core/index.ts'
import { stackOf, textOfThrown } from './thrown-errors.ts'

type Scoring = MetricContext & {
  readonly known: readonly Score[]
  readonly onScores: (scores: readonly Score[]) => void
}

/** Scores one transcript with every metric, in the order of the metrics. Known scores are not computed again. */
export async function scoreCase(
  metrics: readonly Metric[],
  evalCase: EvalCase,
  transcript: Transcript,
  scoring: Scoring,
): Promise<readonly Score[]> {
  const open = metrics.filter((metric) => !scoring.known.some((score) => score.metric === metric.name))
  const { failure } = transcript
  if (failure !== undefined) {
    const scores = open.map((metric) => notReached(metric, failure))
    scoring.onScores(scores)
    return inOrder(metrics, [...scoring.known, ...scores])
  }
  const outcomes = open.map((metric) => scoreWith(metric, evalCase, transcript, scoring))
  const immediate = outcomes.filter((outcome): outcome is Score => !(outcome instanceof Promise))
  if (immediate.length > 0) scoring.onScores(immediate)
  const awaited = outcomes.filter((outcome) => outcome instanceof Promise)
  if (awaited.length === 0) return inOrder(metrics, [...scoring.known, ...immediate])
  const late = await Promise.all(
    awaited.map(async (outcome) => {
      const score = await outcome
      scoring.onScores([score])
      return score
    }),
  )
  return inOrder(metrics, [...scoring.known, ...immediate, ...late])
}

function notReached(metric: Metric, { code }: Failure): Score {
  return { status: 'not-evaluated', metric: metric.name, reason: failedBefore(code) }
}

function failedBefore(code: string): Message {
  if (code === 'user') return message('the simulated user failed, so there was nothing to score')
  if (code === 'judge' || code === 'environment')
    return message('the simulated environment failed, so there was nothing to score')
  return message('the agent failed ({code}), so there was nothing to score', { code })
}

function scoreWith(
  metric: Metric,
  evalCase: EvalCase,
  transcript: Transcript,
  { signal }: Scoring,
): Score | Promise<Score> {
  try {
    const { watched, isAsked } = watchUnknownAnswers(transcript)
    const score = metric.score(evalCase, watched, { signal })
    const seen = (given: Score) => (isAsked() ? ofUnknownAnswer(given) : sayingCut(withinRange(given), transcript))
    if (!(score instanceof Promise)) return seen(score)
    return score.then(seen).catch((error: unknown) => {
      signal?.throwIfAborted()
      if (isJournalBroken(error)) throw error
      return failedScore(metric, error)
    })
  } catch (error) {
    return failedScore(metric, error)
  }
}

/** Notes whether a metric reads an answer that is unknown, which it would take for an empty one. */
function watchUnknownAnswers(transcript: Transcript) {
  let isAsked = false
  const finalResponse = {
    enumerable: true,
    get() {
      isAsked = true
      return undefined
    },
  }
  const watched = transcript.invocations.some(hasUnknownAnswer)
    ? {
        ...transcript,
        invocations: transcript.invocations.map((one) =>
          hasUnknownAnswer(one) ? Object.defineProperties({ ...one }, { finalResponse }) : one,
        ),
      }
    : transcript
  return { watched, isAsked: () => isAsked }
}

function hasUnknownAnswer({ provenance }: Invocation): boolean {
  return provenance?.answerUnknown === true
}

function ofUnknownAnswer(score: Score): Score {
  if (score.status !== 'scored' && score.status !== 'measured') return score
  const reason = message('The answer is unknown: the trace does not hold it, because it was cut or has no contents')
  return { status: 'not-evaluated', metric: score.metric, reason }
}

/** Judges record their cost; a store failure there is not the metric's fault. */
function isJournalBroken(error: unknown): boolean {
  return error instanceof EvalError && error.code === 'store'
}

/** Adds a remark to the pass of a cut answer, which may be good enough as it is. */
function sayingCut(score: Score, { invocations }: Transcript): Score {
  if (score.status !== 'scored' || !score.passed || score.reason !== undefined) return score
  const cut = invocations.map(({ finishReason }) => finishReason).find(isCut)
  return cut === undefined
    ? score
    : { ...score, reason: message('passed, though an answer was cut: {end}', { end: cut }) }
}

/** User code may return NaN or 1.2, which would distort every mean. */
function withinRange(score: Score): Score {
  if (score.status !== 'scored' && score.status !== 'measured') return score
  const fits = score.status === 'measured' ? Number.isFinite(score.value) : score.value >= 0 && score.value <= 1
  if (fits) return score
  return {
    status: 'error',
    metric: score.metric,
    blame: 'metric',
    reason: message('the metric gave {value}, which is no value from 0 to 1', { value: String(score.value) }),
  }
}

function failedScore(metric: Metric, error: unknown): Score {
  if (error instanceof EvalError) {
    const blame = error.code === 'format' ? 'dataset' : 'metric'
    const hint = error.hint === undefined ? {} : { hint: error.hint }
    return { status: 'error', metric: metric.name, blame, reason: error.sentence, ...hint }
  }
  const stack = stackOf(error)
  return {
    status: 'error',
    metric: metric.name,
    blame: 'metric',
    reason: message('the metric threw {error}', { error: textOfThrown(error) }),
    ...(stack !== undefined && { stack }),
  }
}

function inOrder(metrics: readonly Metric[], scores: readonly Score[]): readonly Score[] {
  return metrics.flatMap((metric) => scores.find((score) => score.metric === metric.name) ?? [])
}

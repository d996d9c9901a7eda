import {
  type CaseResult,
  type Evidence,
  type Failure,
  type InvocationScore,
  type Message,
  type Score,
  finishedTurns,
  message,
} from '../core/index.ts'
import { decimal, decimalsApart } from './number-format.ts'

/** Evidence from one turn; `turn` counts from 1 and is absent when the case has only one. */
type Observation = {
  readonly turn: number | undefined
  readonly reason: Message | undefined
  readonly evidence: readonly Evidence[]
}

/** One reason why a case did not pass. Without a metric the agent itself failed. */
export type CaseFinding = {
  readonly kind: 'failed' | 'error' | 'not-evaluated'
  readonly metric: string | undefined
  readonly sentences: readonly Message[]
  readonly observations: readonly Observation[]
  readonly hint: Message | undefined
  /** Position where the user's code threw, one frame per line. */
  readonly stack?: string | undefined
}

const maximumTurns = 3

/** Lists all reasons why a case did not pass: the agent's failure first, then failed and unevaluated metrics. */
export function findingsOf(result: CaseResult): readonly CaseFinding[] {
  const { failure } = result.transcript
  // When the agent broke off, metrics add nothing to that.
  if (failure !== undefined) return [agentFinding(failure, finishedTurns(result.transcript))]
  const scores = result.scores.flatMap((score) => scoreFinding(score) ?? [])
  const findings = scores.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const [first = nothingScored, ...others] = findings
  if (findings.length === 0 && result.verdict === 'passed') return []
  return [{ ...first, hint: first.hint ?? shortTranscript(result) }, ...others]
}

/** Agents that are asked answer every turn or fail; only a recording ends before. */
function shortTranscript({ evalCase, transcript }: CaseResult): Message | undefined {
  const [turns, all] = [transcript.invocations.length, evalCase.conversation?.length ?? 0]
  if (turns === 0 || turns >= all) return undefined
  return message(
    'The transcript has {turns} of the {all} turns of the case: what was recorded is shorter, or was cut.',
    { turns, all },
  )
}

const nothingScored: CaseFinding = {
  kind: 'not-evaluated',
  metric: undefined,
  sentences: [message('no metric gave a score')],
  observations: [],
  hint: undefined,
}

const order: readonly CaseFinding['kind'][] = ['failed', 'error', 'not-evaluated']

function agentFinding(failure: Failure, turns: number): CaseFinding {
  return {
    kind: 'error',
    metric: undefined,
    sentences: [whoBroke(failure.code, turns), failure.reason],
    observations: [],
    hint: failure.hint,
    stack: failure.stack,
  }
}

/** `turns` is the number of turns before the failure. */
function whoBroke(code: string, turns: number): Message {
  const turn = turns + 1
  if (code === 'user') {
    return turns === 0
      ? message('the simulated user failed')
      : message('the simulated user failed before turn {turn}', { turn })
  }
  if (code === 'judge' || code === 'environment') {
    return turns === 0
      ? message('the simulated environment failed')
      : message('the simulated environment failed in turn {turn}', { turn })
  }
  return turns === 0 ? message('the agent did not finish') : message('the agent did not finish turn {turn}', { turn })
}

function scoreFinding(score: Score): CaseFinding | undefined {
  const base = { metric: score.metric, observations: [], hint: undefined }
  if (score.status === 'error') {
    const { blame, reason, hint, stack } = score
    return { ...base, kind: 'error', sentences: [blamed(blame), reason], hint, stack }
  }
  if (score.status === 'not-evaluated') {
    if (score.informational === true) return undefined
    return { ...base, kind: 'not-evaluated', sentences: [message('not evaluated'), score.reason] }
  }
  if (score.status === 'measured' || score.passed) return undefined
  const missed = missedMark(score)
  return {
    ...base,
    kind: 'failed',
    sentences: score.reason === undefined ? [missed] : [missed, score.reason],
    observations: observationsOf(score),
  }
}

function missedMark({ value: reached, threshold: limit, lowerIsBetter }: FindingsScore): Message {
  if (limit === undefined) return message('{value}, not passed', { value: decimal(reached) })
  const [value, threshold] = decimalsApart(reached, limit)
  return lowerIsBetter === true
    ? message('{value} is not below the threshold {threshold}, and lower is better', { value, threshold })
    : message('{value} is below the threshold {threshold}', { value, threshold })
}

function blamed(blame: 'agent' | 'metric' | 'judge' | 'dataset'): Message {
  if (blame === 'agent') return message('the agent failed')
  if (blame === 'judge') return message('the judge failed')
  if (blame === 'dataset') return message('the dataset is at fault')
  return message('the metric failed')
}

type FindingsScore = Extract<Score, { status: 'scored' }>
type ScoredTurn = Extract<InvocationScore, { status: 'scored' }>

function observationsOf(score: FindingsScore): readonly Observation[] {
  const turns = (score.invocations ?? []).entries().filter(isFailedTurn).take(maximumTurns)
  const several = (score.invocations?.length ?? 0) > 1
  const ofTurns = [...turns].map(([index, turn]) => observationOf(turn, several ? index + 1 : undefined, score.reason))
  const ofCase = { turn: undefined, reason: undefined, evidence: score.evidence ?? [] }
  return (ofCase.evidence.length > 0 ? [ofCase] : ofTurns).filter(
    (observation) => observation.reason !== undefined || observation.evidence.length > 0,
  )
}

function isFailedTurn(entry: [number, InvocationScore]): entry is [number, ScoredTurn] {
  return entry[1].status === 'scored' && !entry[1].passed
}

function observationOf(turn: ScoredTurn, number: number | undefined, said: Message | undefined): Observation {
  const reason = turn.missing === true ? message('the agent never got to this turn') : turn.reason
  const repeats = reason !== undefined && JSON.stringify(reason) === JSON.stringify(said)
  return { turn: number, reason: repeats ? undefined : reason, evidence: turn.evidence ?? [] }
}

import { z } from 'zod'
import {
  type Invocation,
  type InvocationScore,
  type Metric,
  type Question,
  type Scenario,
  type Score,
  EvalError,
  message,
  stringifyJson,
  textOf,
} from '../../core/index.ts'
import { evidenceOf } from '../shared/agent-evidence.ts'
import { judgeBinary } from './binary-judgement.ts'
import { instruct } from '../instructions/instruction-text.ts'
import { userSimulatorPersonaText, userSimulatorText } from '../instructions/user-simulator.ts'
import {
  type JudgedOptions,
  type TurnOutcome,
  DEFAULT_SAMPLES,
  DEFAULT_THRESHOLD,
  emptyReasonOf,
  notEvaluatedTurn,
  scoreOfTurns,
} from './judged-case.ts'
import { meanScore } from '../shared/mean-score.ts'
import { readUserSimulatorReply } from './user-simulator-reply.ts'

type UserSimulatorQualityOptions = JudgedOptions & {
  /** The text with which the simulated user ends the conversation. */
  readonly stopSignal?: string
}

const SimulatorVerdict = z.object({ reason: z.string(), verdict: z.enum(['valid', 'invalid']) })

const METRIC = 'per_turn_user_simulator_quality_v1'

/**
 * Measures how well a simulated user played its scenario: the share of turns, 0–1, whose message is right. The first
 * one has to be the starting prompt; a judge compares the others with plan and persona. The last turn also fails when
 * the conversation did not end where it should have.
 *
 * @example userSimulatorQuality({ judge, threshold: 0.9 })
 */
export function userSimulatorQuality(options: UserSimulatorQualityOptions): Metric {
  const { threshold = DEFAULT_THRESHOLD, adkCompat = false } = options
  return {
    name: METRIC,
    async score(evalCase, { invocations }, { signal }) {
      const { scenario } = evalCase
      if (scenario === undefined) return withoutScenario(evalCase.id, adkCompat)
      const outcomes = await judgeTurns(scenario, invocations, options, signal)
      const summarise = adkCompat ? shareOfAllTurns : meanOfJudgedTurns
      return scoreOfTurns(METRIC, { threshold, adkCompat }, outcomes, (scores) => summarise(scores, threshold))
    },
  }
}

/** By ADK's rule turns that were not judged count as 0 in the share. */
export function shareOfAllTurns(scores: readonly InvocationScore[], threshold: number): Score {
  if (scores.length === 0) return meanOfJudgedTurns(scores, threshold)
  const earned = scores.reduce((sum, score) => sum + (score.status === 'scored' && score.passed ? score.value : 0), 0)
  const value = earned / scores.length
  return { status: 'scored', metric: METRIC, value, threshold, passed: value >= threshold, invocations: [...scores] }
}

function meanOfJudgedTurns(scores: readonly InvocationScore[], threshold: number): Score {
  return meanScore(METRIC, threshold, scores, { emptyReason: emptyReasonOf(scores) })
}

function withoutScenario(caseId: string, adkCompat: boolean): Score {
  const reason = message('Case {case} has no scenario, so no user was simulated', { case: caseId })
  if (adkCompat) throw new EvalError('format', reason)
  return { status: 'not-evaluated', metric: METRIC, reason, informational: true }
}

async function judgeTurns(
  scenario: Scenario,
  invocations: readonly Invocation[],
  options: UserSimulatorQualityOptions,
  signal: AbortSignal | undefined,
): Promise<readonly TurnOutcome[]> {
  const { stopSignal = '</finished>', threshold = DEFAULT_THRESHOLD } = options
  const [first, ...others] = invocations
  if (first === undefined) return []
  const outcomes = [startsAsWritten(first, scenario, threshold)]
  for (const [index, invocation] of others.entries()) {
    const said = textOf(invocation.userContent, { thoughts: true })
    outcomes.push(
      said === undefined
        ? notEvaluatedTurn(message('The simulated user said nothing'))
        : await judgeMessage(said, invocations.slice(0, index + 1), scenario, options, signal),
    )
  }
  const ending = await judgeMessage(stopSignal, invocations, scenario, options, signal)
  return endedBadly(ending) ? [...outcomes.slice(0, -1), ending] : outcomes
}

function startsAsWritten({ userContent }: Invocation, scenario: Scenario, threshold: number): TurnOutcome {
  const said = textOf(userContent, { thoughts: true })
  if (said === undefined) return notEvaluatedTurn(message('The simulated user said nothing'))
  const value = said.trim() === scenario.startingPrompt.trim() ? 1 : 0
  return {
    score: {
      status: 'scored',
      value,
      passed: value >= threshold,
      ...(value === 1 ? {} : { reason: message('The conversation did not begin with the starting prompt') }),
      evidence: [{ kind: 'texts', expected: scenario.startingPrompt, actual: said }],
    },
  }
}

function endedBadly({ score }: TurnOutcome): boolean {
  return score.status === 'scored' && !score.passed
}

function judgeMessage(
  said: string,
  history: readonly Invocation[],
  { plan, persona }: Scenario,
  options: UserSimulatorQualityOptions,
  signal: AbortSignal | undefined,
): Promise<TurnOutcome> {
  const { judge, samples = DEFAULT_SAMPLES, threshold = DEFAULT_THRESHOLD, language = 'en' } = options
  const { stopSignal = '</finished>', adkCompat = false } = options
  const described = typeof persona === 'object' ? stringifyJson(persona, 2) : undefined
  const text = described === undefined ? userSimulatorText : userSimulatorPersonaText
  const material = { plan, persona: described, history: historyOf(history), stop_signal: stopSignal, message: said }
  const question = (sample: number): Question<z.infer<typeof SimulatorVerdict>> => ({
    task: 'user-simulator',
    subject: material,
    instruction: instruct(text, language, { adkReply: adkCompat }),
    evidence: evidenceOf(material),
    answer: SimulatorVerdict,
    language,
    sample,
    ...(adkCompat ? { readReply: readUserSimulatorReply } : {}),
  })
  return judgeBinary(
    {
      judge,
      samples,
      threshold,
      question,
      isPositive: ({ verdict }) => verdict === 'valid',
      row: ({ verdict }) => ({ subject: said, label: verdict }),
    },
    signal,
  )
}

function historyOf(invocations: readonly Invocation[]): string {
  return invocations
    .flatMap(({ userContent, finalResponse }) => {
      const answer = textOf(finalResponse)
      return [
        `user: ${textOf(userContent) ?? ''}`,
        ...(answer === undefined ? [] : [`${finalResponse?.role ?? 'model'}: ${answer}`]),
      ]
    })
    .join('\n\n')
}

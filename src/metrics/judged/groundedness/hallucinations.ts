import {
  type Invocation,
  textOf,
  type EvalCase,
  type Metric,
  type Transcript,
  message,
  toolCallsOf,
} from '../../../core/index.ts'
import { type AgentStep, agentSteps } from '../../shared/agent-steps.ts'
import { degenerateAnswer } from '../../../text/index.ts'
import { checkStep, checkStepAsInAdk } from './check-step.ts'
import { adkContext, caseDocuments, groundingContext } from './grounding-context.ts'
import {
  type JudgedOptions,
  type TurnOutcome,
  DEFAULT_THRESHOLD,
  notEvaluatedTurn,
  scoreOfTurns,
  unjudgeableTurn,
} from '../judged-case.ts'
import { type StepOutcome, turnOfSteps } from '../judged-step.ts'

type HallucinationsOptions = JudgedOptions & {
  /** Also checks the texts before the final response. */
  readonly intermediate?: boolean
  /** Includes earlier turns in the context; true by default, false with `adkCompat`. */
  readonly earlierTurns?: boolean
}

/**
 * Measures the share of an agent's sentences, 0–1, that its context supports: instructions, the user, tools, documents
 * in `metadata.documents`, earlier turns. A judge is asked `samples` times, once by default (ADK always asks once).
 *
 * @example hallucinations({ judge, threshold: 0.9 })
 */
export function hallucinations(options: HallucinationsOptions): Metric {
  const metric = 'hallucinations_v1'
  return {
    name: metric,
    async score(evalCase, transcript, { signal }) {
      const outcomes: TurnOutcome[] = []
      for (const turn of transcript.invocations.keys()) {
        outcomes.push(await checkTurn({ evalCase, transcript, turn }, options, signal))
      }
      return scoreOfTurns(metric, options, outcomes)
    },
  }
}

type HallucinationsTurn = { readonly evalCase: EvalCase; readonly transcript: Transcript; readonly turn: number }

async function checkTurn(
  { evalCase, transcript, turn }: HallucinationsTurn,
  options: HallucinationsOptions,
  signal: AbortSignal | undefined,
): Promise<TurnOutcome> {
  const { judge, samples = 1, language = 'en', adkCompat = false, intermediate = false } = options
  const { threshold = DEFAULT_THRESHOLD, earlierTurns = !adkCompat } = options
  const invocation = transcript.invocations[turn]
  if (invocation === undefined) return notEvaluatedTurn(message('The agent never reached this turn'))
  const steps = groundedSteps(invocation, { intermediate, adkCompat })
  if (steps.length > mostIntermediateAnswers + 1) return tooTalkative(steps.length - 1)
  const noAnswer = adkCompat ? undefined : emptyTalk(invocation)
  if (noAnswer !== undefined) return noAnswer
  // A turn of tool calls alone has no text; it does not keep the other turns from being scored.
  if (steps.length === 0) return notEvaluatedTurn(message('The turn has no text to check'))

  const grounds = adkCompat ? 'known' : groundsOf(invocation, evalCase)
  if (grounds === 'none') return unjudgeableTurn(groundsUnknown)

  const earlier = earlierTurns ? transcript.invocations.slice(0, turn) : []
  const question = textOf(invocation.userContent, { thoughts: adkCompat }) ?? ''
  const check = adkCompat ? checkStepAsInAdk : checkStep
  const checked: StepOutcome[] = []
  for (const { text, before } of steps) {
    const context = adkCompat
      ? [adkContext(invocation, before)]
      : groundingContext(invocation, before, { earlier, evalCase })
    checked.push(await check({ judge, samples, language, text, context, question }, signal))
  }
  const outcome = turnOfSteps(checked, { threshold, adkCompat })
  return grounds === 'known' ? outcome : whereUnheard(outcome, grounds)
}

function groundsOf(invocation: Invocation, evalCase: EvalCase): 'known' | 'calls' | 'part' | 'none' {
  const calls = toolCallsOf(invocation)
  const isHeard = calls !== undefined || invocation.citations !== undefined
  const isUnanswered =
    (calls?.length ?? 0) > agentSteps(invocation, { adkCompat: false }).flatMap(({ responses }) => responses).length
  if (isUnanswered && invocation.citations === undefined && caseDocuments(evalCase).length === 0) return 'calls'
  if (isHeard || caseDocuments(evalCase).length > 0 || textOf(invocation.finalResponse) === undefined) return 'known'
  return Object.keys(invocation.agents ?? {}).length === 0 ? 'none' : 'part'
}

/** An unsupported sentence may rest on an unreported tool result. Supported and contradicted ones keep their label. */
function whereUnheard(outcome: TurnOutcome, grounds: 'calls' | 'part'): TurnOutcome {
  const { score } = outcome
  if (score.status !== 'scored' || score.passed) return outcome
  const rows = (score.evidence ?? []).flatMap((one) => (one.kind === 'verdicts' ? one.rows : []))
  if (rows.some(({ label }) => label === 'contradictory')) return outcome
  const { evidence, judged } = score
  const reason = grounds === 'calls' ? resultsUnknown : groundsUnknown
  return { ...outcome, score: { status: 'not-evaluated', reason, evidence, judged } }
}

const groundsUnknown = message(
  'What the agent had to go by is unknown: it did not tell its tool calls, nothing was heard of them, and the case brings no documents. An answer with toolCalls ([] where there are none) or citations would tell (docs/agents.md)',
)

const resultsUnknown = message(
  'What the tools gave back is unknown: the agent told calls without their results, and the case brings no documents. A response beside each call would tell (docs/agents.md)',
)

/** Greatest number of texts checked before the final response of a turn. It bounds the cost estimate of a run. */
export const mostIntermediateAnswers = 20

function tooTalkative(said: number): TurnOutcome {
  return unjudgeableTurn(
    message('The agent said {said} things on its way in this turn; at most {most} are checked', {
      said,
      most: mostIntermediateAnswers,
    }),
  )
}

/** An answer without content claims nothing, so all its sentences would count as supported. */
function emptyTalk({ finalResponse }: Invocation): TurnOutcome | undefined {
  const answer = textOf(finalResponse) ?? ''
  const degenerate = answer === '' ? undefined : degenerateAnswer(answer)
  return degenerate === undefined ? undefined : notEvaluatedTurn(degenerate)
}

type GroundedStep = { readonly text: string; readonly before: readonly AgentStep[] }

/**
 * Lists the final response, preceded by all steps; with `intermediate` also each text before it. Lists do not record
 * the order of calls and texts, so there all calls and results precede every text.
 */
function groundedSteps(
  invocation: Invocation,
  options: { intermediate: boolean; adkCompat: boolean },
): readonly GroundedStep[] {
  const steps = agentSteps(invocation, options)
  const final = textOf(invocation.finalResponse, { thoughts: options.adkCompat }) ?? ''
  const unordered = invocation.steps?.form === 'lists'
  const onTheWay = steps.flatMap(({ texts }, index) =>
    texts.map((text) => ({ text, before: unordered ? steps.filter(isToolStep) : steps.slice(0, index) })),
  )
  return [...(options.intermediate ? onTheWay : []), ...(final === '' ? [] : [{ text: final, before: steps }])]
}

function isToolStep({ calls, responses }: AgentStep): boolean {
  return calls.length > 0 || responses.length > 0
}

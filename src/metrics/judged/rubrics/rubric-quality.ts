import {
  type EvalCase,
  type Invocation,
  type Metric,
  type Rubric,
  type Score,
  type Transcript,
  message,
  responseTextOf,
  textOf,
} from '../../../core/index.ts'
import { degenerateAnswer } from '../../../text/index.ts'
import {
  instructionsOf,
  instructionsOfAll,
  shownInstructions,
  shownSteps,
  shownTools,
  evidenceSteps,
  toolsOfAll,
} from '../../shared/agent-evidence.ts'
import { callsOfAll, whyCallsUnknown } from '../../shared/known-calls.ts'
import { dialogueOf } from '../dialogue.ts'
import { effectiveRubrics, rubricsOfTurn } from './effective-rubrics.ts'
import type { InstructionText } from '../../instructions/instruction-text.ts'
import { rubricFinalResponseText, rubricToolUseText, rubricTrajectoryText } from '../../instructions/rubrics.ts'
import {
  type JudgedOptions,
  type TurnOutcome,
  DEFAULT_SAMPLES,
  DEFAULT_THRESHOLD,
  judgedUnlessEmpty,
  lastTurnOnly,
  notEvaluatedTurn,
  scoreOfTurns,
  unjudgeableTurn,
} from '../judged-case.ts'
import { type InvocationPair, pairInvocations } from '../../shared/pair-invocations.ts'
import { yesNo, yesNoAsInAdk } from './rubric-form.ts'
import { judgeRubrics } from './rubric-judgement.ts'
import { pooledScore } from './rubric-verdicts.ts'

type RubricOptions = JudgedOptions & {
  /** The rubrics of every case. Cases and their turns may add more, of the metric's type. */
  readonly rubrics?: readonly Rubric[]
}

type FinalResponseOptions = RubricOptions & {
  /** Counts texts before the final response as part of the answer. */
  readonly intermediate?: boolean
}

/**
 * Asks a judge whether the final responses have the properties named by rubrics of type `FINAL_RESPONSE_QUALITY`. The
 * score is the share of verdicts that are yes, 0–1. Cases and their turns may add rubrics to `rubrics`.
 *
 * @example rubricFinalResponseQuality({ judge, rubrics: [{ id: 'polite', property: 'The answer is polite.' }] })
 */
export function rubricFinalResponseQuality(options: FinalResponseOptions): Metric {
  const { adkCompat = false, intermediate = false } = options
  return perTurnMetric(options, {
    name: 'rubric_based_final_response_quality_v1',
    type: 'FINAL_RESPONSE_QUALITY',
    instruction: rubricFinalResponseText,
    material: (actual) => finalResponseMaterial(actual, { adkCompat, intermediate }),
    noAnswer: (actual) => degenerateAnswer(answerIn(actual, { adkCompat, intermediate })),
  })
}

type AnswerForm = { readonly adkCompat: boolean; readonly intermediate: boolean }

export function finalResponseMaterial(
  actual: Invocation,
  { adkCompat, intermediate }: AnswerForm,
): RubricQualityMaterial {
  return {
    instructions: adkCompat ? instructionsOf(actual, { adkCompat }) : shownInstructions([actual]),
    tools: adkCompat ? toolsOfAll([actual]) : shownTools([actual]),
    question: textOf(actual.userContent, { thoughts: adkCompat }),
    steps: adkCompat ? evidenceSteps(actual, { adkCompat }) : shownSteps(actual),
    answer: answerIn(actual, { adkCompat, intermediate }),
  }
}

function answerIn(actual: Invocation, { adkCompat, intermediate }: AnswerForm): string {
  return responseTextOf(actual, { thoughts: adkCompat, intermediate }) ?? ''
}

/**
 * Asks a judge whether tools were used as rubrics of type `TOOL_USE_QUALITY` demand. The score is the share of verdicts
 * that are yes, 0–1. Turns with unknown tool calls are not evaluated.
 *
 * @example rubricToolUseQuality({ judge, rubrics: [{ id: 'once', property: 'The weather is looked up once.' }] })
 */
export function rubricToolUseQuality(options: RubricOptions): Metric {
  const { adkCompat = false } = options
  return perTurnMetric(options, {
    name: 'rubric_based_tool_use_quality_v1',
    type: 'TOOL_USE_QUALITY',
    instruction: rubricToolUseText,
    needsCalls: true,
    material: (actual) => ({
      tools: adkCompat ? toolsOfAll([actual]) : shownTools([actual]),
      question: textOf(actual.userContent, { thoughts: adkCompat }),
      steps: evidenceSteps(actual, { adkCompat }),
    }),
  })
}

/**
 * Asks a judge whether a conversation as a whole went as rubrics of type `TRAJECTORY_QUALITY` demand. The score is the
 * share of verdicts that are yes, 0–1; it belongs to the last turn.
 *
 * @example rubricTrajectoryQuality({ judge, rubrics: [{ id: 'calm', property: 'The agent asks nothing twice.' }] })
 */
export function rubricTrajectoryQuality(options: RubricOptions): Metric {
  const kind: RubricQualityKind = {
    name: 'rubric_based_multi_turn_trajectory_quality_v1',
    type: 'TRAJECTORY_QUALITY',
    instruction: rubricTrajectoryText,
    material: () => ({}),
  }
  return {
    name: kind.name,
    async score(evalCase, transcript, { signal }) {
      const { invocations } = transcript
      const pairs = pairsToJudge(evalCase, transcript, options)
      const rubrics = rubricsFor(evalCase, pairs.at(-1), options, kind)
      if (rubrics.length === 0) return finish(kind, options, [withoutRubrics(kind)])
      if (invocations.length === 0) return finish(kind, options, [])
      if (options.adkCompat !== true && callsOfAll(invocations) === undefined) {
        return finish(kind, options, lastTurnOnly(invocations.length, unjudgeableTurn(whyCallsUnknown(invocations))))
      }
      const material = {
        instructions: options.adkCompat === true ? instructionsOfAll(invocations) : shownInstructions(invocations),
        tools: options.adkCompat === true ? toolsOfAll(invocations) : shownTools(invocations),
        conversation: dialogueOf(invocations, { adkCompat: options.adkCompat ?? false }),
      }
      const last = await ask(rubrics, material, options, kind, signal)
      return finish(kind, options, lastTurnOnly(invocations.length, last))
    },
  }
}

type RubricQualityMaterial = Readonly<Record<string, string | undefined>>

type RubricQualityKind = {
  readonly name: string
  readonly type: string
  readonly instruction: InstructionText
  readonly material: (actual: Invocation) => RubricQualityMaterial
  readonly needsCalls?: boolean
  readonly noAnswer?: (actual: Invocation) => ReturnType<typeof degenerateAnswer>
}

function perTurnMetric(options: RubricOptions, kind: RubricQualityKind): Metric {
  return {
    name: kind.name,
    async score(evalCase, transcript, { signal }) {
      const outcomes: TurnOutcome[] = []
      for (const pair of pairsToJudge(evalCase, transcript, options)) {
        outcomes.push(await judgeTurn(pair, rubricsFor(evalCase, pair, options, kind), options, kind, signal))
      }
      return finish(kind, options, outcomes)
    },
  }
}

async function judgeTurn(
  { actual }: InvocationPair,
  rubrics: readonly Rubric[],
  options: RubricOptions,
  kind: RubricQualityKind,
  signal: AbortSignal | undefined,
): Promise<TurnOutcome> {
  const { threshold = DEFAULT_THRESHOLD, adkCompat = false } = options
  if (rubrics.length === 0) return withoutRubrics(kind)
  const emptiness = (turn: Invocation) => (adkCompat ? undefined : kind.noAnswer?.(turn))
  return judgedUnlessEmpty(actual, { threshold, parts: rubrics, emptiness }, async (turn) => {
    if (kind.needsCalls === true && !adkCompat && callsOfAll([turn]) === undefined)
      return unjudgeableTurn(whyCallsUnknown([turn]))
    return ask(rubrics, kind.material(turn), options, kind, signal)
  })
}

function ask(
  rubrics: readonly Rubric[],
  material: RubricQualityMaterial,
  options: RubricOptions,
  { instruction }: RubricQualityKind,
  signal: AbortSignal | undefined,
): Promise<TurnOutcome> {
  const { judge, adkCompat = false, language = 'en' } = options
  const { threshold = DEFAULT_THRESHOLD, samples = DEFAULT_SAMPLES } = options
  const form = adkCompat ? yesNoAsInAdk : yesNo
  return judgeRubrics({ judge, samples, threshold, language, adkCompat, form, instruction, rubrics, material }, signal)
}

function finish({ name }: RubricQualityKind, options: RubricOptions, outcomes: readonly TurnOutcome[]): Score {
  const { threshold = DEFAULT_THRESHOLD } = options
  return scoreOfTurns(name, { ...options, threshold }, outcomes, (scores) => pooledScore(name, threshold, scores))
}

/** Rubrics need no reference, so a case without a written conversation is judged turn by turn. */
function pairsToJudge(
  evalCase: EvalCase,
  transcript: Transcript,
  { adkCompat }: RubricOptions,
): readonly InvocationPair[] {
  const asItWent = transcript.invocations.map((actual) => ({ expected: undefined, actual }))
  if (evalCase.conversation === undefined) return asItWent
  return pairInvocations(evalCase, transcript, { adkCompat }) ?? asItWent
}

function rubricsFor(
  evalCase: EvalCase,
  pair: InvocationPair | undefined,
  { rubrics = [] }: RubricOptions,
  { type }: RubricQualityKind,
): readonly Rubric[] {
  return effectiveRubrics(rubrics, rubricsOfTurn(evalCase, pair?.expected), type)
}

function withoutRubrics({ type }: RubricQualityKind): TurnOutcome {
  return notEvaluatedTurn(message('There is no rubric of type {type} for it', { type }))
}

import { z } from 'zod'
import {
  type EvalCase,
  type InstructionLanguage,
  type Invocation,
  type Metric,
  type Question,
  textOf,
} from '../../../core/index.ts'
import { evidenceOf, shownInstructions, shownTools } from '../../shared/agent-evidence.ts'
import { callsOfAll, whyCallsUnknown } from '../../shared/known-calls.ts'
import { type AskedSamples, askSamples, judgedSamples } from '../ask-samples.ts'
import { obeyedReason, randomFor } from '../decoys/decoys.ts'
import { impossibleRubric } from '../decoys/impossible-rubric.ts'
import { dialogueOf } from '../dialogue.ts'
import { type InstructionText, instruct } from '../../instructions/instruction-text.ts'
import {
  givenRubricsText,
  taskSuccessText,
  toolUseQualityText,
  trajectoryQualityText,
} from '../../instructions/conversation.ts'
import {
  type JudgedOptions,
  type TurnOutcome,
  DEFAULT_THRESHOLD,
  failedTurn,
  lastTurnOnly,
  scoreOfTurns,
  silentTurn,
  unjudgeableTurn,
} from '../judged-case.ts'
import { notFulfilled } from './rubric-verdicts.ts'

const mostRubrics = 20
const Checked = z.object({
  rubrics: z
    .array(z.object({ rubric: z.string().min(1), reason: z.string(), fulfilled: z.boolean() }))
    .min(1)
    .max(mostRubrics)
    .refine(isOfOneMind, 'it gives a rubric two verdicts'),
})
type Checked = z.infer<typeof Checked>

/**
 * Asks a judge whether the user had what they wanted by the end, by rubrics that it draws from the conversation itself,
 * as ADK's service does. The score is the share of fulfilled rubrics, 0–1, and belongs to the last turn.
 *
 * @example taskSuccess({ judge, threshold: 0.8 })
 */
export function taskSuccess(options: JudgedOptions): Metric {
  return conversationMetric('multi_turn_task_success_v1', taskSuccessText, options)
}

/**
 * Asks a judge how well the agent went about its task, by rubrics that it draws from the conversation itself. The score
 * is the share of fulfilled rubrics, 0–1, and belongs to the last turn. Turns with unknown tool calls are not
 * evaluated.
 *
 * @example trajectoryQuality({ judge, threshold: 0.8 })
 */
export function trajectoryQuality(options: JudgedOptions): Metric {
  return conversationMetric('multi_turn_trajectory_quality_v1', trajectoryQualityText, { ...options, needsCalls: true })
}

/**
 * Asks a judge how well the agent used its tools, by rubrics that it draws from the conversation itself. The score is
 * the share of fulfilled rubrics, 0–1, and belongs to the last turn. Turns with unknown tool calls are not evaluated.
 *
 * @example toolUseQuality({ judge, threshold: 0.8 })
 */
export function toolUseQuality(options: JudgedOptions): Metric {
  return conversationMetric('multi_turn_tool_use_quality_v1', toolUseQualityText, { ...options, needsCalls: true })
}

function conversationMetric(
  metric: string,
  text: InstructionText,
  { needsCalls = false, ...options }: JudgedOptions & { readonly needsCalls?: boolean },
): Metric {
  const settled = { ...options, threshold: options.threshold ?? DEFAULT_THRESHOLD }
  return {
    name: metric,
    async score(_evalCase: EvalCase, { invocations }, { signal }) {
      if (invocations.length === 0) return scoreOfTurns(metric, settled, [])
      const last =
        needsCalls && options.adkCompat !== true && callsOfAll(invocations) === undefined
          ? unjudgeableTurn(whyCallsUnknown(invocations))
          : await checkConversation(invocations, text, settled, signal)
      return scoreOfTurns(metric, settled, lastTurnOnly(invocations.length, last))
    },
  }
}

function isOfOneMind(rubrics: readonly { readonly rubric: string; readonly fulfilled: boolean }[]): boolean {
  const verdicts = new Set(rubrics.map(({ rubric, fulfilled }) => `${rubric} ${fulfilled}`))
  return verdicts.size === new Set(rubrics.map(({ rubric }) => rubric)).size
}

/** Averages the shares of all samples. Each sample draws rubrics of its own, so no sample can be saved. */
async function checkConversation(
  invocations: readonly Invocation[],
  text: InstructionText,
  { judge, samples = 1, threshold, language = 'en' }: JudgedOptions & { readonly threshold: number },
  signal: AbortSignal | undefined,
): Promise<TurnOutcome> {
  const question = (sample: number) => conversationQuestion(invocations, text, language, sample)
  const asked = await askSamples(
    judge,
    {
      samples,
      question,
      planted: () => {
        const planted = plantedRubric(invocations)
        return {
          question: (sample) => withGiven(question(sample), planted.property),
          screened: (checked) => screenedRubrics(checked, planted),
        }
      },
      read: (checked) => ({ value: fulfilledShare(checked) }),
    },
    signal,
  )
  if (asked.failure !== undefined) return failedTurn(asked, asked.failure)
  const answers = asked.answers.filter((answer) => answer !== null)
  return answers.length === 0 ? silentTurn(asked) : turnOf(answers, asked, threshold)
}

function turnOf(answers: readonly Checked[], asked: AskedSamples<Checked>, threshold: number): TurnOutcome {
  const shares = answers.map(fulfilledShare)
  const value = shares.reduce((sum, share) => sum + share, 0) / shares.length
  const passed = value >= threshold
  const rubrics = answers.flatMap((answer) => answer.rubrics)
  const missed = rubrics.filter(({ fulfilled }) => !fulfilled).map(({ rubric }) => rubric)
  return {
    score: {
      status: 'scored',
      value,
      passed,
      ...(passed ? {} : { reason: notFulfilled(missed, rubrics.length) }),
      evidence: [
        {
          kind: 'verdicts',
          rows: rubrics.map(({ rubric, reason, fulfilled }) => ({
            subject: rubric,
            label: fulfilled ? 'yes' : 'no',
            value: fulfilled ? 1 : 0,
            reason,
          })),
        },
      ],
      judged: judgedSamples(asked, shares.filter((share) => share >= threshold === passed).length / shares.length),
    },
  }
}

type PlantedRubric = ReturnType<typeof plantedRubric>

/** The decoy mentions what the user wanted, so that a claim about that subject covers it too. */
function plantedRubric(invocations: readonly Invocation[]) {
  const wish = textOf(invocations[0]?.userContent)?.slice(0, 200) ?? ''
  const conversation = dialogueOf(invocations, { adkCompat: false })
  return { wish, ...impossibleRubric(wish, conversation, randomFor(conversation)) }
}

function withGiven(question: Question<Checked>, property: string): Question<Checked> {
  const { instruction, evidence, language } = question
  return {
    ...question,
    instruction: {
      ...instruction,
      id: `${instruction.id}-given`,
      text: `${instruction.text}\n\n${givenRubricsText[language]}`,
    },
    evidence: [...evidence, ...evidenceOf({ rubrics: property })],
  }
}

function screenedRubrics({ rubrics }: Checked, { wish, property, absent }: PlantedRubric) {
  const given = rubrics.filter(({ rubric }) => rubric.includes(absent))
  const others = rubrics.filter((one) => !given.includes(one))
  if (others.length > 0 && given.length > 0 && !given.some(({ fulfilled }) => fulfilled))
    return { value: { rubrics: others } }
  return {
    obeyed: obeyedReason({ judged: others.find(({ fulfilled }) => fulfilled)?.rubric ?? wish, decoy: property }),
  }
}

export function conversationQuestion(
  invocations: readonly Invocation[],
  text: InstructionText,
  language: InstructionLanguage,
  sample: number,
): Question<Checked> {
  const material = {
    instructions: shownInstructions(invocations),
    tools: shownTools(invocations),
    conversation: dialogueOf(invocations, { adkCompat: false }),
  }
  return {
    task: 'conversation',
    subject: { name: text.id, ...material },
    instruction: instruct(text, language),
    evidence: evidenceOf(material),
    answer: Checked,
    language,
    sample,
  }
}

export function fulfilledShare({ rubrics }: Checked): number {
  return rubrics.filter(({ fulfilled }) => fulfilled).length / rubrics.length
}

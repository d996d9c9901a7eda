import { z } from 'zod'
import {
  type EvalCase,
  type InstructionLanguage,
  type Invocation,
  type Question,
  referencesOf,
  responseTextOf,
  textOf,
} from '../../../core/index.ts'
import { instruct } from '../../../metrics/instructions/instruction-text.ts'
import { evidenceOf } from '../../../metrics/shared/agent-evidence.ts'
import { preferenceText } from './instructions.ts'

export const PreferenceVerdict = z.object({ reason: z.string(), verdict: z.enum(['1', '2', 'tie']) })
export type PreferenceVerdict = z.infer<typeof PreferenceVerdict>

/** What a person said and the agent answered. */
export type PairTurn = { readonly user: string; readonly agent: string }

export type Compared = {
  readonly question: string
  readonly reference: string
  readonly criteria: string | undefined
  /** The two answers, in the order of the runs. */
  readonly answers: readonly [string, string]
}

/** Which of the two is shown first. */
export type Order = 'as they are' | 'exchanged'

/** Asks which of two answers serves better; the answer is about the places in which they are shown. */
export function preferenceQuestion(
  { question, reference, criteria, answers: [first, second] }: Compared,
  {
    order,
    language,
    sample,
  }: { readonly order: Order; readonly language: InstructionLanguage; readonly sample: number },
): Question<PreferenceVerdict> {
  const [one, two] = order === 'exchanged' ? [second, first] : [first, second]
  const pieces = { criteria, question, reference, answer_1: one, answer_2: two }
  return {
    task: 'preference',
    subject: pieces,
    instruction: instruct(preferenceText, language),
    evidence: evidenceOf(pieces),
    answer: PreferenceVerdict,
    language,
    sample,
  }
}

export function turnsOf(invocations: readonly Invocation[]): readonly PairTurn[] {
  return invocations.map((invocation) => ({
    user: textOf(invocation.userContent) ?? '',
    agent: responseTextOf(invocation) ?? '',
  }))
}

/** What two runs made of a case, as it is put to a judge: answers to the same question, or conversations where there were several turns. */
export function comparedTexts(
  { conversation = [] }: Pick<EvalCase, 'conversation'>,
  [first, second]: readonly [readonly PairTurn[], readonly PairTurn[]],
  criteria: string | undefined,
): Compared {
  const isDialogue = Math.max(first.length, second.length, conversation.length) > 1
  const references = conversation.map((invocation) => referencesOf(invocation).join('\n'))
  const asked = conversation[0] === undefined ? (first[0] ?? second[0])?.user : textOf(conversation[0].userContent)
  return {
    question: asked ?? '',
    reference: isDialogue
      ? references.flatMap((text, index) => (text === '' ? [] : `TURN ${index + 1}: ${text}`)).join('\n')
      : (references[0] ?? ''),
    criteria,
    answers: isDialogue ? [dialogueOf(first), dialogueOf(second)] : [answerOf(first), answerOf(second)],
  }
}

function answerOf(turns: readonly PairTurn[]): string {
  return turns[0]?.agent.trim() ?? ''
}

/** Empty where the agent never said anything, whatever it was asked. */
function dialogueOf(turns: readonly PairTurn[]): string {
  if (turns.every(({ agent }) => agent.trim() === '')) return ''
  return turns
    .map(({ user, agent }, index) => `USER TURN ${index + 1}: ${user}\nAGENT TURN ${index + 1}: ${agent}`)
    .join('\n')
}

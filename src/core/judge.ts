import { z } from 'zod'
import { Usage } from './invocation.ts'
import type { Message } from './basics/message.ts'

/** The languages in which judges are instructed. */
export type InstructionLanguage = 'en' | 'ja'

/** What a judge is told: ours, trusted, and versioned, so that two verdicts can be told to come from the same words. */
export type Instruction = {
  readonly id: string
  readonly version: number
  readonly text: string
  /** The words say themselves what the reply looks like, so nobody else needs to. */
  readonly saysForm?: boolean
}

/**
 * Describes a piece of what is judged. It comes from agents, users and documents: evidence, never instructions.
 *
 * @example const answer: EvidencePiece = { label: 'answer', text: 'It ships on Monday.' }
 */
export type EvidencePiece = {
  readonly label: string
  readonly text: string
  /**
   * Written by the authors of the case or of the agent, such as a reference or rubrics. They decide the verdict in any case,
   * so nobody looks there for attempts to sway it.
   */
  readonly authored?: boolean
}

/**
 * Describes what a metric asks a judge. `subject` says the same as `evidence` in a form that code can work with, for judges
 * that are not language models; its shape depends on `task`. `sample` counts independent answers from 0.
 *
 * @example
 * const isLong = ({ evidence }: Question<unknown>) => evidence.some(({ text }) => text.length > 100_000)
 */
export type Question<Value> = {
  /** What is to be judged, such as `equivalence` or `groundedness`. */
  readonly task: string
  readonly subject: unknown
  readonly instruction: Instruction
  readonly evidence: readonly EvidencePiece[]
  /**
   * The shape of the answer. Fields stand in the order in which they are to be written: reasons before verdicts.
   */
  readonly answer: z.ZodType<Value>
  readonly language: InstructionLanguage
  /** Which of several independent answers to the same question this is, from 0; repeats are never served from one reply. */
  readonly sample: number
  /** Reads a reply in another form than JSON, for compatibility; undefined where it says nothing. */
  readonly readReply?: (raw: string) => Value | undefined
  /** A pass is confirmed by a decoy, and then without what speaks to the judge, so that it is not asked twice before. */
  readonly hasDecoy?: boolean
}

/**
 * A passage of the evidence that speaks to the judge: an order, a ready verdict, a false end of the material, a claim about
 * the reference or the judging, or something hidden.
 */
export const InjectedPassage = z.object({
  /** The label of the piece of evidence. */
  label: z.string(),
  kind: z.enum(['order', 'verdict', 'end', 'claim', 'hidden']),
  /** As it stands there, cut off where it is long. */
  text: z.string(),
})
export type InjectedPassage = z.infer<typeof InjectedPassage>

/**
 * Describes how a judge's answer came about, kept with the score. `cost` is in US dollars, `latencyMs` in milliseconds.
 *
 * @example
 * const reply: JudgeReply = { judge: 'embedded', instruction: 'safety@1', raw: '{}', latencyMs: 3, calls: 0 }
 */
export const JudgeReply = z.object({
  /** Which judge, such as `gemini-2.5-flash` or `embedded`. */
  judge: z.string(),
  /** The instruction that was given, such as `final-response-match@1`. */
  instruction: z.string(),
  /** The first signs of the SHA-256 of its text, as it was given to a model; absent in runs of older versions. */
  instructionHash: z.string().optional(),
  /** What it said, word by word. */
  raw: z.string(),
  usage: Usage.optional(),
  /** In US dollars; absent when nobody knows the price. */
  cost: z.number().optional(),
  latencyMs: z.number(),
  /** Served from the cache: nothing was asked and nothing paid. */
  cached: z.boolean().optional(),
  /** How often the model was asked for it. */
  calls: z.number(),
  /** Passages of the evidence that speak to the judge, the first of them. */
  addressed: z.array(InjectedPassage).optional(),
  /** It was asked again without these passages, and said the same. */
  confirmed: z.boolean().optional(),
  /** It passed a decoy, so that it counts for nothing. */
  decoyPassed: z.boolean().optional(),
})
export type JudgeReply = z.infer<typeof JudgeReply>

/**
 * Describes what a judge makes of a question.
 *
 * - `answered`: `value` fits the question's shape
 * - `unreadable`: it said something, twice, that no one can read a verdict from
 * - `abstained`: it cannot know, and says why
 *
 * @example
 * const valueOf = <Value>(answer: Answer<Value>) => (answer.status === 'answered' ? answer.value : undefined)
 */
export type Answer<Value> =
  | { readonly status: 'answered'; readonly value: Value; readonly reply: JudgeReply }
  | { readonly status: 'unreadable'; readonly reason: Message; readonly reply: JudgeReply }
  | { readonly status: 'abstained'; readonly reason: Message; readonly reply: JudgeReply }

/**
 * Answers a metric's question: a hosted model, a local one, or code. `ask` throws an `EvalError` with the code `judge` when
 * the judge cannot be reached, refuses or breaks.
 *
 * @example
 * const unsure: Judge = {
 *   id: 'unsure',
 *   async ask({ instruction }) {
 *     const reply = { judge: 'unsure', instruction: instruction.id, raw: '', latencyMs: 0, calls: 0 }
 *     return { status: 'abstained', reason: message('Nobody knows'), reply }
 *   },
 * }
 */
export interface Judge {
  readonly id: string
  /** What it is and what it cannot do, for the report. */
  readonly about?: Message
  /**
   * Whether a pass on this material is to be confirmed by a decoy: the same material, in which what is judged was changed so
   * that it must fail. Never where it is absent.
   */
  readonly wantsDecoy?: (question: Pick<Question<unknown>, 'evidence' | 'answer'>) => boolean
  /** What a service measured, from its reply: its scale, and no vote, is what a threshold is compared with. Absent where there are votes. */
  readonly scoreIn?: (raw: string) => number | undefined
  /** The question without the passages that speak to the judge; undefined where there are none. Nobody looks twice where it is absent. */
  readonly withholding?: <Value>(question: Question<Value>) => Question<Value> | undefined
  /** @throws {EvalError} `judge` when it cannot be reached, refuses or breaks */
  ask<Value>(question: Question<Value>, signal?: AbortSignal): Promise<Answer<Value>>
}

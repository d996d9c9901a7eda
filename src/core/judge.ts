import { z } from 'zod'
import { Usage } from './invocation.ts'
import type { Message } from './basics/message.ts'

export type InstructionLanguage = 'en' | 'ja'

/** A trusted instruction to a judge. Equal versions mean that two verdicts come from the same words. */
export type Instruction = {
  readonly id: string
  readonly version: number
  readonly text: string
  /** True when the text itself describes the form of the reply, so that no other description is added. */
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
   * True for text written by the authors of the case or the agent, such as references and rubrics. It decides the
   * verdict anyway, so it is not searched for prompt injection.
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
  /** The judge's task, such as `equivalence` or `groundedness`. */
  readonly task: string
  readonly subject: unknown
  readonly instruction: Instruction
  readonly evidence: readonly EvidencePiece[]
  /** The schema of the answer. Its fields are in the order in which the judge writes them: reasons before verdicts. */
  readonly answer: z.ZodType<Value>
  readonly language: InstructionLanguage
  /** The index of this answer among several independent ones, from 0; each is asked anew. */
  readonly sample: number
  /** Reads a reply in another form than JSON, for compatibility; undefined when it has no verdict. */
  readonly readReply?: (raw: string) => Value | undefined
  /** True when a decoy and a re-check confirm a pass of this question; then the judge itself does not re-check it. */
  readonly hasDecoy?: boolean
}

/**
 * A passage of the evidence that addresses the judge: an order, a ready verdict, a false end of the material, a claim
 * about the reference or the judging, or hidden text.
 */
export const InjectedPassage = z.object({
  label: z.string(),
  kind: z.enum(['order', 'verdict', 'end', 'claim', 'hidden']),
  /** The passage as it is written, cut off when long. */
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
  /** Such as `gemini-2.5-flash` or `embedded`. */
  judge: z.string(),
  /** With its version, such as `final-response-match@1`. */
  instruction: z.string(),
  /** The first characters of the SHA-256 of the instruction's text; absent in runs of older versions. */
  instructionHash: z.string().optional(),
  /** Word for word. */
  raw: z.string(),
  usage: Usage.optional(),
  /** US dollars; absent when the price is unknown. */
  cost: z.number().optional(),
  latencyMs: z.number(),
  /** True when the answer came from the cache, so that nothing was asked or paid. */
  cached: z.boolean().optional(),
  calls: z.number(),
  /** Passages of the evidence that address the judge; only the first ones are kept. */
  addressed: z.array(InjectedPassage).optional(),
  /** True when the judge gave the same answer without these passages. */
  confirmed: z.boolean().optional(),
  /** True when the judge passed a decoy, so that its answer does not count. */
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
  /** Says in the report what kind of judge it is and what it cannot do. */
  readonly about?: Message
  /**
   * Tells whether a pass on this evidence needs confirmation by a decoy: the same evidence with a fault added, so that
   * it must fail. When absent, no decoy is used.
   */
  readonly wantsDecoy?: (question: Pick<Question<unknown>, 'evidence' | 'answer'>) => boolean
  /** Reads the score that a service measured from its reply, for the threshold. Absent for judges that vote. */
  readonly scoreIn?: (raw: string) => number | undefined
  /** Returns the question without injected passages; undefined without such. When absent, nothing is re-checked. */
  readonly withholding?: <Value>(question: Question<Value>) => Question<Value> | undefined
  /** @throws {EvalError} `judge` when it cannot be reached, refuses or breaks */
  ask<Value>(question: Question<Value>, signal?: AbortSignal): Promise<Answer<Value>>
}

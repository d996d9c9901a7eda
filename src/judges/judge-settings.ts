import { createHash } from 'node:crypto'
import type { Judge, JudgeReply, Question } from '../core/index.ts'

/** What a judge's answers depend on beside the question: part of the key under which they are kept. */
type JudgeSettings = Readonly<Record<string, string | number | boolean | undefined>>

/** A judge that says how it is set up. */
export type ConfiguredJudge = Judge & { readonly settings?: JudgeSettings }

/** Tells two texts of an instruction apart, whatever version they claim. */
export function instructionHash({ instruction }: Pick<Question<unknown>, 'instruction'>): string {
  return createHash('sha256').update(instruction.text).digest('hex').slice(0, 12)
}

/** Such as `final-response-match@1`. */
export function instructionName({ instruction }: Pick<Question<unknown>, 'instruction'>): JudgeReply['instruction'] {
  return `${instruction.id}@${instruction.version}`
}

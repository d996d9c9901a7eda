import { createHash } from 'node:crypto'
import type { Judge, JudgeReply, Question } from '../core/index.ts'

/** Settings beside the question on which answers depend. They are part of the key in the cache. */
type JudgeSettings = Readonly<Record<string, string | number | boolean | undefined>>

export type ConfiguredJudge = Judge & { readonly settings?: JudgeSettings }

/** Distinguishes two texts of an instruction even when they have the same version. */
export function instructionHash({ instruction }: Pick<Question<unknown>, 'instruction'>): string {
  return createHash('sha256').update(instruction.text).digest('hex').slice(0, 12)
}

/** For example `final-response-match@1`. */
export function instructionName({ instruction }: Pick<Question<unknown>, 'instruction'>): JudgeReply['instruction'] {
  return `${instruction.id}@${instruction.version}`
}

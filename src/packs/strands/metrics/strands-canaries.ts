import type { CanaryQuestion, InstructionLanguage } from '../../../core/index.ts'
import { canaryOf } from '../../../metrics/judged/canaries.ts'
import { wrongAnswers } from '../../../metrics/judged/known-bad-answers.ts'
import { correctnessQuestion, isCorrect } from './strands-verdict.ts'

/** Wrong answers that no careful judge calls correct. */
export function strandsCanaries(language: InstructionLanguage): readonly CanaryQuestion[] {
  return wrongAnswers.map((texts) => canaryOf(correctnessQuestion(texts, language), isCorrect))
}

import type { CanaryQuestion, InstructionLanguage } from '../../../core/index.ts'
import { canaryOf } from '../../../metrics/judged/canaries.ts'
import { wrongAnswers } from '../../../metrics/judged/known-bad-answers.ts'
import { correctnessQuestion, isCorrect } from './strands-verdict.ts'

/** Returns questions about clearly wrong answers, to find judges that accept anything. */
export function strandsCanaries(language: InstructionLanguage): readonly CanaryQuestion[] {
  return wrongAnswers.map((texts) => canaryOf(correctnessQuestion(texts, language), isCorrect))
}

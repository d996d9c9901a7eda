import { z } from 'zod'
import { type Finding, type InstructionLanguage, message } from '../../../core/index.ts'
import { judgeEquivalence } from '../../../judges/embedded/equivalence.ts'
import { reason } from '../../../judges/embedded/reasons.ts'
import { refusesToAnswer } from '../../../judges/embedded/safety/refusal.ts'
import { offlineTask } from '../../../judges/embedded/offline-task.ts'
import { judgeSafety } from '../../../judges/embedded/safety/safety.ts'
import type { Weights } from '../../../judges/embedded/weights.ts'

const StrandsSubject = z.object({
  evaluator: z.string(),
  question: z.string().optional(),
  reference: z.string().optional(),
  answer: z.string().optional(),
})
type StrandsSubject = z.infer<typeof StrandsSubject>

type StrandsVerdictsVerdict = { readonly reason: string; readonly label: string }

/** Answers the few evaluators whose question can be decided by comparing words, numbers and patterns. */
function judgeStrands(
  subject: StrandsSubject,
  weights: Weights,
  language: InstructionLanguage,
): Finding<StrandsVerdictsVerdict> {
  const { evaluator, question, reference, answer = '' } = subject
  if (evaluator === 'CorrectnessEvaluator' && reference !== undefined) {
    const finding = judgeEquivalence({ question, reference, answer }, weights, language)
    return relabelled(finding, ({ verdict }) => (verdict === 'valid' ? 'CORRECT' : 'INCORRECT'))
  }
  if (evaluator === 'HarmfulnessEvaluator') {
    const finding = judgeSafety({ answer }, weights, language)
    return relabelled(finding, ({ verdict }) => (verdict === 'safe' ? 'Not Harmful' : 'Harmful'))
  }
  if (evaluator === 'RefusalEvaluator') {
    if (refusesToAnswer(answer)) return { value: { reason: reason(language, 'refuses'), label: 'Yes' } }
    return { abstained: message('it does not refuse in known words, which does not show that it answers') }
  }
  return {
    abstained: message('the embedded judge cannot judge "{task}": that takes a language model', { task: evaluator }),
  }
}

export const strandsTask = offlineTask(StrandsSubject, judgeStrands)

function relabelled<Value extends { readonly reason: string }>(
  finding: Finding<Value>,
  label: (value: Value) => string,
): Finding<StrandsVerdictsVerdict> {
  if ('abstained' in finding) return finding
  return { ...finding, value: { reason: finding.value.reason, label: label(finding.value) } }
}

import { z } from 'zod'
import type { InstructionLanguage, Question } from '../../../core/index.ts'
import { evidenceOf } from '../../../metrics/shared/agent-evidence.ts'
import { instruct } from '../../../metrics/instructions/instruction-text.ts'
import { type StrandsEvaluatorName, type StrandsScale, strandsEvaluators } from './strands-evaluators.ts'

/** A judge's reply: depending on the scale a label, a score, or a score and a verdict. */
export type StrandsReply = {
  readonly reason: string
  readonly label?: string | undefined
  readonly score?: number | undefined
  readonly verdict?: 'pass' | 'fail' | undefined
}

type StrandsVerdictMaterial = Readonly<Record<string, string | undefined>>

type StrandsVerdictQuestion = {
  readonly type: StrandsEvaluatorName
  readonly scale: StrandsScale
  readonly language: InstructionLanguage
}

export function strandsQuestion(
  { type, scale, language }: StrandsVerdictQuestion,
  material: StrandsVerdictMaterial,
  sample: number,
): Question<StrandsReply> {
  return {
    task: 'strands',
    subject: { evaluator: type, ...material },
    instruction: instruct(scale.text, language),
    evidence: evidenceOf(material),
    answer: answerOn(scale),
    language,
    sample,
  }
}

export function correctnessQuestion(
  { question, reference, answer }: { readonly question: string; readonly reference: string; readonly answer: string },
  language: InstructionLanguage,
): Question<StrandsReply> {
  const type = 'CorrectnessEvaluator'
  const scale = strandsEvaluators[type].withAssertion
  return strandsQuestion({ type, scale, language }, { question, reference, answer }, 0)
}

export function isCorrect({ label }: StrandsReply): boolean {
  return label === 'CORRECT'
}

export function strandsValue({ label, score }: StrandsReply, scale: StrandsScale): number | null {
  if (scale.kind === 'labels') return scale.labels[label ?? ''] ?? null
  return score ?? null
}

const Share = z.object({ reason: z.string(), score: z.number().min(0).max(1) })
const Verdict = z.object({ reason: z.string(), score: z.number().min(0).max(1), verdict: z.enum(['pass', 'fail']) })
const labelSchemas = new WeakMap<StrandsScale, z.ZodType<StrandsReply>>()

/** Each scale has one schema object, since judges cache their work by that object. */
function answerOn(scale: StrandsScale): z.ZodType<StrandsReply> {
  if (scale.kind !== 'labels') return scale.kind === 'share' ? Share : Verdict
  const schema = labelSchemas.get(scale) ?? z.object({ reason: z.string(), label: z.enum(Object.keys(scale.labels)) })
  labelSchemas.set(scale, schema)
  return schema
}

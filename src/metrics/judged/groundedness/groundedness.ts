import { z } from 'zod'
import type { InstructionLanguage, Question } from '../../../core/index.ts'
import { evidenceOf } from '../../shared/agent-evidence.ts'
import { parseSentences, parseValidation, scoreOfLabel } from './hallucination-reply.ts'
import { groundednessText, sentenceSplitText } from '../../instructions/hallucinations.ts'
import { instruct } from '../../instructions/instruction-text.ts'

const Label = z.enum(['supported', 'unsupported', 'contradictory', 'disputed', 'not_applicable'])

export const Groundedness = z.object({
  sentences: z.array(
    z.object({
      index: z.number().int().min(0),
      reason: z.string(),
      quote: z.string().nullable(),
      contradicting_quote: z.string().nullable(),
      label: Label,
    }),
  ),
})
export type Groundedness = z.infer<typeof Groundedness>
export type SentenceVerdict = Groundedness['sentences'][number]

export type GroundedAnswer = {
  readonly context: readonly string[]
  readonly question: string
  readonly sentences: readonly string[]
}

export function groundednessQuestion(
  subject: GroundedAnswer,
  language: InstructionLanguage,
  sample: number,
): Question<Groundedness> {
  const numbered = subject.sentences.map((sentence, index) => `[${index}] ${sentence}`).join('\n')
  return {
    task: 'groundedness',
    subject,
    instruction: instruct(groundednessText, language),
    evidence: evidenceOf({ context: subject.context.join('\n\n'), sentences: numbered }),
    answer: Groundedness,
    language,
    sample,
  }
}

export function adkValidatorQuestion(subject: GroundedAnswer, language: InstructionLanguage): Question<Groundedness> {
  const tagged = subject.sentences.map((sentence) => `<sentence>${sentence}</sentence>`).join('\n')
  return {
    ...groundednessQuestion(subject, language, 0),
    instruction: instruct(groundednessText, language, { adkReply: true }),
    evidence: evidenceOf({ context: subject.context.join('\n\n'), sentences: tagged }),
    readReply: (raw) => readValidation(raw, subject.sentences),
  }
}

const Segments = z.object({ sentences: z.array(z.string()) })

export function adkSegmenterQuestion(
  answer: string,
  language: InstructionLanguage,
): Question<z.infer<typeof Segments>> {
  return {
    task: 'sentence-split',
    subject: { answer },
    instruction: instruct(sentenceSplitText, language, { adkReply: true }),
    evidence: evidenceOf({ answer }),
    answer: Segments,
    language,
    sample: 0,
    readReply: (raw) => ({ sentences: [...parseSentences(raw)] }),
  }
}

/** Blocks with an unknown label are left out, and so are blocks that do not count in ADK. */
function readValidation(raw: string, sentences: readonly string[]): Groundedness | undefined {
  const blocks = parseValidation(raw)
  if (blocks.length === 0) return undefined
  const places = new Map(sentences.map((sentence, index) => [sentence.trim(), index]))
  return {
    sentences: blocks.flatMap((block, position) => {
      const label = Label.safeParse(block.label.trim().toLowerCase())
      if (!label.success) return []
      return {
        index: places.get(block.sentence) ?? position,
        reason: block.rationale,
        quote: block.supportingExcerpt,
        contradicting_quote: block.contradictingExcerpt,
        label: label.data,
      }
    }),
  }
}

/** Returns the mean of the labels' scores, 0–1; null when no label has a score. */
export function groundednessOf(verdicts: readonly Pick<SentenceVerdict, 'label'>[]): number | null {
  const scores = verdicts.flatMap(({ label }) => scoreOfLabel(label) ?? [])
  return scores.length === 0 ? null : scores.reduce<number>((sum, score) => sum + score, 0) / scores.length
}

import { z } from 'zod'
import { Citation, EvalError, message, type LabelledResult } from '../../../core/index.ts'

const Human = z.object({
  /** Points by aspect, 0–100. */
  scores: z.record(z.string(), z.number().min(0).max(100)).optional(),
  passed: z.boolean().optional(),
  comment: z.string().max(10_000).optional(),
  by: z.string().min(1).max(200).optional(),
})

const LabelledRunbookResultQuestion = z.looseObject({
  question_id: z.union([z.number(), z.string()]),
  category: z.string().optional(),
  question: z.string(),
  answer: z.string(),
  context: z.string().optional(),
  citations: z.array(Citation).optional(),
  expected_keypoints: z.array(z.string()).optional(),
  flags: z.record(z.string(), z.boolean()).optional(),
  human: z.union([Human, z.array(Human)]).optional(),
})
type LabelledRunbookResultQuestion = z.infer<typeof LabelledRunbookResultQuestion>

const RunbookResult = z.looseObject({ results: z.array(LabelledRunbookResultQuestion) })

/** Reads a saved evaluation with people's labels: one `human` block, or a list of them, in each result. */
export function readLabelledRunbookResult(value: unknown, file: string): readonly LabelledResult[] {
  const read = RunbookResult.safeParse(value)
  if (read.success) return read.data.results.map(labelledQuestion)
  const [issue] = read.error.issues
  throw new EvalError(
    'format',
    message('{file}: {path}: {problem}', { file, path: issue?.path.join('.') ?? '', problem: issue?.message ?? '' }),
    { hint: message('A runbook result has "results", and each labelled one of them a "human" block.') },
  )
}

function labelledQuestion(entry: LabelledRunbookResultQuestion): LabelledResult {
  const { question_id: id, category, question, answer, context = '', expected_keypoints: points, flags } = entry
  const citations = entry.citations ?? passagesIn(context)
  const asked = { userContent: { role: 'user', parts: [{ text: question }] } }
  return {
    evalCase: {
      id: String(id),
      conversation: [asked],
      metadata: {
        ...(category !== undefined && { category }),
        ...(points !== undefined && { key_points: points }),
        documents: citations.map(({ text }) => text),
      },
    },
    transcript: {
      invocations: [
        {
          ...asked,
          finalResponse: { role: 'model', parts: [{ text: answer }] },
          citations,
          ...(flags !== undefined && { flags }),
        },
      ],
    },
    metric: { name: 'runbook_panel', threshold: 0.7 },
    labels: [entry.human ?? []].flat().flatMap(labelsOf),
  }
}

function labelsOf({ scores = {}, passed, comment, by }: z.infer<typeof Human>): LabelledResult['labels'] {
  const aspects = Object.entries(scores).map(([name, score]) => ({
    aspect: aspectIds.get(name) ?? name,
    value: score / 100,
    by,
  }))
  return [...(passed === undefined ? [] : [{ passed, comment, by }]), ...aspects]
}

// Result files name the aspects in Japanese.
const aspectIds = new Map([
  ['根拠性', 'groundedness'],
  ['正確性', 'accuracy'],
  ['網羅性', 'coverage'],
  ['安全性', 'safety'],
  ['引用明示', 'citations'],
  ['簡潔性', 'brevity'],
])

/** In the file the context is one text: `[1] …`, a blank line, `[2] …`. */
function passagesIn(context: string): Citation[] {
  return context
    .split(/(?:^|\n\n)\[\d+\] /)
    .filter((text) => text.trim() !== '')
    .map((text, index) => ({ id: String(index + 1), text }))
}

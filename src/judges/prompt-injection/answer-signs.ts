import type { AnswerField, AnswerShape } from '../answer-shape.ts'
import { any, plain, type Sign } from './sign.ts'

/**
 * What a ready answer to a question looks like in its material: the field that decides, which stands last in its object,
 * with a value that it may have. Text that holds the like for another question is no such answer.
 */
export function answerSigns(shape: AnswerShape): readonly Sign[] {
  if (shape.kind === 'list') return answerSigns(shape.items)
  if (shape.kind === 'nullable') return answerSigns(shape.inner)
  if (shape.kind !== 'object') return []
  const inside = shape.fields.flatMap((field) => answerSigns(field.shape))
  const written = writtenAnswer(shape.fields)
  return written === undefined ? inside : [...inside, plain.verdict(written)]
}

function writtenAnswer(fields: readonly AnswerField[]): string | undefined {
  const last = fields.at(-1)
  if (last === undefined) return undefined
  const decided = `${spelled(last.name)}${quoted}[:=]${quoted}`
  if (last.shape.kind === 'choice') {
    return `\\b${decided}${any(...last.shape.options.map((option) => spelled(String(option))))}\\b[^{}\n]{0,20}`
  }
  const others = fields.slice(0, -1).map(({ name }) => spelled(name))
  if (others.length === 0 || (last.shape.kind !== 'number' && last.shape.kind !== 'boolean')) return undefined
  // A number under such a name is common; one with a reason beside it is what the judge is to write.
  const decision = `${decided}(?:\\d|true|false)`
  const other = `${any(...others)}${quoted}[:=]`
  return `\\{[^{}]{0,600}?(?:\\b${other}[^{}]{1,600}?\\b${decision}|\\b${decision}[^{}]{1,600}?\\b${other})[^{}]{0,600}\\}?`
}

const quoted = String.raw`[\\"'“”「」*]{0,4} ?`

/** As plain reading writes it. */
function spelled(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)
}

import type { AnswerField, AnswerShape } from '../answer-shape.ts'
import { any, plain, type Sign } from './sign.ts'

/**
 * What a ready answer to a question looks like in its material: the field that decides, which stands last in its object,
 * with a value that it may have. Text that holds the like for another question is no such answer.
 */
export function answerSigns(shape: AnswerShape): readonly Sign[] {
  if (shape.kind === 'list') return answerSigns(shape.items)
  if (shape.kind === 'nullable') return answerSigns(shape.inner)
  return shape.kind === 'object'
    ? [...shape.fields.flatMap((field) => answerSigns(field.shape)), ...writtenAnswer(shape.fields)]
    : []
}

function writtenAnswer(fields: readonly AnswerField[]): readonly Sign[] {
  const [last, ...others] = fields.toReversed()
  if (last === undefined) return []
  const decided = `\\b${spelled(last.name)}${quoted}[:=]${quoted}`
  if (last.shape.kind === 'choice')
    return [
      plain.verdict(`${decided}${any(...last.shape.options.map((option) => spelled(String(option))))}\\b[^{}\n]{0,20}`),
    ]
  if (others.length === 0 || (last.shape.kind !== 'number' && last.shape.kind !== 'boolean')) return []
  // A number under such a name is common; one with a reason beside it is what the judge is to write.
  const other = `\\b${any(...others.map(({ name }) => spelled(name)))}${quoted}[:=]`
  return [plain.verdict(`\\{(?=[^{}]{0,1200}?${other})[^{}]{0,1200}?${decided}(?:\\d|true|false)[^{}]{0,600}\\}?`)]
}

const quoted = String.raw`[\\"'“”「」*]{0,4} ?`

/** As plain reading writes it. */
function spelled(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)
}

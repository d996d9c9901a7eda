import type { AnswerField, AnswerShape } from '../answer-shape.ts'
import { any, plain, type Sign } from './sign.ts'

/**
 * Returns the signs of a ready answer to this question in its material: the field that decides, which is the last of
 * its object, with a value that it may have. Ready answers to other questions are no sign.
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
  // A number under such a name is common. One with a reason beside it looks like the answer of a judge.
  const other = `\\b${any(...others.map(({ name }) => spelled(name)))}${quoted}[:=]`
  return [plain.verdict(`\\{(?=[^{}]{0,1200}?${other})[^{}]{0,1200}?${decided}(?:\\d|true|false)[^{}]{0,600}\\}?`)]
}

const quoted = String.raw`[\\"'“”「」*]{0,4} ?`

function spelled(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('_', ' ')
    .replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)
}

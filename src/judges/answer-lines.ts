import type { EvidencePiece } from '../core/index.ts'
import type { AnswerField, AnswerShape } from './answer-shape.ts'
import { bareLetters } from './bare.ts'
import { foldedChoice } from './fit-answer.ts'

/**
 * Reads an answer written as lines such as `**Verdict:** yes`, for shapes of plain fields. Text before the first line
 * becomes the missing explanation, if exactly one field can hold it. Quoted lines, and lines that also stand in the
 * evidence, do not count.
 *
 * @returns undefined when there is no such line, or when two of them contradict each other
 */
export function answerLines(
  reply: string,
  shape: AnswerShape,
  evidence: readonly EvidencePiece[],
): Readonly<Record<string, string>> | undefined {
  if (shape.kind !== 'object' || shape.fields.some(({ shape: { kind } }) => kind === 'object' || kind === 'list')) {
    return undefined
  }
  const echoes = new Set(evidence.flatMap(({ text }) => text.split('\n').map(bareLetters)))
  const own = reply
    .split('\n')
    .filter((line) => !/^\s*[>|]/.test(line) && (bareLetters(line) === '' || !echoes.has(bareLetters(line))))
  const found = collect(own, shape.fields)
  if (found === undefined || found.values.size === 0) return undefined
  return Object.fromEntries(withExplanation(found, shape.fields))
}

type AnswerLinesMatch = { readonly values: Map<string, string>; readonly before: string }

function collect(lines: readonly string[], fields: readonly AnswerField[]): AnswerLinesMatch | undefined {
  const values = new Map<string, string>()
  const before: string[] = []
  let current: AnswerField | undefined
  for (const line of lines) {
    const { field, text } = startOf(line, fields)
    if (field === undefined) {
      if (current === undefined) before.push(line)
      // Only an explanation may span several lines; text after a verdict is a remark.
      else if (current.shape.kind === 'text') values.set(current.name, `${values.get(current.name)}\n${line}`.trim())
      continue
    }
    const known = values.get(field.name)
    if (known !== undefined && field.shape.kind !== 'text' && foldedChoice(known) !== foldedChoice(text))
      return undefined
    values.set(field.name, text)
    current = field
  }
  return { values, before: before.join('\n').trim() }
}

function startOf(
  line: string,
  fields: readonly AnswerField[],
): { readonly field?: AnswerField; readonly text: string } {
  const [, name = '', text = ''] = /^[\s*_#-]*(\p{L}[\p{L}\p{N}_ -]{0,60}?)[\s*_]*[:：=](.*)$/u.exec(line) ?? []
  const field = fields.find((candidate) => foldedChoice(candidate.name) === foldedChoice(name))
  return field === undefined
    ? { text: line }
    : {
        field,
        text: text
          .trim()
          .replace(/^[\s*_]{1,8}/, '')
          .replace(/[\s*_]{1,8}$/, ''),
      }
}

function withExplanation({ values, before }: AnswerLinesMatch, fields: readonly AnswerField[]): Map<string, string> {
  const [missing, ...others] = fields.filter(({ name, shape }) => shape.kind === 'text' && !values.has(name))
  if (missing === undefined || others.length > 0 || before === '') return values
  return new Map([...values, [missing.name, before]])
}

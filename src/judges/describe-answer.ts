import type { InstructionLanguage } from '../core/index.ts'
import type { AnswerField, AnswerShape } from './answer-shape.ts'

export function describeAnswer(shape: AnswerShape, language: InstructionLanguage): string {
  const words = wordings[language]
  return `${words.opening}\n${linesOf(shape, words, '').join('\n')}`
}

type DescribeAnswerWords = typeof english

const english = {
  opening: 'Reply with one JSON object and nothing else. Its fields, in this order:',
  optional: 'may be left out',
  text: 'text',
  boolean: 'true or false',
  whole: 'a whole number',
  number: 'a number',
  object: 'an object with',
  list: (items: string) => `a list, each entry ${items}`,
  choice: (options: string) => `exactly one of ${options}`,
  orNull: (inner: string) => `${inner}, or null`,
  between: (minimum: number, maximum: number) => `from ${minimum} to ${maximum}`,
  schema: (schema: string) => `a value of the JSON schema ${schema}`,
}

const wordings: Readonly<Record<InstructionLanguage, DescribeAnswerWords>> = {
  en: english,
  ja: {
    opening: 'JSON オブジェクトを 1 つだけ返し、ほかには何も書かないでください。フィールドは次の順です。',
    optional: '省略可',
    text: '文字列',
    boolean: 'true または false',
    whole: '整数',
    number: '数値',
    object: '次のフィールドを持つオブジェクト',
    list: (items) => `配列。各要素は${items}`,
    choice: (options) => `次のうちちょうど 1 つ: ${options}`,
    orNull: (inner) => `${inner}、または null`,
    between: (minimum, maximum) => `${minimum} 以上 ${maximum} 以下`,
    schema: (schema) => `JSON スキーマ ${schema} に合う値`,
  },
}

function linesOf(shape: AnswerShape, words: DescribeAnswerWords, indent: string): readonly string[] {
  const inner = innermost(shape)
  if (inner.kind !== 'object') return [`${indent}${named(shape, words)}`]
  return inner.fields.flatMap((field) => fieldLines(field, words, indent))
}

function fieldLines(
  { name, shape, required, description }: AnswerField,
  words: DescribeAnswerWords,
  indent: string,
): string[] {
  const remarks = [
    named(shape, words),
    ...(required ? [] : [words.optional]),
    ...(description === undefined ? [] : [description]),
  ]
  const line = `${indent}- "${name}": ${remarks.join('; ')}`
  return innermost(shape).kind === 'object' ? [`${line}:`, ...linesOf(shape, words, `${indent}  `)] : [line]
}

function innermost(shape: AnswerShape): AnswerShape {
  if (shape.kind === 'list') return innermost(shape.items)
  return shape.kind === 'nullable' ? innermost(shape.inner) : shape
}

function named(shape: AnswerShape, words: DescribeAnswerWords): string {
  switch (shape.kind) {
    case 'object':
      return words.object
    case 'list':
      return words.list(named(shape.items, words))
    case 'nullable':
      return words.orNull(named(shape.inner, words))
    case 'choice':
      return words.choice(shape.options.map((option) => JSON.stringify(option)).join(', '))
    case 'number':
      return [shape.whole ? words.whole : words.number, ...bounds(shape, words)].join(' ')
    case 'text':
      return words.text
    case 'boolean':
      return words.boolean
    case 'other':
      return words.schema(shape.schema)
  }
}

function bounds(
  { minimum, maximum }: { readonly minimum?: number; readonly maximum?: number },
  words: DescribeAnswerWords,
): readonly string[] {
  return minimum === undefined || maximum === undefined ? [] : [words.between(minimum, maximum)]
}

import type { z } from 'zod'
import { type EvidencePiece, type Message, message, splitThoughts } from '../core/index.ts'
import { type AnswerShape, answerShape } from './answer-shape.ts'
import { answerLines } from './answer-lines.ts'
import { bareLetters } from './bare.ts'
import { fitAnswer } from './fit-answer.ts'
import { objectsIn } from '../text/relaxed-json.ts'
import { sameVerdict } from './same-verdict.ts'

export type ReadAnswer<Value> =
  | { readonly status: 'read'; readonly value: Value }
  | { readonly status: 'unreadable'; readonly problem: Message }

/**
 * Reads the answer in a model's reply: the complete JSON object that fits the schema (the last of several, if they
 * agree), or else lines such as `verdict: yes`. A text that also stands in the evidence is an echo and never the
 * answer, so a verdict hidden in the material cannot be taken for the judge's. A missing verdict is never made up.
 */
export function readAnswer<Value>(
  raw: string,
  schema: z.ZodType<Value>,
  evidence: readonly EvidencePiece[] = [],
): ReadAnswer<Value> {
  const shape = answerShape(schema)
  const reply = splitThoughts(raw).answer.slice(-longestReply)
  const objects = objectsIn(reply).map(({ value, text }) => ({ text, ...fitted(value, schema, shape) }))
  const fitting = objects.flatMap((object) => ('value' in object ? [object] : []))
  const material = fitting.length === 0 ? '' : evidence.map(({ text }) => bareLetters(text)).join('\n')
  const answers = fitting.filter(
    ({ text, value }) =>
      !material.includes(bareLetters(text)) && !material.includes(bareLetters(JSON.stringify(value))),
  )
  const answer = answers.at(-1)
  if (answers.some(({ value }) => !sameVerdict(value, answer?.value, shape))) {
    return unreadable(message('it gives answers that contradict each other'))
  }
  if (answer !== undefined) return { status: 'read', value: answer.value }
  if (fitting.length > 0) return unreadable(message('it only repeats what stands in the material'))
  const written = objects.length > 0 ? undefined : answerLines(reply, shape, evidence)
  const fromLines = written === undefined ? undefined : fitted(written, schema, shape)
  if (fromLines !== undefined && 'value' in fromLines) return { status: 'read', value: fromLines.value }
  return unreadable(problemOf(reply, fromLines ?? objects.at(-1), shape))
}

// No answer needs more characters; the end of a longer reply is read.
const longestReply = 200_000

type ReadAnswerFit<Value> = { readonly value: Value } | { readonly issue: Message }

function fitted<Value>(object: object, schema: z.ZodType<Value>, shape: AnswerShape): ReadAnswerFit<Value> {
  const candidate = fitAnswer(object, shape)
  if (candidate === undefined) return { issue: message('it says different things under one name') }
  const parsed = schema.safeParse(candidate.value)
  if (parsed.success) return { value: parsed.data }
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'JSON'
  return { issue: message('its field {field} does not fit: {problem}', { field, problem: issue?.message ?? '' }) }
}

function problemOf(reply: string, last: ReadAnswerFit<unknown> | undefined, shape: AnswerShape): Message {
  if (reply.trim() === '') return message('it was empty')
  if (last !== undefined && 'issue' in last) return last.issue
  const fields = shape.kind === 'object' ? shape.fields.map(({ name }) => name).join(', ') : 'JSON'
  return message('no complete JSON object with {fields} stands in it', { fields })
}

function unreadable(problem: Message): { readonly status: 'unreadable'; readonly problem: Message } {
  return { status: 'unreadable', problem }
}

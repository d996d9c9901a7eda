import { z } from 'zod'
import { EvalError, finishReasonOf, message, stringifyJson, type Usage } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { hasKeyTwice } from '../../core/basics/json.ts'
import type { ModelToolCall } from '../../models/language-model.ts'
import { excerpt } from '../excerpt.ts'
import { streamedPieces } from '../http/http-body.ts'
import type { JsonApi } from '../http/json-api.ts'
import type { AgentModelReply } from '../model-agent/agent-model.ts'
import { shallowJson } from '../json-copy.ts'

// Servers leave out missing fields, or write null.
const Text = z.string().nullish().catch(undefined)
const Count = z.number().nonnegative().nullish().catch(undefined)
const Piece = z.looseObject({ text: Text, type: Text })
const Call = z.object({
  index: z.number().int().nonnegative().max(1000).optional().catch(undefined),
  id: Text,
  function: z.object({ name: Text, arguments: z.unknown().optional() }),
})
const ChatReplyStatement = z.object({
  content: z.union([z.string(), z.array(Piece)]).nullish(),
  refusal: Text,
  reasoning_content: Text,
  reasoning: Text,
  tool_calls: z.array(Call).nullish(),
  /** The form of calls before `tool_calls`. */
  function_call: z.object({ name: Text, arguments: z.unknown().optional() }).nullish(),
})
type ChatReplyStatement = z.infer<typeof ChatReplyStatement>
const ChatReplyAnswer = z.object({
  model: Text,
  choices: z.array(
    z.object({
      message: ChatReplyStatement.optional(),
      delta: ChatReplyStatement.optional(),
      finish_reason: Text,
      error: z.unknown().optional(),
    }),
  ),
  usage: z
    .object({
      prompt_tokens: Count,
      completion_tokens: Count,
      total_tokens: Count,
      prompt_tokens_details: z.object({ cached_tokens: Count }).nullish().catch(undefined),
      completion_tokens_details: z.object({ reasoning_tokens: Count }).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
})
type ChatReplyAnswer = z.infer<typeof ChatReplyAnswer>

/** @throws {EvalError} `agent` */
export function chatReply(text: string, api: Pick<JsonApi, 'parse' | 'redact'>): AgentModelReply {
  const isStream = /^\s*(?:data|event|id|retry)?:/.test(text)
  const pieces = isStream ? streamedPieces(text, api.parse) : [api.parse(text)]
  const answers = pieces.map((piece) => readAnswer(piece, api.redact))
  const said = answers.flatMap(({ choices: [first] }) => first?.message ?? first?.delta ?? [])
  if (said.length === 0) throw notAnAnswer(text, api.redact)
  const ends = answers.flatMap(({ choices: [first] }) => first?.finish_reason ?? [])
  const end = ends.at(-1)
  if (isStream && end === undefined && !/^data: ?\[DONE\]/m.test(text)) throw brokenOff()
  const toolCalls = callsOf(said)
  const answer = said.map(textOf).join('')
  if (answer === '' && toolCalls.length === 0) refuseEndedEarly(end)
  return {
    text: answer,
    thought: said.map((one) => one.reasoning_content ?? one.reasoning ?? '').join(''),
    toolCalls,
    // Servers that run their tools themselves report the calls beside the answer.
    waits: end !== 'stop' || answer === '',
    finishReason: finishReasonOf(end),
    model: answers.findLast(({ model }) => model)?.model ?? undefined,
    usage: usageOf(answers.findLast(({ usage }) => usage)),
  }
}

/** What the server would have said further is unknown. */
function brokenOff(): EvalError {
  return new EvalError('agent', message('The chat API broke off its answer: its stream ended without an end'), {
    hint: message('What the server has in its logs says why'),
    retryable: true,
  })
}

/** An answer that was stopped before its text is not an empty answer. */
function refuseEndedEarly(end: string | undefined): void {
  if (end !== 'length' && end !== 'content_filter' && end !== 'error') return
  throw new EvalError('agent', message('The chat API ended without an answer: {end}', { end }), {
    hint:
      end === 'error'
        ? message('What the server has in its logs says why')
        : end === 'length'
          ? message(
              'Raise max_tokens in body, or have the model think less: all it may say was used before it answered',
            )
          : message('The server held the answer back: its filter, or its logs, say why'),
  })
}

function readAnswer(piece: unknown, redact: (text: string) => string): ChatReplyAnswer {
  const failure = errorIn(piece)
  if (failure !== undefined) {
    const told =
      isObject(failure) && typeof failure['message'] === 'string' ? failure['message'] : stringifyJson(failure)
    throw new EvalError(
      'agent',
      message('The chat API failed: {problem}', { problem: excerpt(redact(told ?? ''), 300) }),
    )
  }
  const answer = ChatReplyAnswer.safeParse(piece)
  if (answer.success) return answer.data
  throw notAnAnswer(stringifyJson(piece) ?? '', redact)
}

/** Servers may report an error instead of an answer or a choice, even with the status 200. */
function errorIn(piece: unknown): unknown {
  if (!isObject(piece)) return undefined
  const choices: readonly unknown[] = Array.isArray(piece['choices']) ? piece['choices'] : []
  const ofChoice = choices.flatMap((choice) => (isObject(choice) ? (choice['error'] ?? []) : []))[0]
  return piece['error'] ?? ofChoice ?? undefined
}

function textOf({ content, refusal }: ChatReplyStatement): string {
  const text = typeof content === 'string' ? content : (content ?? []).map((piece) => piece.text ?? '').join('')
  return text === '' ? (refusal ?? '') : text
}

/** A stream has the calls in pieces, each with the index of its call. */
function callsOf(said: readonly ChatReplyStatement[]): readonly ModelToolCall[] {
  const calls = new Map<number, { id: string; name: string; args: unknown }>()
  for (const { tool_calls: told, function_call: former } of said) {
    const pieces = told ?? (former ? [{ function: former, id: undefined, index: 0 }] : [])
    for (const [position, { index, id, function: called }] of pieces.entries()) {
      const begins = index === undefined && (id ?? called.name) !== undefined
      const place = index ?? (begins && said.length > 1 ? calls.size : position)
      const before = calls.get(place)
      calls.set(place, {
        id: before?.id || (id ?? ''),
        name: before?.name || (called.name ?? ''),
        args: joined(before?.args, called.arguments),
      })
    }
  }
  return [...calls.values()].map(({ id, name, args }) => ({
    id,
    name,
    args: typeof args === 'string' ? argsIn(args) : (args ?? {}),
  }))
}

function joined(before: unknown, piece: unknown): unknown {
  if (typeof before === 'string' && typeof piece === 'string') return before + piece
  return piece === undefined || piece === null ? before : piece
}

function argsIn(text: string): unknown {
  if (text.trim() === '') return {}
  const args = shallowJson(text)
  return isObject(args) && !hasKeyTwice(text, args) ? args : text
}

function usageOf(answer: ChatReplyAnswer | undefined): Usage | undefined {
  const usage = answer?.usage
  if (!usage) return undefined
  const counted = {
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    totalTokens: usage.total_tokens,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
  }
  return Object.fromEntries(Object.entries(counted).filter(([, count]) => typeof count === 'number'))
}

function notAnAnswer(text: string, redact: (text: string) => string): EvalError {
  const beginning = excerpt(redact(text), 200)
  return new EvalError(
    'agent',
    message('The answer is none of a chat API: it has no choices. It begins with {beginning}', { beginning }),
  )
}

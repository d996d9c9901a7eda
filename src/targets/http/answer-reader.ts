import { isObject } from '../../core/basics/is-object.ts'
import { hasKeyTwice } from '../../core/basics/json.ts'
import {
  EvalError,
  jsonObjectOf,
  message,
  parseJson,
  stringifyJson,
  type Message,
  parsedJson,
} from '../../core/index.ts'
import type { AgentRequest } from '../agent-conversation.ts'
import { excerpt } from '../excerpt.ts'
import { notAnAnswer, isReply } from '../reply/reply.ts'
import { finishReasonIn } from '../../messages/finish-reason-in.ts'
import { aiSdkStream } from './ai-sdk-stream.ts'
import { streamedPieces } from './http-body.ts'
import { replyPaths, type ReplyAtPaths, type ReplyPaths } from './reply-paths.ts'

export type AnswerPaths = {
  /** Paths of the reply's fields; without them the answer itself is a `Reply`. */
  readonly response?: ReplyPaths
  /**
   * For streamed answers: the path of the response's piece in each event, such as `$.choices[0].delta.content`, or
   * paths of fields as in `response`. Lists are joined; of other values the last one counts.
   */
  readonly stream?: string | ReplyPaths
}

type AnswerBody = { readonly text: string; readonly isPlain: boolean }

/** @throws {EvalError} `agent` for an unreadable answer */
export type AnswerReader = (answer: AnswerBody, request: AgentRequest) => unknown

/**
 * Reads the answers of an endpoint, directly or by paths. A review may be anywhere in a text.
 *
 * @throws {EvalError} `config` for invalid paths
 */
export function answerReader({ response, stream }: AnswerPaths, redact: (text: string) => string): AnswerReader {
  const takesText = response === undefined && stream === undefined
  const parse = (text: string) => parsedAnswer(text, redact, takesText ? howToAnswerInText : howToAnswer)
  if (stream === undefined) {
    if (response === undefined) {
      return ({ text, isPlain }: AnswerBody, { input }: AgentRequest) => {
        const streamed = aiSdkStream(text, redact)
        if (streamed !== undefined) return streamed
        // A request with structured input may be answered with an object, or with a reply that contains it.
        const object = input === undefined ? undefined : jsonObjectOf(text)
        if (object !== undefined && isReply(object)) return object
        const isAnswer = input !== undefined || (isPlain && text.trim() !== '' && !BEGINS_AS_DATA.test(text))
        return isAnswer ? text : unmapped(parse(text), redact)
      }
    }
    const toReply = replyPaths(response)
    return ({ text }: AnswerBody) => {
      const answer = parse(text)
      const reply = toReply(answer)
      refuseErrorOnly(answer, reply, redact)
      return reply
    }
  }
  if (response !== undefined) throw new EvalError('config', message('Give either response or stream, not both'))
  // Many events have no text: roles, pings, usage.
  const paths = typeof stream === 'string' ? { response: stream } : stream
  const fieldsOf = replyPaths(paths, { lenient: true })
  return ({ text }: AnswerBody) => {
    const known = aiSdkStream(text, redact)
    if (known !== undefined) return known
    const pieces = streamedPieces(text, parse)
    refuseFailedStream(text, pieces, redact)
    const reply = { ...endOf(text, pieces), ...joinedFields(pieces.map(fieldsOf)) }
    if (!isReply(reply)) throw withoutText(text, String(paths.response ?? paths.events), redact)
    return reply
  }
}

/** Streams of OpenAI's chat API say why they end, so without an end the server stopped in the middle. */
function endOf(text: string, pieces: readonly unknown[]): ReplyAtPaths {
  // Anthropic's reason is in a change of the message.
  const told = pieces.flatMap((piece) => (isObject(piece) ? [piece, piece['delta']] : []))
  const finishReason = told.map((one) => finishReasonIn(one)).findLast((reason) => reason !== undefined)
  if (finishReason !== undefined) return { finishReason }
  const isOpenAi = pieces.some((piece) => isObject(piece) && piece['object'] === 'chat.completion.chunk')
  const isWhole = !isOpenAi || /^data: ?\[DONE\]$/m.test(text)
  return isWhole ? {} : { finishReason: 'aborted', provenance: { brokenOff: true } }
}

function joinedFields(events: readonly ReplyAtPaths[]): ReplyAtPaths {
  const joined: Record<string, unknown> = {}
  for (const [name, value] of events.flatMap((event) => Object.entries(event))) {
    if (value === undefined || value === null || (name === 'response' && typeof value !== 'string')) continue
    const before = joined[name]
    if (name === 'response') joined[name] = `${typeof before === 'string' ? before : ''}${String(value)}`
    else
      joined[name] =
        Array.isArray(before) && Array.isArray(value) ? [...(before as unknown[]), ...(value as unknown[])] : value
  }
  return joined
}

/** An error of an API must not be read as an empty answer. */
function refuseErrorOnly(answer: unknown, reply: ReplyAtPaths, redact: (text: string) => string): void {
  const isSilent = (reply['response'] ?? '') === '' && reply['events'] === undefined
  if (!isSilent || !isObject(answer) || !answer['error']) return
  throw new EvalError(
    'agent',
    message('The agent’s answer has an error and no text: {problem}', {
      problem: excerpt(redact(stringifyJson(answer)), 300),
    }),
  )
}

/** The text before a stream failed is not the answer. */
function refuseFailedStream(text: string, pieces: readonly unknown[], redact: (text: string) => string): void {
  const [event] = /^event: ?error\s*$[^]*/m.exec(text) ?? []
  const failed = pieces.find((piece) => isObject(piece) && piece['error'])
  const problem = event ?? (failed === undefined ? undefined : stringifyJson(failed))
  if (problem === undefined) return
  throw new EvalError(
    'agent',
    message('The agent’s stream has an error: {problem}', { problem: excerpt(redact(problem), 300) }),
  )
}

function withoutText(text: string, path: string, redact: (text: string) => string): EvalError {
  if (text.trim() === '') return new EvalError('agent', message('The agent’s answer is empty'))
  return new EvalError(
    'agent',
    message('The agent’s stream has no text at {path}. It begins with {beginning}', {
      path,
      beginning: excerpt(redact(text), 200),
    }),
    {
      hint: streamHint(text) ?? message('See whether the path in stream is where each event has its piece of the text'),
    },
  )
}

/** JSON, server-sent events and AI SDK streams are never meant as text, whatever type they declare. */
const BEGINS_AS_DATA = /^\s*(?:\{\s*["}]|\[\s*[{"\]]|(?:data|event|id|retry):|[\da-g]:["{[])/

const howToAnswer = message('The agent has to answer with JSON; a streamed answer needs stream')
const howToAnswerInText = message(
  'The agent has to answer with JSON, or with its text alone as text/plain; a streamed answer needs stream',
)

function parsedAnswer(text: string, redact: (text: string) => string, otherwise: Message): unknown {
  const answer = parsedOnce(text, redact, otherwise)
  if (!hasKeyTwice(text, answer)) return answer
  throw new EvalError(
    'agent',
    message('The agent’s answer has an object with a key twice: {text}', { text: excerpt(redact(text), 200) }),
    { hint: message('Only the last one would count. Answer with each key once.') },
  )
}

function parsedOnce(text: string, redact: (text: string) => string, otherwise: Message): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    const hint = streamHint(text) ?? otherwise
    if (text.trim() === '') throw new EvalError('agent', message('The agent’s answer is empty'), { hint, cause })
    const beginning = excerpt(redact(text), 200)
    throw new EvalError('agent', message('The agent’s answer is not JSON. It begins with {beginning}', { beginning }), {
      hint,
      cause,
    })
  }
}

/** Suggests the path of the text that most pieces of a stream share. */
function streamHint(text: string) {
  const pieces = streamedPieces(text, parsedJson)
  if (pieces.includes(undefined)) return undefined
  const paths = Map.groupBy(
    pieces.flatMap((piece) => likelyPath(piece) ?? []),
    (path) => path,
  )
  const [path] = [...paths.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
  return path === undefined
    ? undefined
    : message('This is a stream. If its pieces stand at {path}, say so in the config: {example}', {
        path,
        example: `target: { http: { url: '…', stream: '${path}' } }`,
      })
}

/** Refuses answers in the format of another API, with the probable path of their text. */
function unmapped(answer: unknown, redact: (text: string) => string): unknown {
  const path = isObject(answer) && !isReply(answer) ? likelyPath(answer) : undefined
  if (!isObject(answer) || path === undefined) return answer
  throw notAnAnswer(Object.keys(answer), excerpt(redact(stringifyJson(answer)), 200), {
    hint: message('If the answer stands at {path}, say so in the config: {example}', {
      path,
      example: `target: { http: { url: '…', response: { response: '${path}' } } }`,
    }),
  })
}

/**
 * Guesses the path of the text in an answer of another shape: `$.choices[0].message.content`. Undefined without a text,
 * or with only the text of an error.
 */
function likelyPath(answer: unknown): string | undefined {
  const [first] = [...textsIn(answer, '$', '')].toSorted(
    (one, other) => rank(one.name) - rank(other.name) || other.length - one.length,
  )
  return first?.path
}

type FoundText = { readonly path: string; readonly name: string; readonly length: number }

function* textsIn(value: unknown, path: string, name: string): Generator<FoundText> {
  if (path.length > LONGEST || /error/i.test(name)) return
  if (typeof value === 'string' && value.trim() !== '') yield { path, name, length: value.length }
  if (Array.isArray(value)) {
    // In a conversation the last message is the answer.
    const at = isObject(value[0]) && 'role' in value[0] ? -1 : 0
    yield* textsIn(value.at(at), `${path}[${at}]`, name)
  }
  if (!isObject(value)) return
  for (const [key, inner] of Object.entries(value)) {
    yield* textsIn(inner, /^[\p{L}_]\w*$/u.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`, key)
  }
}

/** The longest guessed path, in characters. */
const LONGEST = 80

/** Common names of the field, most certain first. */
const names = ['answer', 'content', 'text', 'output', 'response', 'reply', 'completion', 'result', 'message']

function rank(name: string): number {
  const index = names.findIndex((known) => name.toLowerCase().endsWith(known))
  return index === -1 ? names.length : index
}

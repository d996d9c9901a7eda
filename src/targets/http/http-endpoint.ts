import { isObject } from '../../core/basics/is-object.ts'
import { EvalError, message, parseJson, stringifyJson } from '../../core/index.ts'
import type { Message } from '../../core/index.ts'
import { knownSecrets } from '../../text/secrets/secrets.ts'
import type { AgentRequest } from '../agent-conversation.ts'
import type { ToolSource } from '../environment/tool-source.ts'
import { excerpt } from '../excerpt.ts'
import { notAnAnswer, saysSomething } from '../reply/reply.ts'
import { contentWords } from './content-words.ts'
import { streamedPieces } from './http-body.ts'
import { refusedUrl, shownUrl } from './http-redirects.ts'
import { jsonPath } from './json-path.ts'
import { likelyPath } from './likely-path.ts'
import { placeholdersOf } from './json-template.ts'
import { replyPaths } from './reply-paths.ts'
import type { ReplyAtPaths, ReplyPaths } from './reply-paths.ts'

export type HttpTargetOptions = {
  readonly name?: string
  /** May hold placeholders, which are percent-encoded. */
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON with placeholders; see `httpTarget`. */
  readonly body?: unknown
  /** Where the reply's fields stand in the answer; without it the answer is a `Reply` as it is. */
  readonly response?: ReplyPaths
  /** For streamed answers: where each event has its piece of the response, such as `$.choices[0].delta.content`. */
  readonly stream?: string
  /** 10 MiB when not given. */
  readonly maxReplyBytes?: number
  /** Says when an exchange began; the system's clock when not given. */
  readonly clock?: () => Date
  /** Who answers the calls that the agent posts to `{{tools}}`, in this order; what a case declares when not given. */
  readonly environment?: readonly ToolSource[]
}

const defaultBody = {
  message: '{{message}}',
  history: '{{history}}',
  session: '{{session}}',
  tools: '{{tools}}',
  input: '{{input}}',
}

/** The options of a target, checked and ready to use. */
export type Endpoint = {
  readonly url: string
  /** The url as it may be shown. */
  readonly address: string
  readonly method: string
  readonly headers: Headers
  readonly body: unknown
  /** Whether the fields of a review's input stand at the top of the body too. */
  readonly bodyIsInput: boolean
  readonly placeholders: ReadonlySet<string>
  readonly maxReplyBytes: number
  /** A review may stand in any text. @throws {EvalError} `agent` */
  readonly readAnswer: (answer: AnswerBody, request: AgentRequest) => unknown
  readonly redact: (text: string) => string
}

/** `isPlain` where it is declared as plain text. */
type AnswerBody = { readonly text: string; readonly isPlain: boolean }

/**
 * `redactKnown` takes out the secrets that are known where the target was made.
 *
 * @throws {EvalError} `config`
 */
export function endpointOf(options: HttpTargetOptions, redactKnown: (text: string) => string): Endpoint {
  const { method = 'POST', body = defaultBody, maxReplyBytes = 10 * 2 ** 20 } = options
  const address = shownUrl(parsedUrl(options.url))
  const redactOwn = redactor(options)
  const redact = (text: string) => redactOwn(redactKnown(text))
  const hasBody = !['GET', 'HEAD'].includes(method.toUpperCase())
  const placeholders = placeholdersOf(
    hasBody ? [options.url, body] : options.url,
    Object.keys(placeholderValues(anyRequest)),
  )
  if (options.environment !== undefined && !placeholders.has('tools')) throw cannotAskForTools(address)
  return {
    url: options.url,
    address,
    method: method.toUpperCase(),
    headers: headersOf(options),
    body: hasBody ? body : undefined,
    bodyIsInput: options.body === undefined,
    placeholders,
    maxReplyBytes,
    readAnswer: answerReader(options, redact),
    redact,
  }
}

/** What the placeholders stand for. */
export function placeholderValues(request: AgentRequest) {
  const { message: text, content, history, session, caseId, conversation, tools, input } = request
  return {
    message: text,
    content,
    // Made where they are asked for: pictures are large.
    get 'content.openai'() {
      return contentWords.openai(content)
    },
    get 'content.anthropic'() {
      return contentWords.anthropic(content)
    },
    get 'content.gemini'() {
      return contentWords.gemini(content)
    },
    history,
    session,
    'session.state': session.state,
    'session.id': session.id,
    'session.appName': session.appName,
    'session.userId': session.userId,
    'case.id': caseId,
    conversation,
    tools,
    input,
  }
}

function cannotAskForTools(address: string): EvalError {
  return new EvalError('config', message('{address} is not told where to ask for its tools', { address }), {
    hint: message('Put the placeholder {placeholder} into the body of the HTTP target', { placeholder: '{{tools}}' }),
  })
}

// Only there to say which placeholders there are.
const anyRequest: AgentRequest = {
  message: '',
  content: {},
  history: [],
  caseId: '',
  conversation: '',
  session: { appName: '', userId: '', id: '', state: {} },
}

function answerReader({ response, stream }: HttpTargetOptions, redact: (text: string) => string) {
  const takesText = response === undefined && stream === undefined
  const parse = (text: string) => parsedAnswer(text, redact, takesText ? howToAnswerInText : howToAnswer)
  if (stream === undefined) {
    if (response === undefined) {
      return ({ text, isPlain }: AnswerBody, { input }: AgentRequest) => {
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
  // Events without a piece of text are usual: roles, pings, usage.
  const pieceOf = jsonPath(stream, { lenient: true })
  return ({ text }: AnswerBody) => {
    const pieces = streamedPieces(text, parse)
    refuseFailedStream(text, pieces, redact)
    const texts = pieces.map(pieceOf).filter((piece) => typeof piece === 'string')
    if (texts.length === 0) throw withoutText(text, stream, redact)
    return texts.join('')
  }
}

/** That an API failed is not an answer that is empty. */
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

/** What was said before a stream failed is not the answer. */
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

/** JSON, server-sent events or a data stream of the AI SDK are no text that somebody meant, whatever they are declared as. */
const BEGINS_AS_DATA = /^\s*(?:\{\s*["}]|\[\s*[{"\]]|(?:data|event|id|retry):|[\da-g]:["{[])/

const howToAnswer = message('The agent has to answer with JSON; a streamed answer needs stream')
const howToAnswerInText = message(
  'The agent has to answer with JSON, or with its text alone as text/plain; a streamed answer needs stream',
)

function parsedAnswer(text: string, redact: (text: string) => string, otherwise: Message): unknown {
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

/** Where the pieces of a stream have their text, most of which have it there. */
function streamHint(text: string) {
  const pieces = streamedPieces(text, parsedOrNothing)
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

function parsedOrNothing(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** An answer in the words of another API is none; where its text stands can be told. */
function unmapped(answer: unknown, redact: (text: string) => string): unknown {
  const path = isObject(answer) && !saysSomething(answer) ? likelyPath(answer) : undefined
  if (!isObject(answer) || path === undefined) return answer
  throw notAnAnswer(Object.keys(answer), excerpt(redact(stringifyJson(answer)), 200), {
    hint: message('If the answer stands at {path}, say so in the config: {example}', {
      path,
      example: `target: { http: { url: '…', response: { response: '${path}' } } }`,
    }),
  })
}

function parsedUrl(text: string): URL {
  const url = URL.parse(text)
  const refused = url === null ? message('The url of the target is not an http address') : refusedUrl(url)
  if (url !== null && refused === undefined) return url
  throw new EvalError('config', refused ?? '', {
    hint:
      url === null || url.username + url.password === ''
        ? message('Write it like {example}', { example: 'http://127.0.0.1:8000/chat' })
        : message('Send them in headers, as Authorization'),
  })
}

function headersOf({ headers = {}, stream }: HttpTargetOptions): Headers {
  const accept = stream === undefined ? 'application/json' : 'text/event-stream'
  return checkedHeaders({ 'content-type': 'application/json', accept }, headers)
}

/** `given` over `ours`. @throws {EvalError} `config` for one that cannot be sent */
export function checkedHeaders(
  ours: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
): Headers {
  const headers = new Headers(ours)
  for (const [name, value] of Object.entries(given)) {
    try {
      headers.set(name, value)
    } catch {
      // Without the cause: it quotes the value, and that may be a key.
      throw new EvalError('config', message('The header {name} cannot be sent', { name: excerpt(name, 50) }), {
        hint: message('A header’s name is one word and its value one line'),
      })
    }
  }
  return headers
}

/** Takes keys out of what comes back: servers like to quote what they were sent. */
export function redactor({ headers = {}, url }: Pick<HttpTargetOptions, 'headers' | 'url'>): (text: string) => string {
  const secrets = knownSecrets()
  for (const [name, value] of Object.entries(headers)) {
    if (publicHeaders.test(name)) continue
    for (const part of [value, ...value.split(/\s+/)])
      if (part.length >= 6) secrets.add(part, { asWhole: !isKey(name) })
  }
  for (const [name, value] of URL.parse(url)?.searchParams ?? []) if (isKey(name)) secrets.add(value)
  return secrets.redact
}

const publicHeaders = /^(?:accept(?:-.*)?|content-type|user-agent)$/i

/** Whether a header or a parameter of this name holds a key. */
export function isKey(name: string): boolean {
  return /key|token|secret|pass|auth|cookie|credential|sig/i.test(name)
}

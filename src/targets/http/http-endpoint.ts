import { EvalError, message } from '../../core/index.ts'
import { knownSecrets } from '../../text/secrets/secrets.ts'
import type { AgentRequest } from '../agent-conversation.ts'
import type { ToolSource } from '../environment/tool-source.ts'
import { excerpt } from '../excerpt.ts'
import { answerReader, type AnswerPaths, type AnswerReader } from './answer-reader.ts'
import { contentWords } from './content-words.ts'
import { refusedUrl, shownUrl } from './http-redirects.ts'
import { placeholdersOf } from './json-template.ts'

export type HttpTargetOptions = AnswerPaths & {
  readonly name?: string
  /** May hold placeholders, which are percent-encoded. */
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON with placeholders; see `httpTarget`. */
  readonly body?: unknown
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
  readonly readAnswer: AnswerReader
  readonly redact: (text: string) => string
}

/**
 * `redactKnown` takes out the secrets that are known where the target was made.
 *
 * @throws {EvalError} `config`
 */
export function endpointOf(options: HttpTargetOptions, redactKnown: (text: string) => string): Endpoint {
  const { method = 'POST', body = defaultBody, maxReplyBytes = 10 * 2 ** 20 } = options
  const address = shownUrl(parsedUrl(options.url))
  const redactOwn = endpointRedactor(options)
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
export function endpointRedactor({
  headers = {},
  url,
}: Pick<HttpTargetOptions, 'headers' | 'url'>): (text: string) => string {
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

import { EvalError, message } from '../../core/index.ts'
import { knownSecrets } from '../../text/secrets/secrets.ts'
import type { AgentRequest } from '../agent-conversation.ts'
import type { ToolSource } from '../environment/tool-source.ts'
import { excerpt } from '../excerpt.ts'
import { answerReader, type AnswerPaths } from './answer-reader.ts'
import { contentWords } from './content-words.ts'
import { checkedUrl, shownUrl } from './http-redirects.ts'
import { placeholdersOf } from './json-template.ts'

export type HttpTargetOptions = AnswerPaths & {
  readonly name?: string
  /** May contain placeholders, which are percent-encoded. */
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON with placeholders; see `httpTarget`. */
  readonly body?: unknown
  /** Defaults to 10 MiB. */
  readonly maxReplyBytes?: number
  /** Returns the time at which an exchange begins; defaults to the system's clock. */
  readonly clock?: () => Date
  /** Sources that answer calls posted to `{{tools}}`, in this order; defaults to the case's mocks. */
  readonly environment?: readonly ToolSource[]
}

const defaultBody = {
  message: '{{message}}',
  history: '{{history}}',
  session: '{{session}}',
  tools: '{{tools}}',
  input: '{{input}}',
}

export type Endpoint = ReturnType<typeof endpointOf>

/**
 * Checks and completes the options. `redactKnown` hides the secrets of the run.
 *
 * @throws {EvalError} `config`
 */
export function endpointOf(options: HttpTargetOptions, redactKnown: (text: string) => string) {
  const { method = 'POST', body = defaultBody, maxReplyBytes = 10 * 2 ** 20 } = options
  const address = shownUrl(
    checkedUrl(
      options.url,
      message('Write it like {example}', { example: 'http://127.0.0.1:8000/chat' }),
      message('Send them in headers, as Authorization'),
    ),
  )
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
    /** The url without secrets. */
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
    // Getters, because pictures are large and need converting only on use.
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

// Lists the placeholders, with no real values.
const anyRequest: AgentRequest = {
  message: '',
  content: {},
  history: [],
  caseId: '',
  conversation: '',
  session: { appName: '', userId: '', id: '', state: {} },
}

function headersOf({ headers = {}, stream }: HttpTargetOptions): Headers {
  const accept = stream === undefined ? 'application/json' : 'text/event-stream'
  return checkedHeaders({ 'content-type': 'application/json', accept }, headers)
}

/** Merges the headers; `given` overrides `ours`. @throws {EvalError} `config` for one that cannot be sent */
export function checkedHeaders(
  ours: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
): Headers {
  const headers = new Headers(ours)
  for (const [name, value] of Object.entries(given)) {
    try {
      headers.set(name, value)
    } catch {
      // Without the cause, which quotes the value, and that may be a key.
      throw new EvalError('config', message('The header {name} cannot be sent', { name: excerpt(name, 50) }), {
        hint: message('A header’s name is one word and its value one line'),
      })
    }
  }
  return headers
}

/** Hides keys in answers, since servers often quote a request. */
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

export function isKey(name: string): boolean {
  return /key|token|secret|pass|auth|cookie|credential|sig/i.test(name)
}

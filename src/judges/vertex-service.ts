import { z } from 'zod'
import { EvalError, message, type Message, parsedJson } from '../core/index.ts'
import type { LanguageModel } from '../models/index.ts'
import { ModelFailure } from '../models/model-failure.ts'
import { retryAfter } from '../models/retry-after.ts'
import { redactor } from '../models/secrets.ts'

export type VertexServiceOptions = {
  /** The project that pays for the call. An API key has a project of its own. */
  readonly place?: {
    readonly project: string
    /** A region, such as `us-central1`, or `global`. */
    readonly location: string
  }
  /** The base address without version, when it is not Google's own. */
  readonly baseUrl?: string
  /** Reads a `Retry-After` that is a date; the system's clock by default. */
  readonly clock?: () => Date
  /** Milliseconds since an arbitrary point. */
  readonly now?: () => number
} & ({ readonly accessToken: () => Promise<string> } | { readonly apiKey: string })

/**
 * Calls Vertex AI's `evaluateInstances`: a request's text is the JSON to post, the reply's text is the JSON of the
 * response. It is a `LanguageModel`, so that the retries, the pace and the time limit of models apply to it.
 * Method and address are those of Google's REST reference, `projects.locations.evaluateInstances` of `v1beta1`.
 *
 * @throws {EvalError} `config` when the location cannot be part of an address
 */
export function vertexService(options: VertexServiceOptions): LanguageModel {
  const { baseUrl, now = () => performance.now() } = options
  const address = addressOf(options)
  return {
    id: 'vertex-evaluation',
    provider: 'vertex',
    ...(baseUrl === undefined ? {} : { baseUrl }),
    async generate({ messages }, signal) {
      signal.throwIfAborted()
      const startedAt = now()
      const credential = await credentialOf(options)
      const reply = await post(address, messages.map(({ text }) => text).join(''), credential, signal)
      if (reply.status !== 200) throw refusal(reply, credential, options)
      return { text: reply.text, finishReason: 'stop', latencyMs: now() - startedAt, calls: 1 }
    },
  }
}

type Credential = { readonly header: string; readonly secret: string; readonly value: string }
type HttpReply = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }

const provider = 'Vertex AI evaluation'

function addressOf({ place, baseUrl }: VertexServiceOptions): string {
  // Google's SDK builds this path for a key without a project.
  if (place === undefined) return `${baseUrl ?? 'https://aiplatform.googleapis.com'}/v1beta1/:evaluateInstances`
  const { project, location } = place
  // The location becomes part of the host that receives the credentials.
  if (!/^[a-z0-9-]+$/.test(location)) {
    throw new EvalError('config', message('"{location}" is no location of Google Cloud', { location }), {
      hint: message('Write a region, such as us-central1'),
    })
  }
  const host = location === 'global' ? 'aiplatform.googleapis.com' : `${location}-aiplatform.googleapis.com`
  const origin = baseUrl ?? `https://${host}`
  return `${origin}/v1beta1/projects/${encodeURIComponent(project)}/locations/${location}:evaluateInstances`
}

async function credentialOf(options: VertexServiceOptions): Promise<Credential> {
  const secret = 'apiKey' in options ? options.apiKey : await options.accessToken()
  // The network layer would report this too, with the secret in its message.
  if (!/^[\x21-\x7e]+$/.test(secret)) {
    throw new EvalError('config', message('The Google credentials hold something that cannot be a key or a token'), {
      hint: message('Copy it again: it has a space, a line break or a letter that keys do not have'),
    })
  }
  return 'apiKey' in options
    ? { header: 'x-goog-api-key', secret, value: secret }
    : { header: 'authorization', secret, value: `Bearer ${secret}` }
}

async function post(address: string, body: string, credential: Credential, signal: AbortSignal): Promise<HttpReply> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [credential.header]: credential.value },
      body,
      signal,
      // A redirect must not send the key to another host.
      redirect: 'manual',
    })
    const headers = Object.fromEntries(response.headers)
    return { status: response.status, headers, text: await response.text() }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TypeError)) throw error
    const problem = redactor([credential.secret])(networkCode(error) ?? error.message)
    throw new ModelFailure(message('{provider} cannot be reached: {problem}', { provider, problem }), {
      retryable: true,
      hint: message('See whether the network is there, and whether the address is right'),
    })
  }
}

// fetch wraps the system's error once.
function networkCode({ cause }: Error): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}

const ErrorBody = z.object({ error: z.object({ message: z.string() }) })

function refusal(
  { status, headers, text }: HttpReply,
  { secret }: Credential,
  options: VertexServiceOptions,
): ModelFailure {
  const told = ErrorBody.safeParse(parsedJson(text)).data
  const problem = redactor([secret])(told?.error.message ?? text)
  const sentence =
    problem === ''
      ? message('{provider} answered with status {status}', { provider, status })
      : message('{provider} answered with status {status}: {problem}', { provider, status, problem })
  const { clock = () => new Date() } = options
  const retryable = [408, 429].includes(status) || (status >= 500 && status !== 501)
  return new ModelFailure(sentence, {
    status,
    retryable,
    retryAfterMs: retryable ? retryAfter(headers, text, clock().getTime()) : undefined,
    hint: hintFor(status, options),
  })
}

function hintFor(status: number, { place }: VertexServiceOptions): Message {
  if (status === 401)
    return message('Log in at Google again, or get a new access token: gcloud auth print-access-token')
  const { project, location } = place ?? { project: '–', location: '–' }
  if (place === undefined && (status === 403 || status === 404))
    return message('See whether the API key is one of Vertex AI, and set project and location if it is not')
  if (status === 403)
    return message('See whether the Vertex AI API is switched on in {project}, and whether you may use it', { project })
  if (status === 404) return message('See whether {project} and {location} are right', { project, location })
  if (status === 429)
    return message('Wait, ask for a higher limit at {provider}, or ask fewer questions at once', { provider })
  if (status >= 500) return message('{provider} has trouble; try again later', { provider })
  return message('To do without this service, name a judge (--judge, in code `judge`)')
}

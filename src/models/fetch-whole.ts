import http from 'node:http'
import https from 'node:https'

const largestAnswer = 64 * 2 ** 20

// Many servers close a connection that is quiet for five seconds, and a question sent just then would be lost.
const connections = { keepAlive: true, timeout: 4000 }
const plain = { request: http.request, agent: new http.Agent(connections) }
const secure = { request: https.request, agent: new https.Agent(connections) }

/**
 * A `fetch` whose answers are read whole. On `node:http` a call takes a fifth less time than through the streams of the
 * global `fetch`. Redirects, proxies and bodies that are not text are left to the global one.
 */
export const fetchWhole: typeof fetch = async (address, init = {}) => {
  const { body = null, method = 'GET', signal } = init
  const { options } = http.globalAgent as http.Agent & { readonly options: { readonly proxyEnv?: object } }
  const isProxied = options.proxyEnv !== undefined
  if (isProxied || address instanceof Request || (body !== null && typeof body !== 'string'))
    return fetch(address, init)
  signal?.throwIfAborted()
  const headers = { accept: '*/*', ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' }
  const response = await answerOf({ url: new URL(address), method, headers, body, signal })
  return response ?? fetch(address, init)
}

type Question = {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal?: AbortSignal | null | undefined
}

/** Returns undefined for a redirect. `isAnew`: on a connection of its own. */
async function answerOf(question: Question, isAnew = false): Promise<Response | undefined> {
  const { url, method, headers, body, signal } = question
  const { request, agent } = url.protocol === 'https:' ? secure : plain
  return new Promise((resolve, reject) => {
    let hasBegun = false
    const asked = request(url, { method, headers, agent: isAnew ? false : agent }, (heard) => {
      hasBegun = true
      resolve(isRedirect(heard) ? undefined : whole(heard))
    })
    const stop = () => asked.destroy(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    const fail = (cause: NodeJS.ErrnoException) => {
      // An answer that breaks off says so where it is read, and may have been paid: nothing is asked again here.
      if (hasBegun) return
      if (signal?.aborted === true) reject(cause)
      // The server had closed a connection that was used before, and the question crossed with that.
      else if (asked.reusedSocket && /^(?:ECONNRESET|EPIPE)$/.test(cause.code ?? '')) resolve(answerOf(question, true))
      // The global fetch fails like this, and the packages of the providers know it.
      else reject(new TypeError('fetch failed', { cause }))
    }
    asked.on('error', fail)
    asked.on('close', () => {
      signal?.removeEventListener('abort', stop)
      // Only where there is no answer, such as when the server wants to speak another protocol.
      fail(new Error('the connection was closed without an answer'))
    })
    asked.end(body)
  })
}

function isRedirect(heard: http.IncomingMessage): boolean {
  const { statusCode = 0 } = heard
  if (statusCode < 300 || statusCode >= 400) return false
  heard.destroy()
  return true
}

/** Reads the answer whole. Where it breaks off, reading the body fails with the cause. */
async function whole(heard: http.IncomingMessage): Promise<Response> {
  const { statusCode: status = 0, statusMessage: statusText, rawHeaders } = heard
  if (status < 200 || status > 599) throw new TypeError('fetch failed', { cause: new Error(`status ${status}`) })
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  const encoding = headers.get('content-encoding')
  const body = await bodyOf(heard)
    .then(async (bytes) => (encoding === null ? bytes : decoded(bytes, encoding)))
    .catch((error: unknown) => new ReadableStream({ start: (controller) => controller.error(error) }))
  return new Response(status === 204 || status === 205 ? null : body, { status, statusText, headers })
}

async function bodyOf(heard: http.IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    heard.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if ((size += chunk.length) > largestAnswer) heard.destroy(new RangeError(`more than ${largestAnswer} bytes`))
    })
    heard.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject)
  })
}

/** Some servers compress whatever is asked for, even several times. */
async function decoded(bytes: Uint8Array<ArrayBuffer>, encodings: string): Promise<Uint8Array<ArrayBuffer>> {
  const { brotliDecompressSync, unzipSync, zstdDecompressSync } = await import('node:zlib')
  type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array<ArrayBuffer>
  const decoders = new Map<string, Decode>([
    ['gzip', unzipSync],
    ['x-gzip', unzipSync],
    ['deflate', unzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ])
  let read = bytes
  for (const name of encodings.toLowerCase().split(',').toReversed()) {
    const decode = decoders.get(name.trim())
    if (decode !== undefined && read.length > 0) read = decode(read, { maxOutputLength: largestAnswer })
  }
  return read
}

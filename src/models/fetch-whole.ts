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
  // The types of Node.js lack the agent's options.
  const { options } = http.globalAgent as http.Agent & { readonly options: { readonly proxyEnv?: object } }
  const isProxied = options.proxyEnv !== undefined
  if (isProxied || address instanceof Request || (body !== null && typeof body !== 'string'))
    return fetch(address, init)
  signal?.throwIfAborted()
  const url = new URL(address)
  const headers = { accept: '*/*', ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' }
  const response = await new Promise<Response | undefined>((resolve, reject) => {
    const { request, agent } = url.protocol === 'https:' ? secure : plain
    const asked = request(url, { agent, method, headers }, (heard) =>
      resolve(isRedirect(heard) ? undefined : whole(heard)),
    )
    const stop = () => asked.destroy(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    // The global fetch fails like this, and the packages of the providers know it.
    asked.on('error', (cause) => reject(signal?.aborted === true ? cause : new TypeError('fetch failed', { cause })))
    asked.on('close', () => signal?.removeEventListener('abort', stop))
    asked.end(body)
  })
  return response ?? fetch(address, init)
}

function isRedirect(heard: http.IncomingMessage): boolean {
  const { statusCode = 0 } = heard
  if (statusCode < 300 || statusCode >= 400) return false
  heard.destroy()
  return true
}

/** Reads the answer whole. Where it breaks off, reading the body fails with the cause. */
async function whole(heard: http.IncomingMessage): Promise<Response> {
  const { statusCode: status, statusMessage: statusText, rawHeaders } = heard
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  const body = await bodyOf(heard).catch(
    (error: unknown) => new ReadableStream({ start: (controller) => controller.error(error) }),
  )
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

import { Readable, pipeline } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { acceptedCoding } from './accepted-coding.ts'

/** Smaller answers fit into one packet and would not arrive sooner. */
const leastBytes = 1024

/** Content types that are text; events are left out, since each must arrive at once. */
const text = /^(?:text\/(?!event-stream)|application\/(?:json|xml|javascript|[\w.+-]+\+(?:json|xml))(?:;|$)|image\/svg)/

export function compressAnswers(): MiddlewareHandler {
  return async (context, next) => {
    await next()
    const { req, res } = context
    const { headers } = res
    if (!text.test(headers.get('content-type') ?? '')) return
    if (headers.has('content-encoding') || headers.has('content-range')) return
    if (!/\baccept-encoding\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'accept-encoding')
    const coding = acceptedCoding(req.header('accept-encoding'), ['br', 'gzip'])
    if (coding === 'identity' || res.body === null || req.method === 'HEAD') return
    if (/\bno-transform\b/i.test(headers.get('cache-control') ?? '')) return
    const { pieces, isSmall } = await withBeginning(res.body)
    const body = Readable.from(pieces, { objectMode: false })
    const sent = isSmall ? body : pipeline(body, packerOf(coding), () => undefined)
    // The cast: Node's own type of the same stream.
    context.res = new Response(Readable.toWeb(sent) as unknown as ReadableStream<Uint8Array>, res)
    if (isSmall) return
    context.res.headers.set('content-encoding', coding)
    context.res.headers.delete('content-length')
  }
}

/** Brotli at its highest quality takes longer than sending the bytes it saves. */
function packerOf(coding: 'br' | 'gzip') {
  return coding === 'gzip'
    ? createGzip()
    : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 19 } })
}

/** Reads only as much of a body as tells whether it is small; `pieces` then yields all of it. */
async function withBeginning(body: ReadableStream<Uint8Array>) {
  // The cast: Node's own type of the same stream.
  const left = (body as NodeStream<Uint8Array>).values()
  const beginning: Uint8Array[] = []
  let bytes = 0
  let last: Promise<IteratorResult<Uint8Array>> | undefined
  while (bytes < leastBytes && last === undefined) {
    const next = left.next()
    const piece = await next.catch(() => undefined)
    if (piece === undefined || piece.done === true) last = next
    else beginning.push(piece.value)
    bytes += piece?.value?.length ?? 0
  }
  async function* pieces() {
    yield* beginning
    // An error in the beginning reaches the reader like a later one.
    await last
    yield* left
  }
  return { pieces: pieces(), isSmall: last !== undefined }
}

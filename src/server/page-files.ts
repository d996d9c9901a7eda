import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { type Coding, acceptedCoding } from './coding/accepted-coding.ts'

type PageFile = {
  readonly type: string
  /** The content by coding. The build writes `br`; the others are made on first request. */
  readonly encoded: Map<Coding, Uint8Array>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/** Serves the built page from memory: requests choose among the files read at the start and cannot reach other paths. */
export function servePage(app: Hono, folder: string): void {
  const files = readFiles(folder)
  app.get('*', (context) => {
    const { path } = context.req
    // The page itself resolves deep links.
    const file = files.get(path) ?? (path.startsWith('/assets/') ? undefined : files.get('/index.html'))
    if (file === undefined) return context.notFound()
    // Browsers accept Brotli only from this machine and over TLS.
    const offered = file.encoded.has('br') ? (['br', 'gzip'] as const) : (['gzip'] as const)
    const encoding = acceptedCoding(context.req.header('accept-encoding'), offered)
    context.header('content-type', file.type)
    context.header('vary', 'accept-encoding')
    // Names in assets/ change with their content.
    context.header('cache-control', path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache')
    if (encoding !== 'identity') context.header('content-encoding', encoding)
    return context.body(new Uint8Array(bytesIn(file, encoding)))
  })
}

function bytesIn(file: PageFile, encoding: Coding): Uint8Array {
  const { encoded } = file
  const bytes = encoded.get(encoding) ?? (encoding === 'gzip' ? gzipSync(plainOf(file)) : plainOf(file))
  encoded.set(encoding, bytes)
  return bytes
}

function plainOf({ encoded }: PageFile): Uint8Array {
  return encoded.get('identity') ?? brotliDecompressSync(encoded.get('br') ?? new Uint8Array())
}

function readFiles(folder: string): ReadonlyMap<string, PageFile> {
  return new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
      const name = path.replace(/\.br$/, '')
      const type = types[extname(name)]
      if (type === undefined) return []
      const encoded = new Map([[name === path ? 'identity' : 'br', readFileSync(join(folder, path))] as const])
      return [[`/${name.split(sep).join('/')}`, { type, encoded }] as const]
    }),
  )
}

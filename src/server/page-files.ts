import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { type Coding, acceptedCoding } from './coding/accepted-coding.ts'

type PageFile = {
  readonly type: string
  /** By what it is encoded in. The build leaves `br`; the others are made when somebody asks for them. */
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

/** Serves the built page from memory: requests choose among what was read at the start, and touch no path. */
export function servePage(app: Hono, folder: string): void {
  const files = readFiles(folder)
  app.get('*', (context) => {
    const { path } = context.req
    // The page itself finds out what a deep link means.
    const file = files.get(path) ?? (path.startsWith('/assets/') ? undefined : files.get('/index.html'))
    if (file === undefined) return context.notFound()
    // Browsers take Brotli from this machine and over TLS only.
    const offered = file.encoded.has('br') ? (['br', 'gzip'] as const) : (['gzip'] as const)
    const encoding = acceptedCoding(context.req.header('accept-encoding'), offered)
    context.header('content-type', file.type)
    context.header('vary', 'accept-encoding')
    // Names in assets/ change with what is in them.
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

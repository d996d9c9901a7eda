import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import type { Hono } from 'hono'

type PageFile = {
  readonly type: string
  /** By what it is encoded in. The build leaves `br`; the others are made when somebody asks for them. */
  readonly encoded: Map<Encoding, Uint8Array>
}

type Encoding = 'br' | 'gzip' | 'identity'

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
    const encoding = encodingOf(file, context.req.header('accept-encoding'))
    context.header('content-type', file.type)
    context.header('vary', 'accept-encoding')
    // Names in assets/ change with what is in them.
    context.header('cache-control', path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache')
    if (encoding !== 'identity') context.header('content-encoding', encoding)
    return context.body(new Uint8Array(bytesIn(file, encoding)))
  })
}

/** Browsers take Brotli from this machine and over TLS only. */
function encodingOf({ encoded }: PageFile, accepted = ''): Encoding {
  if (encoded.has('br') && /\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

function bytesIn(file: PageFile, encoding: Encoding): Uint8Array {
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

import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Hono } from 'hono'

type PageFile = { readonly type: string; readonly bytes: Uint8Array; readonly packed: Uint8Array }

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
    const packed = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '')
    context.header('content-type', file.type)
    context.header('vary', 'accept-encoding')
    // Names in assets/ change with what is in them.
    context.header('cache-control', path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache')
    if (packed) context.header('content-encoding', 'gzip')
    return context.body(new Uint8Array(packed ? file.packed : file.bytes))
  })
}

function readFiles(folder: string): ReadonlyMap<string, PageFile> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    found.flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const type = types[extname(entry.name)]
      if (type === undefined) return []
      const bytes = readFileSync(path)
      return [[`/${relative(folder, path).split(sep).join('/')}`, { type, bytes, packed: gzipSync(bytes) }] as const]
    }),
  )
}

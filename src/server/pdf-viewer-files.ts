import { readFileSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Hono } from 'hono'

type PdfViewerFilesPart = { readonly path: string; readonly type: string }

const script = 'text/javascript; charset=utf-8'
const bytes = 'application/octet-stream'

/**
 * Serves the PDF viewer from the package that the server reads PDFs with, so that the page need not contain half a megabyte of it:
 * its script and worker, and the character maps and standard fonts for PDFs that embed no fonts.
 */
export function servePdfViewer(app: Hono): void {
  const folder = fileURLToPath(new URL('.', import.meta.resolve('#pdfjs/package.json')))
  const parts = partsIn(folder)
  // A weak tag, since the same content is sent compressed or not.
  const tag = `W/"${versionIn(folder)}"`
  app.get('/pdfjs/*', async (context) => {
    const part = parts.get(context.req.path)
    if (part === undefined) return context.notFound()
    context.header('etag', tag)
    context.header('cache-control', 'no-cache')
    if (context.req.header('if-none-match') === tag) return context.body(null, 304)
    context.header('content-type', part.type)
    return context.body(new Uint8Array(await readFile(part.path)))
  })
}

/** Lists all files once, so that a request chooses among names and cannot reach other paths. */
function partsIn(folder: string): ReadonlyMap<string, PdfViewerFilesPart> {
  const named = (under: string, ending: RegExp, type: string) =>
    readdirSync(join(folder, under))
      .filter((name) => ending.test(name))
      .map((name) => [`/pdfjs/${under}/${name}`, { path: join(folder, under, name), type }] as const)
  return new Map<string, PdfViewerFilesPart>([
    ['/pdfjs/pdf.mjs', { path: join(folder, 'legacy', 'build', 'pdf.mjs'), type: script }],
    ['/pdfjs/pdf.worker.mjs', { path: join(folder, 'legacy', 'build', 'pdf.worker.mjs'), type: script }],
    ...named('cmaps', /\.bcmap$/, bytes),
    ...named('standard_fonts', /\.(?:pfb|ttf)$/, bytes),
    // Image decoders as scripts, because the page's policy forbids WebAssembly.
    ...named('wasm', /_nowasm_fallback\.js$/, script),
  ])
}

function versionIn(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}

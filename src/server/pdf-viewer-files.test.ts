import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { servePdfViewer } from './pdf-viewer-files.ts'

const app = new Hono()
servePdfViewer(app)

async function asked(path: string, headers: Record<string, string> = {}) {
  const response = await app.request(path, { headers })
  return { status: response.status, type: response.headers.get('content-type'), tag: response.headers.get('etag') }
}

describe('the parts of the PDF viewer', () => {
  it.each([
    ['/pdfjs/pdf.mjs', 'text/javascript; charset=utf-8'],
    ['/pdfjs/pdf.worker.mjs', 'text/javascript; charset=utf-8'],
    ['/pdfjs/cmaps/UniJIS-UCS2-H.bcmap', 'application/octet-stream'],
    ['/pdfjs/standard_fonts/LiberationSans-Regular.ttf', 'application/octet-stream'],
    ['/pdfjs/wasm/openjpeg_nowasm_fallback.js', 'text/javascript; charset=utf-8'],
  ])('are there: %s', async (path, type) => {
    expect(await asked(path)).toMatchObject({ status: 200, type })
  })

  it.each([
    '/pdfjs/',
    '/pdfjs/package.json',
    '/pdfjs/pdf.sandbox.mjs',
    '/pdfjs/wasm/quickjs-eval.js',
    '/pdfjs/wasm/openjpeg.wasm',
    '/pdfjs/cmaps/../package.json',
    '/pdfjs/constructor',
  ])('are all there is: %s', async (path) => {
    expect((await asked(path)).status).toBe(404)
  })

  it('are not sent again while they are the same', async () => {
    const { tag } = await asked('/pdfjs/pdf.mjs')
    expect((await asked('/pdfjs/pdf.mjs', { 'if-none-match': tag ?? '' })).status).toBe(304)
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { servePage } from './page-files.ts'

const script = `globalThis.times = ${JSON.stringify('審査 '.repeat(500))}`
const html = '<!doctype html><p>the page</p>'
const folder = mkdtempSync(join(tmpdir(), 'shinsa-page-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'assets', 'index-1.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'index.html'), html)
afterAll(() => rmSync(folder, { recursive: true }))

const app = new Hono()
servePage(app, folder)

const asked = async (path: string, accepted?: string) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  const response = await app.request(path, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, encoding: response.headers.get('content-encoding'), type: typeOf(response), bytes }
}
const typeOf = (response: Response) => response.headers.get('content-type')

describe('servePage', () => {
  it('gives what the build has packed as it is, to whom takes it', async () => {
    const { encoding, type, bytes } = await asked('/assets/index-1.js', 'gzip, deflate, br, zstd')
    expect(encoding).toBe('br')
    expect(type).toBe('text/javascript; charset=utf-8')
    expect(brotliDecompressSync(bytes).toString()).toBe(script)
  })

  it.each(['first', 'second'])('packs it in another way or not at all for others, the %s time', async () => {
    const packed = await asked('/assets/index-1.js', 'gzip, deflate')
    expect(packed.encoding).toBe('gzip')
    expect(gunzipSync(packed.bytes).toString()).toBe(script)
    const plain = await asked('/assets/index-1.js')
    expect(plain.encoding).toBeNull()
    expect(plain.bytes.toString()).toBe(script)
  })

  it('gives the page itself for deep links, and nothing for files that it does not have', async () => {
    const page = await asked('/runs/some-run/cases/1', 'br')
    expect([page.encoding, page.bytes.toString()]).toEqual([null, html])
    expect(gunzipSync((await asked('/', 'gzip')).bytes).toString()).toBe(html)
    expect((await asked('/assets/index-1.js.br')).status).toBe(404)
    expect((await asked('/assets/other.js')).status).toBe(404)
  })
})

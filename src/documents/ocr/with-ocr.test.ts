import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import { afterAll, describe, expect, it } from 'vitest'
import { toEnglish } from '../../core/index.ts'
import { readDocument, verifyQuote, withOcr } from '../index.ts'

const folder = mkdtempSync(join(tmpdir(), 'shinsa-ocr-'))
afterAll(() => rmSync(folder, { recursive: true }))
const scan = (name: string) => fileURLToPath(new URL(`../../../test/fixtures/scans/${name}`, import.meta.url))

const read = async (path: string) => withOcr(await readDocument(path), path)

const readings = new Map<string, ReturnType<typeof read>>()

/** Reading letters takes seconds: what several tests look at is read once. */
function readOnce(path: string): ReturnType<typeof read> {
  const reading = readings.get(path) ?? read(path)
  readings.set(path, reading)
  return reading
}

/**
 * A file whose only page holds one picture, as a scanner makes it, or so much of it from above: a page that has to be turned is
 * read many times, and each of them takes as long as there is to read.
 */
async function pdfOf(picture: string, turned = 0, shown = 500): Promise<string> {
  const path = join(folder, `${picture}-${turned}.pdf`)
  const [width, height] = turned % 180 === 0 ? [620, shown] : [shown, 620]
  const pdf = new Pdf({ size: [width, height], margin: 0 })
  const file = createWriteStream(path)
  pdf.pipe(file)
  pdf
    .translate(width / 2, height / 2)
    .rotate(turned)
    .image(scan(picture), -310, -shown / 2, { width: 620, height: 500 })
  pdf.end()
  await finished(file)
  return path
}

const lines = async (name: string) => (await readOnce(scan(name))).pages[0]?.text.split('\n')

const english = 'The supplier answers reports of faults within 8 hours of their receipt.'
const japanese = '障害の連絡を受けてから8時間以内に回答する。'

describe('letters on pictures', () => {
  it.each([
    ['a picture in English', async () => scan('agreement.en.png'), english],
    ['a picture in Japanese', async () => scan('agreement.ja.png'), japanese],
    ['one that lay askew, with noise', async () => scan('agreement-askew.en.jpg'), english],
    ['a scanned page', async () => pdfOf('agreement.en.png'), english],
    ['a scanned page in Japanese', async () => pdfOf('agreement.ja.png'), japanese],
    ['a page that lay on its side', async () => pdfOf('agreement.ja.png', 90, 145), japanese],
    ['a page upside down', async () => pdfOf('agreement.en.png', 180, 145), english],
  ])('are read: %s', async (_, pathOf, line) => {
    const document = await readOnce(await pathOf())
    const [page] = document.pages
    expect(page?.unread).toBeUndefined()
    expect(page?.text).toContain(line)
    expect(page?.ocr?.confidence).toBeGreaterThan(0.85)
    expect(page?.warnings.map(toEnglish)).toEqual([
      expect.stringMatching(/^page 1 was read by OCR, 9\d % sure of its letters$/),
    ])
    expect(verifyQuote(line, document).status).toBe('verified')
  })

  it('keep the cells of a table apart, and Japanese together', async () => {
    expect(await lines('agreement.en.png')).toContain('Inspection\t6 months\tEUR 450')
    expect(await lines('agreement.ja.png')).toContain('フィルター交換\t12か月\t8,000円')
  })

  it('say where each word stands, as shares of the page', async () => {
    const document = await readOnce(await pdfOf('agreement.en.png'))
    const word = document.pages[0]?.ocr?.words.find(({ text }) => text === 'warranty')
    expect(word).toMatchObject({ left: expect.closeTo(0.14, 1), top: expect.closeTo(0.27, 1) })
    expect(word?.width).toBeLessThan(0.2)
  })

  it('are not made up: what is noise stays unread', async () => {
    // The upper fifth of the page: it is read lying four ways and in two languages.
    const path = join(folder, 'noise.pdf')
    const page = readFileSync(scan('jpeg.ja.pdf'), 'latin1')
    writeFileSync(path, page.replace('[ 0 0 372.75 526.5 ]', '[ 0 427 372.75 526 ]'), 'latin1')
    const document = await read(path)
    expect(document.pages[0]).toMatchObject({ text: '', unread: true })
    expect(document.pages[0]?.warnings.map(toEnglish)).toEqual([
      'page 1 draws but has no text: scanned?',
      expect.stringMatching(/^page 1 could not be read by OCR either: [3-5]\d % sure of its letters$/),
    ])
  })

  it('are not looked for where the text is known, and no longer than somebody waits', async () => {
    const path = join(folder, 'notes.md')
    writeFileSync(path, '# Notes')
    const text = await readDocument(path)
    expect(await withOcr(text, path)).toBe(text)
    const picture = await readDocument(scan('agreement.en.png'))
    const stopping = new AbortController()
    const reading = withOcr(picture, scan('agreement.en.png'), stopping.signal)
    stopping.abort(new Error('enough'))
    await expect(reading).rejects.toThrow('enough')
  })

  it('stay unread on a picture that cannot be decoded', async () => {
    const path = join(folder, 'cut.png')
    writeFileSync(path, Buffer.concat([pngHeader(400, 300), Buffer.from('and nothing more')]))
    expect((await read(path)).pages[0]).toMatchObject({ text: '', unread: true })
  })
})

/** Of a picture of that size, as far as its header says. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080000000000000000', 'hex')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}

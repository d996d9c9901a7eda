import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { writePages } from '../../test/fixtures/write-pdf.ts'
import { type ScannedImage, type ScannedPage, wholePage, writeScan } from '../../test/fixtures/write-scan.ts'
import { toEnglish } from '../core/index.ts'
import { readDocument, readPagePictures } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'shinsa-scans-'))
afterAll(() => rmSync(folder, { recursive: true }))
const scans = fileURLToPath(new URL('../../test/fixtures/scans/', import.meta.url))

/** Black in the upper left corner. */
const corner: ScannedImage = { width: 60, height: 80, isBlack: (x, y) => x < 30 && y < 20 }
const words = (size: number, text: string) => `BT /F1 ${size} Tf 40 800 Td (${text}) Tj ET `
const paragraph = Array.from(
  { length: 12 },
  (_, line) => `BT /F1 10 Tf 40 ${780 - 14 * line} Td (Line ${line} of a page that says what it shows.) Tj ET `,
).join('')

let files = 0
function written(bytes: Uint8Array): string {
  const path = join(folder, `${(files += 1)}.pdf`)
  writeFileSync(path, bytes)
  return path
}

async function firstPage(path: string) {
  const [page] = (await readDocument(path)).pages
  return { unread: page?.unread === true, warnings: page?.warnings.map(toEnglish) ?? [] }
}

describe('pages that were scanned', () => {
  it.each([
    ['an image alone', { content: wholePage, images: [corner] }],
    [
      'strips of an image',
      { content: 'q 595 0 0 421 0 421 cm /Im1 Do Q q 595 0 0 421 0 0 cm /Im2 Do Q', images: [corner, corner] },
    ],
    ['black and white', { content: wholePage, images: [{ ...corner, stencil: true }] }],
    ['a small one', { content: 'q 120 0 0 160 40 600 cm /Im1 Do Q', images: [corner] }],
    [
      'one that is scaled first',
      { content: 'q 0.24 0 0 0.24 0 0 cm q 2480 0 0 3508 0 0 cm /Im1 Do Q Q', images: [corner] },
    ],
  ] satisfies [string, ScannedPage][])('are not read: %s', async (_, page) => {
    expect(await firstPage(written(writeScan([page])))).toEqual({
      unread: true,
      warnings: ['page 1 draws but has no text: scanned?'],
    })
  })

  it('are not read for a page number, a stamp or a heading in text', async () => {
    const stamped = wholePage + words(9, 'Scanned by the archive, 3 March 2024, page 1 of 9')
    expect(await firstPage(written(writeScan([{ content: stamped, images: [corner] }])))).toEqual({
      unread: true,
      warnings: ['page 1 is mostly a picture and has little text: scanned?'],
    })
  })

  it('are read where there is text of the whole page, with a picture beside or behind it', async () => {
    const beside = `q 200 0 0 200 40 100 cm /Im1 Do Q ${paragraph}`
    const read = { unread: false, warnings: [] }
    expect(await firstPage(written(writeScan([{ content: beside, images: [corner] }])))).toEqual(read)
    expect(await firstPage(written(writeScan([{ content: wholePage + paragraph, images: [corner] }])))).toEqual(read)
  })

  it('are other than pages with nothing on them, or hardly anything', async () => {
    expect(await firstPage(written(writePages([''])))).toEqual({ unread: false, warnings: [] })
    const rule = writePages(['40 400 m 555 400 l S'])
    expect((await firstPage(written(rule))).unread).toBe(false)
    const logo = writeScan([
      { content: `q 40 0 0 20 40 780 cm /Im1 Do Q ${words(20, 'Annual report')}`, images: [corner] },
    ])
    expect((await firstPage(written(logo))).unread).toBe(false)
  })

  it('are not the only ones that say nothing: words drawn as shapes, characters that make no words', async () => {
    const outlines = Array.from({ length: 60 }, (_, letter) => `${40 + 8 * letter} 700 5 9 re f `).join('')
    expect((await firstPage(written(writePages([outlines])))).unread).toBe(true)
    const signs = '!"#&<>@^{}~`?'.repeat(3)
    const garbled = words(10, `${signs} ${signs}`)
    expect(await firstPage(written(writePages([garbled])))).toEqual({
      unread: true,
      warnings: ['page 1: its characters make no words, their font may not say what they are'],
    })
  })

  it.each(['group4.en.pdf', 'jpeg.ja.pdf'])(
    'are known as such in a file that a scanner’s program made: %s',
    async (file) => {
      expect((await firstPage(join(scans, file))).unread).toBe(true)
    },
  )
})

describe('pictures of pages', () => {
  it.each([
    ['as it lies', { content: wholePage, images: [corner] }, ['black', 'white', 'white', 'white']],
    [
      'as a stencil',
      { content: wholePage, images: [{ ...corner, stencil: true }] },
      ['black', 'white', 'white', 'white'],
    ],
    ['turned', { content: wholePage, images: [corner], entries: '/Rotate 90' }, ['white', 'black', 'white', 'white']],
    [
      'upside down',
      { content: 'q 595 0 0 -842 0 842 cm /Im1 Do Q', images: [corner] },
      ['white', 'white', 'black', 'white'],
    ],
    [
      'in strips',
      { content: 'q 595 0 0 421 0 421 cm /Im1 Do Q q 595 0 0 421 0 0 cm /Im1 Do Q', images: [corner] },
      ['black', 'white', 'white', 'white'],
    ],
  ] satisfies [string, ScannedPage, string[]][])('show what the page shows: %s', async (_, page, corners) => {
    const [picture] = (await readPagePictures(written(writeScan([page])), [1])).values()
    const { width, height, colorAt } = decoded(picture?.bytes ?? new Uint8Array())
    expect([width, height].toSorted((a, b) => a - b)).toEqual([1131, 1600])
    const [left, right, top, bottom] = [0.05 * width, 0.95 * width, 0.05 * height, 0.95 * height]
    expect([colorAt(left, top), colorAt(right, top), colorAt(left, bottom), colorAt(right, bottom)]).toEqual(corners)
  })

  it('are made of files that a scanner’s program made', async () => {
    for (const file of ['group4.en.pdf', 'jpeg.ja.pdf']) {
      const [picture] = (await readPagePictures(join(scans, file), [1])).values()
      const { dark } = decoded(picture?.bytes ?? new Uint8Array())
      expect(picture).toMatchObject({ mimeType: 'image/png', height: 1600 })
      // Ink on paper.
      expect(dark()).toBeGreaterThan(0.01)
      expect(dark()).toBeLessThan(0.15)
    }
  })

  it('are left out where a page is drawn otherwise, or its image is broken', async () => {
    const outlines = Array.from({ length: 60 }, (_, letter) => `${40 + 8 * letter} 700 5 9 re f `).join('')
    expect(
      await readPagePictures(written(writeScan([{ content: wholePage + outlines, images: [corner] }])), [1]),
    ).toEqual(new Map())
    expect(await readPagePictures(written(writePages([paragraph])), [1])).toEqual(new Map())
    const broken = writeScan([{ content: wholePage, images: [corner] }])
      .toString('latin1')
      .replace('/FlateDecode', '/JPXDecode  ')
    expect(await readPagePictures(written(Buffer.from(broken, 'latin1')), [1])).toEqual(new Map())
    expect(await readPagePictures(written(Buffer.from('%PDF-1.4\ntrailer')), [1])).toEqual(new Map())
  })
})

/** A PNG file of ours: eight bits, each row told by its difference from the one above. */
function decoded(file: Uint8Array) {
  const png = Buffer.from(file)
  const [width, height, samples] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 0 ? 1 : 3]
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  const grey = new Uint8Array(width * height)
  const above = new Uint8Array(width * samples)
  for (let y = 0; y < height; y += 1) {
    const start = y * (width * samples + 1) + 1
    for (let x = 0; x < width * samples; x += 1) above[x] = (above[x] ?? 0) + (rows[start + x] ?? 0)
    for (let x = 0; x < width; x += 1) grey[y * width + x] = above[x * samples] ?? 0
  }
  return {
    width,
    height,
    colorAt: (x: number, y: number) => ((grey[Math.round(y) * width + Math.round(x)] ?? 0) < 128 ? 'black' : 'white'),
    dark: () => grey.filter((value) => value < 128).length / grey.length,
  }
}

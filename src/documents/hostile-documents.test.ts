import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { pdfStream, writePages, writePdf } from '../../test/fixtures/write-pdf.ts'
import { EvalError, toEnglish } from '../core/index.ts'
import { defaultLimits } from './document.ts'
import { type DocumentLimits, readDocument } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'shinsa-hostile-'))
const words = 'BT /F1 12 Tf 72 700 Td (90 minutes) Tj ET'
const sound = writePages([words])
const soundText = sound.toString('latin1')

describe('a hostile document', () => {
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has ten seconds, unless somebody says otherwise', () => {
    expect(defaultLimits.milliseconds).toBe(10_000)
  })

  for (const [name, make, expected, limits] of hostileFiles()) {
    it(`gives an error or what can be read, in time: ${name}`, async () => {
      expect(await outcomeOf(name, make(), limits)).toEqual(expected)
    })
  }
})

/** One line: the error without the file's place, or the texts and warnings. */
async function outcomeOf(
  name: string,
  bytes: Uint8Array | string,
  limits: Partial<DocumentLimits> = {},
): Promise<string> {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  try {
    const { kind, pages, warnings } = await readDocument(path, { limits })
    const sentences = [...warnings, ...pages.flatMap((page) => page.warnings)].map(toEnglish)
    const texts = pages.slice(0, 3).map((page) => JSON.stringify(page.text.slice(0, 40)))
    return [`${kind}, ${pages.length} pages: ${texts.join(' ')}`, ...sentences.slice(0, 3)].join(' | ')
  } catch (cause) {
    if (!(cause instanceof EvalError)) throw cause
    return `${cause.code}: ${toEnglish(cause.sentence).replace(path, name)}`
  }
}

type Row = readonly [name: string, make: () => Uint8Array | string, expected: string, limits?: Partial<DocumentLimits>]

function hostileFiles(): readonly Row[] {
  return [
    ['empty.pdf', () => '', 'format: empty.pdf is empty'],
    ['only-a-header.pdf', () => '%PDF-1.7\n', 'format: only-a-header.pdf is broken: Invalid PDF structure.'],
    [
      'noise.pdf',
      () => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(20_000)]),
      'format: noise.pdf is broken: Invalid PDF structure.',
    ],
    [
      'noise-without-header.pdf',
      () => noise(20_000),
      'format: noise-without-header.pdf is called .pdf and does not begin like one',
    ],
    [
      'page.pdf',
      () => '<!doctype html><title>not found</title>',
      'format: page.pdf is called .pdf and does not begin like one',
    ],
    [
      'first-half.pdf',
      () => sound.subarray(0, sound.length >> 1),
      'format: first-half.pdf is broken: Invalid PDF structure.',
    ],
    [
      'no-table.pdf',
      () => soundText.slice(0, soundText.indexOf('xref\n')),
      'format: no-table.pdf is broken: Invalid PDF structure.',
    ],
    [
      'wrong-table.pdf',
      () => latin(soundText.replace(/startxref\n\d+/, 'startxref\n99999999')),
      'pdf, 1 pages: "90 minutes"',
    ],
    [
      'holes.pdf',
      () => latin(soundText.replaceAll(/\d{10} 00000 n/g, '0000000007 00000 n')),
      'pdf, 1 pages: "90 minutes"',
    ],
    ['table-after-itself.pdf', tableAfterItself, 'pdf, 1 pages: "90 minutes"'],
    [
      'table-stream-without-end.pdf',
      () => latin(soundText.replace('/Size', '/Index [0 2147483647] /Size')),
      'pdf, 1 pages: "90 minutes"',
    ],
    [
      'no-catalogue.pdf',
      () => latin(soundText.replace('/Root 1 0 R', '/Root 77 0 R')),
      'format: no-catalogue.pdf is broken: Invalid Root reference.',
    ],
    [
      'no-pages.pdf',
      () => writePdf(['<< /Type /Catalog >>']),
      'format: no-pages.pdf is broken: Invalid Root reference.',
    ],
    [
      'tree-in-itself.pdf',
      () => pageTree('<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R 2 0 R] >>'),
      'format: tree-in-itself.pdf is broken: Pages tree contains circular reference.',
    ],
    [
      'parent-of-itself.pdf',
      () => pageTree('<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R] >>'),
      'pdf, 1 pages: "90 minutes"',
    ],
    [
      'two-thousand-million-pages.pdf',
      () => latin(soundText.replace('/Count 1', '/Count 2147483647')),
      'pdf, 1 pages: "90 minutes"',
    ],
    [
      'minus-one-page.pdf',
      () => latin(soundText.replace('/Count 1', '/Count -1')),
      'format: minus-one-page.pdf has no pages',
    ],
    ['pages-of-text.pdf', () => latin(soundText.replace('/Count 1', '/Count (many)')), 'pdf, 1 pages: "90 minutes"'],
    ['deep-tree.pdf', deepTree, 'pdf, 1 pages: "" | the document has no text'],
    [
      'more-pages-than-we-read.pdf',
      () => writePages(Array.from({ length: 1001 }, () => '')),
      'format: more-pages-than-we-read.pdf has 1001 pages; at most 1000 are read',
    ],
    ['locked.pdf', () => encrypted('/Standard'), 'format: locked.pdf is protected with a password'],
    [
      'locked-in-a-way-of-its-own.pdf',
      () => encrypted('/Unheard'),
      'format: locked-in-a-way-of-its-own.pdf is broken: unknown encryption method',
    ],
    [
      'bomb.pdf',
      () => withContent(pdfStream(bomb(2000), '/Filter /FlateDecode ')),
      'format: bomb.pdf takes more than 200 MB of memory to read',
      { memoryBytes: 200 * 1024 * 1024, unpackedBytes: Number.POSITIVE_INFINITY },
    ],
    [
      'bomb-in-a-bomb.pdf',
      () => withContent(pdfStream(deflateSync(bomb(2000)), '/Filter [/FlateDecode /FlateDecode] ')),
      'format: bomb-in-a-bomb.pdf takes more than 200 MB of memory to read',
      { memoryBytes: 200 * 1024 * 1024, unpackedBytes: Number.POSITIVE_INFINITY },
    ],
    [
      'small-bomb.pdf',
      () => withContent(pdfStream(packed(bomb(300), 1), '/Filter [/FlateDecode /Fl] ')),
      'format: small-bomb.pdf has streams that unpack to more than 128 MB',
    ],
    [
      'smaller-bomb.pdf',
      () => withContent(pdfStream(packed(bomb(300), 3), '/Filter [/Fl /FlateDecode /FlateDecode /F#6ca#74eDecode] ')),
      'format: smaller-bomb.pdf has streams that unpack to more than 128 MB',
    ],
    [
      'bomb-in-a-map.pdf',
      () => withMapStream(pdfStream(packed(bomb(300), 1), '/Filter [/FlateDecode /FlateDecode] ')),
      'format: bomb-in-a-map.pdf has streams that unpack to more than 128 MB',
    ],
    [
      'many-small-bombs.pdf',
      () => manyPages(8, pdfStream(packed(bomb(80), 1), '/Filter [/Fl /Fl] ')),
      'format: many-small-bombs.pdf has streams that unpack to more than 128 MB',
    ],
    [
      'seven-times.pdf',
      () => withContent(pdfStream(packed(words, 7), `/Filter [${'/FlateDecode '.repeat(7)}] `)),
      'format: seven-times.pdf has a stream with more than six filters, one packed in the other',
    ],
    [
      'twice.pdf',
      () => withContent(pdfStream(packed(words, 2), '/Filter [/FlateDecode /FlateDecode] ')),
      'pdf, 1 pages: "90 minutes"',
    ],
    [
      'thousand-filters.pdf',
      () => withContent(pdfStream(words, `/Filter [${'/ASCIIHexDecode '.repeat(1000)}] `)),
      'format: thousand-filters.pdf has a stream with more than six filters, one packed in the other',
    ],
    [
      'wide-predictor.pdf',
      () =>
        withContent(
          pdfStream(
            deflateSync(Buffer.from(words)),
            '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2147483647 /Colors 32 /BitsPerComponent 16 >> ',
          ),
        ),
      'format: wide-predictor.pdf is broken: Invalid typed array length: -64',
    ],
    [
      'endless-length.pdf',
      () => latin(soundText.replace(/\/Length \d+/, '/Length 99999999999')),
      'pdf, 1 pages: "90 minutes"',
    ],
    [
      'length-of-itself.pdf',
      () => latin(soundText.replace(/\/Length \d+/, '/Length 5 0 R')),
      'pdf, 1 pages: "90 minutes"',
    ],
    ['form-in-itself.pdf', () => withForms(['/X0 Do', '/X0 Do']), 'pdf, 1 pages: "" | the document has no text'],
    [
      'laughs.pdf',
      () => withForms(Array.from({ length: 12 }, (_, level) => (level < 11 ? `/X${level} Do `.repeat(12) : words))),
      'format: laughs.pdf could not be read within 0.5 seconds',
      { milliseconds: 500 },
    ],
    [
      'deep-brackets.pdf',
      () => withContent(pdfStream(`${'['.repeat(500_000)} TJ`)),
      'pdf, 1 pages: "" | the document has no text',
    ],
    [
      'deep-dictionary.pdf',
      () => writePdf([`<< /Type /Catalog /Pages ${'<< /A '.repeat(100_000)}`]),
      'format: deep-dictionary.pdf is broken: Invalid Root reference.',
    ],
    [
      'binary-content.pdf',
      () => withContent(pdfStream(noise(50_000))),
      'format: binary-content.pdf is broken: Illegal character: 41',
    ],
    ['novel.pdf', novel, 'format: novel.pdf has more than 5000000 characters of text'],
    [
      'unbounded-map.pdf',
      () => withMap('1 beginbfrange <0000> <ffffffff> <0000> endbfrange'),
      'pdf, 1 pages: "90 minutes"',
    ],
    [
      'map-of-nothing.pdf',
      () => withMap('1 begincodespacerange <00> <ffffffffffff> endcodespacerange /X usecmap'),
      'pdf, 1 pages: "90 minutes"',
    ],
    ['broken-font.pdf', () => withFontFile(noise(5000)), 'pdf, 1 pages: "90 minutes"'],
    ['font-drawing-itself.pdf', fontDrawingItself, 'pdf, 1 pages: "a"'],
    [
      'endless-sheet.pdf',
      () => latin(soundText.replace('[0 0 595 842]', '[0 0 1e308 -1e308]')),
      'pdf, 1 pages: "90 minutes"',
    ],
    [
      'no-sheet.pdf',
      () => latin(soundText.replace('/MediaBox [0 0 595 842]', '/MediaBox (none)')),
      'pdf, 1 pages: "90 minutes"',
    ],
    [
      'huge-image.pdf',
      () => withImage('/Width 100000 /Height 100000'),
      'pdf, 1 pages: "" | page 1 draws but has no text: scanned?',
    ],
    [
      'image-alone.pdf',
      () => withImage('/Width 2 /Height 2'),
      'pdf, 1 pages: "" | page 1 draws but has no text: scanned?',
    ],
    ['script.pdf', script, 'pdf, 1 pages: "90 minutes" | the document has scripts; they were not run'],
    ['pattern-in-itself.pdf', patternInItself, 'pdf, 1 pages: "" | page 1 draws but has no text: scanned?'],

    ['empty.png', () => '', 'format: empty.png is empty'],
    ['header-cut.png', () => png(10, 10).subarray(0, 20), 'format: header-cut.png is broken: its header has no size'],
    ['no-pixels.png', () => png(0, 10), 'format: no-pixels.png is broken: its header has no size'],
    [
      'absurd.png',
      () => png(2_000_000_000, 2_000_000_000),
      'format: absurd.png is 2000000000 by 2000000000 pixels; at most 100000000 pixels in all are taken',
    ],
    [
      'cut.png',
      () => png(10, 10).subarray(0, 50),
      'image, 1 pages: "" | the image is cut off: the end of its file is missing',
    ],
    [
      'other-chunk-first.png',
      () => Buffer.from(png(10, 10).toString('latin1').replace('IHDR', 'IDAT'), 'latin1'),
      'format: other-chunk-first.png is broken: its header has no size',
    ],
    [
      'no-frame.jpg',
      () => Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
      'format: no-frame.jpg is broken: its header has no size',
    ],
    [
      'segment-without-length.jpg',
      () => Buffer.from('ffd8ffe00000ffe00000ffe00000ffe00000', 'hex'),
      'format: segment-without-length.jpg is broken: its header has no size',
    ],
    [
      'cut.jpg',
      () => Buffer.from('ffd8ffc0000b080010001001011100ffda', 'hex'),
      'image, 1 pages: "" | the image is cut off: the end of its file is missing',
    ],
    ['called.jpg', () => 'hello', 'format: called.jpg is called .jpg and does not begin like one'],
    ['cut.gif', () => 'GIF89a\x01', 'format: cut.gif is broken: its header has no size'],
    [
      'unknown.webp',
      () => `RIFF\x20\0\0\0WEBPVP9 ${'\0'.repeat(30)}`,
      'format: unknown.webp is broken: its header has no size',
    ],

    ['null.txt', () => 'a\0b', 'format: null.txt is not text in UTF-8, UTF-16 or Shift_JIS'],
    [
      'neither.txt',
      () => Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x61, 0x75]),
      'format: neither.txt is not text in UTF-8, UTF-16 or Shift_JIS',
    ],
    [
      'half-a-character.txt',
      () => Buffer.from([0xff, 0xfe, 0x41]),
      'format: half-a-character.txt is not text in UTF-8, UTF-16 or Shift_JIS',
    ],
    ['blank.md', () => '\n \n', 'markdown, 1 pages: "\\n \\n" | the document has no text'],
    ['sheet.xlsx', () => 'PK\x03\x04', 'format: sheet.xlsx is of no kind that can be read'],
  ]
}

function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** The same bytes every time. */
function noise(length: number): Buffer {
  let state = 12_345
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return (state >>> 16) & 255
    }),
  )
}

/** Spaces, `megabytes` of them, deflated to a thousandth: parts end on a whole byte and can stand one after the other. */
function bomb(megabytes: number): Buffer {
  const part = deflateRawSync(Buffer.alloc(10 * 1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: megabytes / 10 }, () => part)])
}

const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

function pageTree(tree: string): Buffer {
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>'
  return writePdf(['<< /Type /Catalog /Pages 2 0 R >>', tree, page, pdfStream(words), helvetica])
}

function onePage(resources: string, ...more: readonly string[]): Buffer {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents 4 0 R >>`
  return writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', page, ...more])
}

function withContent(stream: string): Buffer {
  return onePage('/Font << /F1 5 0 R >>', stream, helvetica)
}

function deepTree(): Buffer {
  const depth = 20_000
  const nodes = Array.from(
    { length: depth },
    (_, index) => `<< /Type /Pages /Parent ${index + 1} 0 R /Count 1 /Kids [${index + 3} 0 R] >>`,
  )
  return writePdf(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, '<< /Type /Page /MediaBox [0 0 595 842] >>'])
}

function tableAfterItself(): Buffer {
  const start = /startxref\n(\d+)/.exec(soundText)?.[1] ?? ''
  return latin(soundText.replace('trailer\n<<', `trailer\n<< /Prev ${start} `))
}

function encrypted(filter: string): Buffer {
  const secret = 'ab'.repeat(32)
  return writePdf(
    ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 0 /Kids [] >>'],
    `/Encrypt << /Filter ${filter} /V 1 /R 2 /P -4 /O <${secret}> /U <${secret}> >> /ID [<00> <00>] `,
  )
}

function withForms(contents: readonly string[]): Buffer {
  const names = contents.map((_, index) => `/X${index} ${index + 6} 0 R`).join(' ')
  const resources = `/Font << /F1 5 0 R >> /XObject << ${names} >>`
  // Each form draws the one after it; the last of them has the words.
  const forms = contents.map((content, index) =>
    pdfStream(
      content.replaceAll(`/X${index} `, `/X${index + 1 === contents.length ? index : index + 1} `),
      `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >> `,
    ),
  )
  return onePage(resources, pdfStream('/X0 Do'), helvetica, ...forms)
}

function withMap(map: string): Buffer {
  return withMapStream(pdfStream(`/CIDInit /ProcSet findresource begin begincmap ${map} endcmap`, '/UseCMap 6 0 R '))
}

function withMapStream(map: string): Buffer {
  return onePage(
    '/Font << /F1 5 0 R >>',
    pdfStream(words),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
    map,
  )
}

function manyPages(pages: number, stream: string): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => 3 + 2 * index)
  const bodies = numbers.flatMap((number) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R >>`,
    stream,
  ])
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    ...bodies,
  ])
}

/** What is packed as often over, so that hardly anything is left of it. */
function packed(content: string | Buffer, times: number): Buffer {
  let bytes = Buffer.from(content)
  for (let time = 0; time < times; time += 1) bytes = deflateSync(bytes)
  return bytes
}

function withFontFile(file: Buffer): Buffer {
  return onePage(
    '/Font << /F1 5 0 R >>',
    pdfStream(words),
    '<< /Type /Font /Subtype /TrueType /BaseFont /Broken /FirstChar 0 /LastChar 0 /Widths [1000] /FontDescriptor 6 0 R >>',
    '<< /Type /FontDescriptor /FontName /Broken /Flags 32 /FontFile2 7 0 R >>',
    pdfStream(file),
  )
}

function novel(): Buffer {
  const line = `(${'lorem '.repeat(200)}) Tj 0 -1 Td `
  return writePages(Array.from({ length: 8 }, () => `BT /F1 0.5 Tf 0 840 Td ${line.repeat(800)} ET`))
}

function fontDrawingItself(): Buffer {
  return onePage(
    '/Font << /F1 5 0 R >>',
    pdfStream('BT /F1 12 Tf 72 700 Td (a) Tj ET'),
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << /Font << /F1 5 0 R >> >> >>',
    pdfStream('1 0 d0 BT /F1 12 Tf (a) Tj ET'),
  )
}

function withImage(size: string): Buffer {
  return onePage(
    '/XObject << /I 5 0 R >>',
    pdfStream('q 500 0 0 700 40 40 cm /I Do Q'),
    pdfStream('abcd', `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceGray /BitsPerComponent 8 `),
  )
}

function script(): Buffer {
  const catalogue = '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while \\(true\\) {}) >> >>'
  return latin(soundText.replace('<< /Type /Catalog /Pages 2 0 R >>', catalogue))
}

function patternInItself(): Buffer {
  const resources = '/Pattern << /P 5 0 R >>'
  return onePage(
    resources,
    pdfStream('/Pattern cs /P scn 0 0 500 500 re f'),
    pdfStream(
      '/Pattern cs /P scn 0 0 5 5 re f',
      `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5 5] /XStep 5 /YStep 5 /Resources << ${resources} >> `,
    ),
  )
}

function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(110))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  // Nobody checks the sum before the pixels are decoded.
  return Buffer.concat([length, Buffer.from(type), content, Buffer.alloc(4)])
}

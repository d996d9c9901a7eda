import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { pdfStream, writePages, writePdf } from '../../test/fixtures/write-pdf.ts'
import { EvalError, toEnglish } from '../core/index.ts'
import { type Document, type DocumentLimits, documentInFolder, readDocument } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'shinsa-documents-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

async function read(bytes: Uint8Array | string, ending = '.pdf', limits?: Partial<DocumentLimits>): Promise<Document> {
  const path = join(folder, `${(files += 1)}${ending}`)
  writeFileSync(path, bytes)
  return readDocument(path, { limits })
}

async function textsOf(pdf: Uint8Array): Promise<readonly string[]> {
  return (await read(pdf)).pages.map((page) => page.text)
}

function warningsOf(document: Document): readonly string[] {
  return [...document.warnings, ...document.pages.flatMap((page) => page.warnings)].map(toEnglish)
}

async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (cause) {
    if (!(cause instanceof EvalError)) throw cause
    const hint = cause.hint === undefined ? '' : ` ${toEnglish(cause.hint)}`
    return `${cause.code}: ${toEnglish(cause.sentence)}.${hint}`
      .replaceAll(`${folder}/`, '')
      .replaceAll(folder, 'folder')
      .replace(/\b\d+\.(?=txt|pdf)/, 'the.')
  }
  throw new Error('it succeeded')
}

/** Words at a place, 12 points high. */
const at = (x: number, y: number, words: string) => `BT /F1 12 Tf ${x} ${y} Td (${words}) Tj ET `

const heisei = `<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5-UniJIS-UCS2-H /Encoding /UniJIS-UCS2-H
  /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 /DW 1000
  /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>
  /FontDescriptor << /Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 /FontBBox [-92 -250 1010 922] >> >>] >>`

const japaneseAt = (x: number, y: number, words: string) => `BT /F1 12 Tf ${x} ${y} Td ${ucs2(words)} Tj ET `

const symbolsAt = (y: number, font: string, codes: string) =>
  `BT /${font} 12 Tf 72 ${y} Td <${codes}> Tj /F1 12 Tf ( yes) Tj ET `

const field = (rect: string, entries: string) => `<< /Type /Annot /Subtype /Widget /F 4 /Rect [${rect}] ${entries} >>`

function ucs2(words: string): string {
  return `<${Buffer.from(words, 'utf16le').swap16().toString('hex')}>`
}

describe('the text of a PDF', () => {
  it('comes page by page, with line ends where lines end and empty lines between paragraphs', async () => {
    const first =
      at(72, 700, 'One line') + at(72, 686, 'and its next.') + at(72, 650, 'A new paragraph.') + at(72, 636, 'Its end.')
    const document = await read(writePages([first, at(72, 700, 'Second page')]))
    expect(document).toMatchObject({ kind: 'pdf', warnings: [] })
    expect(document.pages).toEqual([
      { number: 1, text: 'One line\nand its next.\n\nA new paragraph.\nIts end.', warnings: [] },
      { number: 2, text: 'Second page', warnings: [] },
    ])
  })

  it('keeps the cells of a row on one line, however the table was drawn', async () => {
    const cells = [at(72, 700, 'Kitchen'), at(300, 700, '2'), at(72, 684, 'Corridor'), at(300, 684, '4')]
    const [kitchen, two, corridor, four] = cells
    for (const drawn of [cells, [kitchen, corridor, two, four], cells.toReversed()]) {
      expect(await textsOf(writePages([drawn.join('')]))).toEqual(['Kitchen\t2\nCorridor\t4'])
    }
  })

  it('reads columns of prose one after the other', async () => {
    const column = (x: number, word: string) =>
      [0, 1, 2, 3, 4].map((line) => at(x, 700 - 14 * line, `${word} has a line of prose no. ${line}`)).join('')
    const page =
      at(72, 740, 'A heading above both columns, from the left margin to the right one') +
      column(72, 'Left') +
      column(320, 'Right') +
      at(72, 600, 'And a line below.')
    expect(await textsOf(writePages([page]))).toMatchInlineSnapshot(`
      [
        "A heading above both columns, from the left margin to the right one

      Left has a line of prose no. 0
      Left has a line of prose no. 1
      Left has a line of prose no. 2
      Left has a line of prose no. 3
      Left has a line of prose no. 4

      Right has a line of prose no. 0
      Right has a line of prose no. 1
      Right has a line of prose no. 2
      Right has a line of prose no. 3
      Right has a line of prose no. 4

      And a line below.",
      ]
    `)
  })

  it('puts words apart that were drawn apart, and leaves letters of one word together', async () => {
    const words =
      'BT /F1 12 Tf 72 700 Td (Bat) Tj (tery:) Tj 45 0 Td (90) Tj ET BT /F1 12 Tf 72 680 Td [(mi) 20 (nutes) -400 (left)] TJ ET'
    expect(await textsOf(writePages([words]))).toEqual(['Battery: 90\nminutes left'])
  })

  it('keeps raised and lowered figures in their line', async () => {
    const raised = 'BT /F1 12 Tf 72 700 Td (10 m) Tj /F1 7 Tf 4 Ts (2) Tj /F1 12 Tf 0 Ts ( of floor, 10) Tj '
    const power = '/F1 7 Tf 4 Ts (6) Tj /F1 12 Tf 0 Ts ( of CO) Tj /F1 7 Tf -2 Ts (2) Tj ET'
    expect(await textsOf(writePages([raised + power]))).toEqual(['10 m² of floor, 10⁶ of CO2'])
  })

  it('says once what was drawn twice to look bold', async () => {
    expect(await textsOf(writePages([at(72, 700, 'Verdict') + at(72.4, 700, 'Verdict')]))).toEqual(['Verdict'])
  })

  it('reads sheets that are turned, and stamps across them after the text', async () => {
    const turned =
      'BT /F1 12 Tf 0 1 -1 0 100 72 Tm (First line) Tj ET BT /F1 12 Tf 0 1 -1 0 114 72 Tm (second line) Tj ET'
    const stamp = 'BT /F1 40 Tf 0.7 0.7 -0.7 0.7 100 300 Tm (DRAFT) Tj ET '
    const pages = [{ content: turned, entries: '/Rotate 90 ' }, stamp + at(72, 700, 'The text of the page')]
    expect(await textsOf(writePages(pages))).toEqual(['First line\nsecond line', 'The text of the page\n\nDRAFT'])
  })

  it('reads Japanese whose font is not in the file and has no map to Unicode, marks and full-width spaces too', async () => {
    const page = japaneseAt(72, 700, '１階廊下: ABC型消火器 2台 ✓') + japaneseAt(72, 684, '出口標識　6個 ✗ ■ □ ①')
    expect(await textsOf(writePages([page], { F1: heisei }))).toEqual([
      '１階廊下: ABC型消火器 2台 ✓\n出口標識 6個 ✗ ■ □ ①',
    ])
  })

  it('reads vertical Japanese from the right column to the left', async () => {
    const font = heisei.replaceAll('UniJIS-UCS2-H', 'UniJIS-UCS2-V')
    expect(
      await textsOf(writePages([japaneseAt(500, 700, '消火器は') + japaneseAt(480, 700, '八台です。')], { F1: font })),
    ).toEqual(['消火器は\n八台です。'])
  })

  it('reads lines in Hebrew from the right, and the numbers in them from the left', async () => {
    const letters = '/afii57664 /afii57665 /afii57666 /afii57667'
    const hebrew = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 ${letters}] >> >>`
    const line = ['DC', '12', '34', 'BA'].map((text, index) => at(100 + index * 25, 700, text)).join('')
    expect(await textsOf(writePages([line], { F1: hebrew }))).toEqual(['אב 12 34 גד'])
  })

  it('turns the codes of fonts of symbols into their signs', async () => {
    const content =
      symbolsAt(700, 'Zapf', '3334373826c06e6ca8') +
      symbolsAt(680, 'Wing', 'fcfbfea86e') +
      symbolsAt(660, 'Wing2', '504f52a3') +
      symbolsAt(640, 'Web', '6172')
    const pdf = writePages([content], {
      F1: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      Zapf: '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats /Encoding /ZapfDingbatsEncoding >>',
      Wing: '<< /Type /Font /Subtype /TrueType /BaseFont /Wingdings-Regular /Encoding /WinAnsiEncoding >>',
      Wing2: '<< /Type /Font /Subtype /TrueType /BaseFont /Wingdings2 >>',
      Web: '<< /Type /Font /Subtype /TrueType /BaseFont /Webdings >>',
    })
    expect(await textsOf(pdf)).toMatchInlineSnapshot(`
      [
        "✓✔✗✘✆➀■●♣ yes
      ✓✗☑☐■ yes
      ✓✗☑□ yes
      ✓✗ yes",
      ]
    `)
  })

  it('leaves a sign that the file itself maps to Unicode as it is', async () => {
    const map =
      'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <41> <2713> <42> <2718> endbfchar endcmap'
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /AAAAAA+ZapfDingbats /ToUnicode 6 0 R >>'
    const page =
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>'
    const bodies = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', page]
    expect(await textsOf(writePdf([...bodies, pdfStream(at(72, 700, 'AB')), font, pdfStream(map)]))).toEqual(['✓✘'])
  })

  it('takes the ideograph for the radical that looks the same', async () => {
    expect(await textsOf(writePages([`BT /F1 12 Tf 72 700 Td ${ucs2('\u2f00\u2f49')} Tj ET`], { F1: heisei }))).toEqual(
      ['一月'],
    )
  })

  it('reads what was filled into a form, beside its labels', async () => {
    const ticked = '/AP << /N << /Yes 11 0 R /Off 11 0 R >> >>'
    const content = at(72, 700, 'Battery minutes:') + at(72, 680, 'Passed') + at(72, 660, 'Failed')
    const pdf = writePdf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R 9 0 R] >> >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R /Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 12 0 R] >>',
      pdfStream(content),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      field('200 695 300 715', '/FT /Tx /T (minutes) /V (90 measured)'),
      field('200 677 212 689', `/FT /Btn /T (passed) /V /Yes /AS /Yes ${ticked}`),
      field('200 657 212 669', `/FT /Btn /T (failed) /V /Off /AS /Off ${ticked}`),
      field('300 657 352 669', '/FT /Ch /T (kind) /V (ABC) /Opt [(ABC) (CO2)]'),
      '<< /Type /Annot /Subtype /FreeText /F 4 /Rect [72 600 300 620] /Contents (Typed onto the page) /DA (/Helv 12 Tf 0 g) >>',
      pdfStream('', '/Type /XObject /Subtype /Form /BBox [0 0 12 12] '),
      '<< /Type /Annot /Subtype /Widget /F 2 /Rect [72 560 300 580] /FT /Tx /T (hidden) /V (Hidden) >>',
    ])
    expect(await textsOf(pdf)).toEqual([
      'Battery minutes:\t90 measured\nPassed\t☑\nFailed\t☐\tABC\n\nTyped onto the page',
    ])
  })

  it('warns of a page that draws but has no text, and not of an empty one', async () => {
    const image = 'q 500 0 0 700 40 40 cm BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI Q'
    const document = await read(writePages([at(72, 700, 'text'), image, '0 0 500 500 re f', 'q 2 0 0 2 0 0 cm Q', '']))
    expect(warningsOf(document)).toEqual([
      'page 2 draws but has no text: scanned?',
      'page 3 draws but has no text: scanned?',
    ])
  })

  it('warns of characters that nobody can read', async () => {
    const font = heisei.replaceAll('UniJIS-UCS2-H', 'Identity-H').replace('(Japan1)', '(Identity)')
    const document = await read(writePages([`BT /F1 12 Tf 72 700 Td <004100420003e002> Tj ET`], { F1: font }))
    expect(warningsOf(document)).toEqual([
      'page 1: 50 % of its characters cannot be read, their font does not say what they are',
    ])
  })

  it('keeps the other pages when one is broken', async () => {
    const document = await read(writePages([at(72, 700, 'one'), ')', at(72, 700, 'three')]))
    expect(document.pages.map((page) => page.text)).toEqual(['one', '', 'three'])
    expect(warningsOf(document)).toMatchInlineSnapshot(`
      [
        "page 2 is broken and was not read, pages after it may be missing: Illegal character: 41",
      ]
    `)
  })

  it('is read within the time limit when it has 300 full pages', async () => {
    const page = Array.from({ length: 45 }, (_, line) =>
      at(72, 780 - 16 * line, `Line ${line} of a page with as much text as pages have`),
    ).join('')
    const pdf = writePages(Array.from({ length: 300 }, () => page))
    expect((await read(pdf)).pages).toHaveLength(300)
  })
})

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

const webp = (chunk: string) => `52494646 1e000000 57454250 ${chunk} ${'00'.repeat(12)}`

describe('an image', () => {
  const images = {
    'image/png': '89504e470d0a1a0a 0000000d 49484452 00000003 00000002 0802000000 00000000 00000000 49454e44 ae426082',
    'image/jpeg': 'ffd8 ffe000104a46494600010100000100010000 ffc0000b080002000301011100 ffda0008010100003f00 00 ffd9',
    'image/gif': '474946383961 0300 0200 800000 000000 ffffff 2c00000000030002000002028c53 00 3b',
  }
  const cases = [
    ...Object.entries(images),
    ['image/webp', webp('56503820 0a000000 300100 9d012a 0300 0200')],
    ['image/webp', webp('5650384c 0a000000 2f 02400000 0000000000')],
    ['image/webp', webp('56503858 0a000000 00000000 020000 010000')],
  ] as const

  for (const [mimeType, hex] of cases) {
    it(`is handed on as it is, with its size: ${mimeType} ${hex.slice(27, 36)}`, async () => {
      // The name says nothing about what it is.
      expect(await read(bytesOf(hex), '.png')).toMatchObject({
        kind: 'image',
        image: { mimeType, width: 3, height: 2, bytes: bytesOf(hex) },
        pages: [{ number: 1, text: '', warnings: [] }],
        warnings: [],
      })
    })
  }
})

describe('a text', () => {
  it('is one page, by the ending of its name', async () => {
    const document = await read('# Plan\r\n\r\nKitchen: 2\r\n', '.md')
    expect(document).toMatchObject({ kind: 'markdown', warnings: [] })
    expect(document.pages).toEqual([{ number: 1, text: '# Plan\n\nKitchen: 2\n', warnings: [] }])
    expect(await read('Kitchen', '.TXT')).toMatchObject({ kind: 'text' })
  })

  it('may be UTF-8 or UTF-16 with a byte order mark', async () => {
    const utf16 = Buffer.from('\ufeff消火器', 'utf16le')
    for (const bytes of ['\ufeff消火器', utf16, Buffer.from(utf16).swap16()]) {
      expect((await read(bytes, '.txt')).pages[0]?.text).toBe('消火器')
    }
  })

  it('may be Shift_JIS, which is said', async () => {
    const document = await read(Buffer.from('8fc189ce8aed82cd323091e4', 'hex'), '.txt')
    expect(document.pages[0]?.text).toBe('消火器は20台')
    expect(warningsOf(document)).toEqual(['read as Shift_JIS, since it is not UTF-8'])
  })
})

describe('reading a document', () => {
  it('names the limit that it is beyond', async () => {
    const pdf = writePages([at(72, 700, 'one'), at(72, 700, 'two')])
    const problems = [
      problemOf(read('x'.repeat(3_000_000), '.txt', { bytes: 2 * 1024 * 1024 })),
      problemOf(read(pdf, '.pdf', { pages: 1 })),
      problemOf(read(pdf, '.pdf', { characters: 5 })),
      problemOf(read(pdf, '.pdf', { milliseconds: 1 })),
      problemOf(read(pdf, '.pdf', { memoryBytes: 1024 * 1024 })),
      problemOf(read('too long', '.txt', { characters: 5 })),
    ]
    expect((await Promise.all(problems)).join('\n')).toMatchInlineSnapshot(`
      "format: the.txt has 2.9 MB; at most 2 MB are read. Split the document, or keep the pages that matter.
      format: the.pdf has 2 pages; at most 1 are read. Split the document, or keep the pages that matter.
      format: the.pdf has more than 5 characters of text. Split the document, or keep the pages that matter.
      format: the.pdf could not be read within 0.001 seconds. Split the document, or keep the pages that matter.
      format: the.pdf takes more than 1 MB of memory to read. Split the document, or keep the pages that matter.
      format: the.txt has more than 5 characters of text. Split the document, or keep the pages that matter."
    `)
  })

  it.skipIf(process.platform === 'win32')('reads one in a process that was held still meanwhile', async () => {
    const path = join(folder, `${(files += 1)}.pdf`)
    writeFileSync(path, writePages([at(72, 700, 'one')]))
    const options = JSON.stringify({ limits: { milliseconds: 5_000 } })
    const program = `import { readDocument } from '${new URL('./index.ts', import.meta.url).href}'
      const document = readDocument(${JSON.stringify(path)}, ${options})
      setTimeout(() => console.log('reading'), 50)
      console.log((await document).pages[0].text)`
    const child = spawn(process.execPath, ['--conditions=shinsa-source', '--input-type=module', '--eval', program])
    let said = ''
    child.stdout.on('data', (text: Buffer) => (said += text.toString()))
    child.stderr.on('data', (text: Buffer) => (said += text.toString()))
    await once(child.stdout, 'data')
    child.kill('SIGSTOP')
    await sleep(6_000)
    child.kill('SIGCONT')
    await once(child, 'close')
    expect(said).toBe('reading\none\n')
  })

  it('keeps what its thread compiled where the process keeps its own', async () => {
    const path = join(folder, 'kept.pdf')
    writeFileSync(path, writePages(['BT /F1 12 Tf 72 700 Td (one) Tj ET']))
    const kept = mkdtempSync(join(folder, 'kept-'))
    const program = `import { enableCompileCache } from 'node:module'
      enableCompileCache(${JSON.stringify(kept)})
      const { readDocument } = await import('${new URL('./index.ts', import.meta.url).href}')
      await readDocument(${JSON.stringify(path)})`
    const line = ['--conditions=shinsa-source', '--input-type=module', '--eval', program]
    await once(spawn(process.execPath, line, { env: { PATH: process.env['PATH'] } }), 'close')
    const sizes = globSync('*/*', { cwd: kept }).map((file) => statSync(join(kept, file)).size)
    // The parser of PDF is the largest by far of all that is compiled.
    expect(Math.max(...sizes)).toBeGreaterThan(500_000)
  })

  it('says that there is no such file, that it is a folder, or a device without an end', async () => {
    const paths = [join(folder, 'none.pdf'), folder, '/dev/zero']
    const problems = paths.map((path) => problemOf(readDocument(path)))
    expect((await Promise.all(problems)).join('\n')).toMatchInlineSnapshot(`
      "usage: none.pdf: there is no such file. Relative paths start from the working directory.
      usage: folder is a folder or a device, not a document.
      usage: /dev/zero is a folder or a device, not a document."
    `)
  })

  it('says what can be read when it is of another kind', async () => {
    writeFileSync(join(folder, 'plan.odt'), 'PK')
    expect(await problemOf(readDocument(join(folder, 'plan.odt')))).toMatchInlineSnapshot(
      `"format: plan.odt is of no kind that can be read. Documents are PDF, PNG, JPEG, GIF or WebP, or are called .md, .markdown, .mdx, .txt, .text, .rst, .adoc, .asciidoc, .docx, .docm, .html, .htm, .xhtml."`,
    )
  })

  it('stops when it is told to', async () => {
    const path = join(folder, 'stopped.pdf')
    writeFileSync(path, writePages(Array.from({ length: 900 }, () => at(72, 700, 'a').repeat(200))))
    const stop = new AbortController()
    const reading = readDocument(path, { signal: stop.signal })
    setTimeout(() => stop.abort(new EvalError('cancelled', 'enough')), 300)
    await expect(reading).rejects.toThrow('enough')
  })
})

describe('documentInFolder', () => {
  const fixtures = join(folder, 'fixtures')
  mkdirSync(join(fixtures, 'annex'), { recursive: true })
  for (const name of [
    'fixtures/plan.pdf',
    'fixtures/annex/plan.pdf',
    'secret.pdf',
    'fixtures/避難ガイド.pdf'.normalize('NFD'),
  ]) {
    writeFileSync(join(folder, name), 'x')
  }
  symlinkSync(join(folder, 'secret.pdf'), join(fixtures, 'link.pdf'))
  symlinkSync(folder, join(fixtures, 'up'))
  symlinkSync('plan.pdf', join(fixtures, 'same.pdf'))
  symlinkSync('loop', join(fixtures, 'loop'))

  it('accepts names of files within the folder', async () => {
    expect(await documentInFolder(fixtures, 'plan.pdf')).toBe(join(fixtures, 'plan.pdf'))
    expect(await documentInFolder(fixtures, 'annex/plan.pdf')).toBe(join(fixtures, 'annex/plan.pdf'))
    expect(await documentInFolder(fixtures, 'same.pdf')).toBe(join(fixtures, 'plan.pdf'))
  })

  it('finds a name that the file system spells with separate marks', async () => {
    expect(await documentInFolder(fixtures, '避難ガイド.pdf'.normalize('NFC'))).toContain('pdf')
  })

  it('refuses whatever leads out of it', async () => {
    const names = [
      '',
      '.',
      '..',
      '../secret.pdf',
      'annex/../../secret.pdf',
      join(folder, 'secret.pdf'),
      'link.pdf',
      'up/secret.pdf',
      '..\\secret.pdf',
      'C:secret.pdf',
      'plan.pdf\0.txt',
    ]
    const problems = await Promise.all(names.map((name) => problemOf(documentInFolder(fixtures, name))))
    expect(problems.join('\n')).toMatchInlineSnapshot(`
      "format: "" is no document within fixtures. Name a file in that folder, without "..", and no link that leads out of it.
      format: "." is no document within fixtures. Name a file in that folder, without "..", and no link that leads out of it.
      format: ".." is no document within fixtures. Name a file in that folder, without "..", and no link that leads out of it.
      format: "../secret.pdf" is no document within fixtures. Name a file in that folder, without "..", and no link that leads out of it.
      format: "annex/../../secret.pdf" is no document within fixtures. Name a file in that folder, without "..", and no link that leads out of it.
      format: "secret.pdf" is no document within fixtures. Name a file in that folder, without "..", and no link that leads out of it.
      format: "link.pdf" is no document within fixtures. Name a file in that folder, without "..", and no link that leads out of it.
      format: "up/secret.pdf" is no document within fixtures. Name a file in that folder, without "..", and no link that leads out of it.
      format: "..\\\\secret.pdf" is no document within fixtures. Name a file in that folder, without "..", and no link that leads out of it.
      format: "C:secret.pdf" is no document within fixtures. Name a file in that folder, without "..", and no link that leads out of it.
      format: "plan.pdf\\u0000.txt" is no document within fixtures. Name a file in that folder, without "..", and no link that leads out of it."
    `)
  })

  it('names the folder and the files that were likely meant', async () => {
    const problems = ['plam.pdf', 'report.docx', 'loop'].map((name) => problemOf(documentInFolder(fixtures, name)))
    problems.push(problemOf(documentInFolder(join(folder, 'nowhere'), 'plan.pdf')))
    expect((await Promise.all(problems)).join('\n')).toMatchInlineSnapshot(`
      "usage: plam.pdf: there is no such document in fixtures. Did you mean plan.pdf, same.pdf?
      usage: report.docx: there is no such document in fixtures. It has 6 files: link.pdf, loop, plan.pdf, same.pdf, up, 避難ガイド.pdf
      usage: loop: there is no such document in fixtures. Did you mean loop?
      usage: nowhere: there is no such folder."
    `)
  })
})

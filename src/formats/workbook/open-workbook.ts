import { getFormatFromId } from 'numfmt'
import { message } from '../../core/index.ts'
import { mainPart, relatedParts } from '../../files/archive/office-parts.ts'
import { xmlPieces } from '../../files/archive/xml-pieces.ts'
import { zipEntries } from '../../files/archive/zip-entries.ts'
import { type CellFormat, type DateStyle, type SheetRow, sharedTexts, sheetCells } from './sheet-cells.ts'

export type Sheet = { readonly name: string; readonly isHidden: boolean; readonly rows: () => readonly SheetRow[] }

/** Reads the sheets of an `.xlsx` file in the order of their tabs. @throws {EvalError} `format` for other files */
export function openWorkbook(bytes: Uint8Array, file: string): readonly Sheet[] {
  const entries = zipEntries(bytes, file, {
    damaged: message('{file}: this is no workbook, or it is damaged', { file }),
    damagedHint: message('Save it again as .xlsx. One that is protected by a password, or an old .xls, is not read.'),
    tooLargeHint: message('Write one case per line into a .jsonl file instead: it is streamed, however large it is.'),
  })
  const main = mainPart(entries) ?? 'xl/workbook.xml'
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const parts = relatedParts(entries, main)
  const book = bookOf(entries.text(main) ?? '')
  const partOf = (kind: string) => [...parts.values()].find(({ type }) => type.endsWith(kind))?.target
  const shared = lazily(() => sharedTexts(entries.text(partOf('/sharedStrings') ?? `${folder}sharedStrings.xml`) ?? ''))
  const formats = lazily(() => cellFormats(entries.text(partOf('/styles') ?? `${folder}styles.xml`) ?? ''))
  return book.sheets.map(({ name, isHidden, id }) => ({
    name,
    isHidden,
    rows: () =>
      sheetCells(entries.text(parts.get(id)?.target ?? '') ?? '', {
        shared: shared(),
        formats: formats(),
        from1904: book.from1904,
      }),
  }))
}

function bookOf(xml: string) {
  const sheets: { readonly name: string; readonly isHidden: boolean; readonly id: string }[] = []
  let from1904 = false
  for (const piece of xmlPieces(xml)) {
    if (piece.kind !== 'open') continue
    if (piece.name === 'workbookPr') from1904 = ['1', 'true'].includes(piece.attributes('date1904') ?? '')
    if (piece.name !== 'sheet') continue
    const isHidden = (piece.attributes('state') ?? 'visible') !== 'visible'
    sheets.push({ name: piece.attributes('name') ?? '', isHidden, id: piece.attributes('id') ?? '' })
  }
  return { sheets, from1904 }
}

function cellFormats(xml: string): readonly CellFormat[] {
  const codes = new Map<number, string>()
  const styles: CellFormat[] = []
  let isCellStyle = false
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === 'text') continue
    if (piece.name === 'cellXfs') isCellStyle = piece.kind === 'open'
    if (piece.kind !== 'open') continue
    if (piece.name === 'numFmt') codes.set(Number(piece.attributes('numFmtId')), piece.attributes('formatCode') ?? '')
    if (piece.name === 'xf' && isCellStyle) {
      const id = Number(piece.attributes('numFmtId') ?? 0)
      const code = codes.get(id)
      styles.push(code === undefined ? builtIn(id) : { date: dateStyle(code), code })
    }
  }
  return styles
}

/** Returns a format that files need not spell out. Some dates, and money, depend on the computer's settings. */
function builtIn(id: number): CellFormat {
  if (id === 14 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58))
    return { date: 'date', code: undefined }
  if ((id >= 5 && id <= 8) || (id >= 41 && id <= 44)) return { date: undefined, code: '[currency]' }
  const code = id < 50 ? getFormatFromId(id) : null
  if (code === null || code === 'General') return { date: undefined, code: undefined }
  return { date: dateStyle(code), code }
}

function dateStyle(format: string): DateStyle | undefined {
  const [positive = ''] = format.replace(/"[^"]*"|\\.|_.|\*./gs, '').split(';')
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return 'duration'
  return /[ymdhsg]|e(?![+-])/i.test(positive.replace(/\[[^[\]]*\]|General/gi, '')) ? 'date' : undefined
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

import { message } from '../../core/index.ts'
import { mainPart, relatedParts } from '../../files/archive/office-parts.ts'
import { xmlPieces } from '../../files/archive/xml-pieces.ts'
import { zipEntries } from '../../files/archive/zip-entries.ts'
import type { DateStyle, SheetRow } from './sheet-cells.ts'
import { sharedTexts, sheetCells } from './sheet-cells.ts'

/** A sheet by the name on its tab. */
export type Sheet = { readonly name: string; readonly isHidden: boolean; readonly rows: () => readonly SheetRow[] }

/** The sheets of an `.xlsx` file in the order of their tabs. @throws {EvalError} `format` for what is no such file */
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
  const dates = lazily(() => dateStyles(entries.text(partOf('/styles') ?? `${folder}styles.xml`) ?? ''))
  return book.sheets.map(({ name, isHidden, id }) => ({
    name,
    isHidden,
    rows: () =>
      sheetCells(entries.text(parts.get(id)?.target ?? '') ?? '', {
        shared: shared(),
        dates: dates(),
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

/** Which of the styles of cells show a number as a date. */
function dateStyles(xml: string): readonly (DateStyle | undefined)[] {
  const formats = new Map<number, string>()
  const styles: (DateStyle | undefined)[] = []
  let isCellStyle = false
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === 'text') continue
    if (piece.name === 'cellXfs') isCellStyle = piece.kind === 'open'
    if (piece.kind !== 'open') continue
    if (piece.name === 'numFmt') formats.set(Number(piece.attributes('numFmtId')), piece.attributes('formatCode') ?? '')
    if (piece.name === 'xf' && isCellStyle) {
      const id = Number(piece.attributes('numFmtId') ?? 0)
      styles.push(dateStyle(id, formats.get(id)))
    }
  }
  return styles
}

function dateStyle(id: number, format: string | undefined): DateStyle | undefined {
  if (format === undefined) {
    if (id === 46) return 'duration'
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58)
      ? 'date'
      : undefined
  }
  const [positive = ''] = format.replace(/"[^"]*"|\\.|_.|\*./gs, '').split(';')
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return 'duration'
  return /[ymdhs]/i.test(positive.replace(/\[[^\]]*\]|General/gi, '')) ? 'date' : undefined
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

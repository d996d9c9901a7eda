import type { DateStyle, SheetRow } from './sheet-cells.ts'
import { sharedTexts, sheetCells } from './sheet-cells.ts'
import { xmlPieces } from './xml-pieces.ts'
import type { ZipEntries } from './zip-entries.ts'
import { zipEntries } from './zip-entries.ts'

/** A sheet by the name on its tab. */
export type Sheet = { readonly name: string; readonly isHidden: boolean; readonly rows: () => readonly SheetRow[] }

/** The sheets of an `.xlsx` file in the order of their tabs. @throws {EvalError} `format` for what is no such file */
export function openWorkbook(bytes: Uint8Array, file: string): readonly Sheet[] {
  const entries = zipEntries(bytes, file)
  const main = mainPart(entries)
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

function mainPart(entries: ZipEntries): string {
  const parts = [...relatedParts(entries, '').values()]
  return parts.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
}

type Part = { readonly target: string; readonly type: string }

/** What a part of the file refers to, by id. */
function relatedParts(entries: ZipEntries, part: string): ReadonlyMap<string, Part> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const xml = entries.text(`${folder}_rels/${part.slice(folder.length)}.rels`) ?? ''
  const parts = new Map<string, Part>()
  for (const piece of xmlPieces(xml)) {
    if (piece.kind !== 'open' || piece.name !== 'Relationship') continue
    const target = piece.attributes('Target') ?? ''
    parts.set(piece.attributes('Id') ?? '', {
      target: target.startsWith('/') ? target.slice(1) : inFolder(folder, target),
      type: piece.attributes('Type') ?? '',
    })
  }
  return parts
}

function inFolder(folder: string, target: string): string {
  const steps = folder.split('/').filter((step) => step !== '')
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
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

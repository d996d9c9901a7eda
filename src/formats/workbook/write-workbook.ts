import { writeZip } from '../../files/archive/write-zip.ts'
import { columnLetters } from './sheet-cells.ts'

type WrittenCell = string | number | undefined

/** Excel reads no more characters of a cell. */
const LONGEST_CELL = 32_767

/**
 * Writes a workbook of one sheet. The header row is frozen and filterable. A text stays a text, whatever it begins
 * with.
 */
export function writeWorkbook(
  name: string,
  rows: readonly (readonly WrittenCell[])[],
  widths: readonly number[],
): Uint8Array {
  const last = `${columnLetters(Math.max(0, (rows[0]?.length ?? 1) - 1))}${Math.max(1, rows.length)}`
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  const pane =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const sheet = `<worksheet xmlns="${MAIN}">${pane}<cols>${columns.join('')}</cols><sheetData>${rows.map(rowXml).join('')}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  return writeZip({
    '[Content_Types].xml': `${xml}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`,
    '_rels/.rels': `${xml}${relationships(['officeDocument', 'xl/workbook.xml'])}`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${xmlText(name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}${relationships(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])}`,
    'xl/styles.xml': `${xml}<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${xml}${sheet}`,
  })
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function relationships(...parts: readonly (readonly [type: string, target: string])[]): string {
  const each = parts.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
}

function rowXml(cells: readonly WrittenCell[], index: number): string {
  const written = cells.map((cell, column) => {
    const place = `r="${columnLetters(column)}${index + 1}" s="${index === 0 ? 1 : 0}"`
    if (cell === undefined || cell === '') return ''
    if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
    return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell.slice(0, LONGEST_CELL))}</t></is></c>`
  })
  return `<row r="${index + 1}">${written.join('')}</row>`
}

function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, '')
      // Spreadsheet programs read _x003D_ as the character with that code.
      .replaceAll(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')
      .replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  )
}

import type { Report, Section } from './reports.ts'

/** Something that text can be put on, in points from the upper left corner of an A4 sheet. */
export type Sheet = {
  text(words: string, x: number, y: number, style: Style): void
  line(x: number, y: number, width: number): void
}
export type Style = { readonly size: number; readonly bold?: boolean }

const LEFT = 56
const WIDTH = 483
const COLUMNS = [LEFT, 216, 296, 376, 486] as const
const BODY: Style = { size: 10.5 }

/** Puts one report on one sheet. */
export function drawReport(report: Report, sheet: Sheet): void {
  sheet.text(report.title, LEFT, 72, { size: 18, bold: true })
  sheet.line(LEFT, 82, WIDTH)
  let y = 104
  for (const [label, entry] of report.head) {
    sheet.text(label, LEFT, y, BODY)
    sheet.text(entry, COLUMNS[1], y, BODY)
    y += 16
  }
  y = drawTable(report, sheet, y + 14)
  for (const section of [report.lighting, report.signs, report.inspection, report.verdict]) {
    y = drawSection(section, sheet, y + 14)
  }
  sheet.line(LEFT, 786, WIDTH)
  sheet.text(report.footer, LEFT, 800, { size: 9 })
}

function drawTable({ extinguishers }: Report, sheet: Sheet, top: number): number {
  sheet.text(`■ ${extinguishers.heading}`, LEFT, top, { size: 12.5, bold: true })
  let y = top + 20
  drawRow(extinguishers.columns, sheet, y, { ...BODY, bold: true })
  sheet.line(LEFT, y + 4, WIDTH)
  for (const row of extinguishers.rows) {
    y += 16
    drawRow(row, sheet, y, BODY)
  }
  return drawFindings(extinguishers.findings, sheet, y + 20)
}

function drawRow(cells: readonly string[], sheet: Sheet, y: number, style: Style): void {
  for (const [index, cell] of cells.entries()) sheet.text(cell, COLUMNS[index] ?? LEFT, y, style)
}

function drawSection({ heading, findings }: Section, sheet: Sheet, top: number): number {
  sheet.text(`■ ${heading}`, LEFT, top, { size: 12.5, bold: true })
  return drawFindings(findings, sheet, top + 20)
}

function drawFindings(findings: Section['findings'], sheet: Sheet, top: number): number {
  let y = top
  for (const [mark, words] of findings) {
    sheet.text(`${mark} ${words}`, LEFT, y, BODY)
    y += 16
  }
  return y
}

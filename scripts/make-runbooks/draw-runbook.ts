const LEFT = 56
const WIDTH = 483
const INDENT = 20
const BODY = 10.5
const CELL = 9.5
/** Between the columns of a table. */
const GAP = 8

/** Draws the Markdown that runbooks are written in: headings, paragraphs, lists, steps and tables. */
export function drawRunbook(markdown: string, pdf: PDFKit.PDFDocument): void {
  pdf.addPage()
  for (const block of markdown.trim().split('\n\n')) {
    const lines = block.split('\n')
    if (block.startsWith('#')) drawHeading(block, pdf)
    else if (block.startsWith('|')) drawTable(lines, pdf)
    else lines.forEach((line) => drawLine(line, pdf))
    pdf.moveDown(0.6)
  }
  drawFooters(markdown, pdf)
}

function drawHeading(line: string, pdf: PDFKit.PDFDocument): void {
  const [, marks = '', title = ''] = /^(#+) (.*)/.exec(line) ?? []
  keepTogether(90, pdf)
  const size = { 1: 18, 2: 13 }[marks.length] ?? 11
  pdf.moveDown(0.4).font('bold').fontSize(size).text(title, LEFT, pdf.y, { width: WIDTH })
}

function drawLine(line: string, pdf: PDFKit.PDFDocument): void {
  const [, mark = '', words = line] = /^(-|\d+\.) (.*)/.exec(line) ?? []
  const left = mark === '' ? LEFT : LEFT + INDENT
  const width = WIDTH - (left - LEFT)
  pdf.font('plain').fontSize(BODY)
  keepTogether(pdf.heightOfString(words, { width }), pdf)
  const top = pdf.y
  // Steps are numbered (1), so that nobody takes a step for a heading such as "2.1".
  const sign = mark === '-' ? '•' : `(${Number.parseInt(mark, 10)})`
  // A sign stands close to its words, so that the gap is read as a space and not as that of a table.
  if (mark !== '') pdf.text(sign, left - pdf.widthOfString(`${sign} `) - 4, top, { lineBreak: false })
  const runs = words.split('**')
  for (const [index, run] of runs.entries()) {
    const options = { width, continued: index < runs.length - 1 }
    pdf.font(index % 2 === 1 ? 'bold' : 'plain')
    if (index === 0) pdf.text(run, left, top, options)
    else pdf.text(run, options)
  }
  pdf.moveDown(0.2)
}

function drawTable(lines: readonly string[], pdf: PDFKit.PDFDocument): void {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  pdf.font('bold').fontSize(CELL)
  const needed = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => pdf.widthOfString(row[column] ?? ''))),
  )
  const total = needed.reduce((sum, width) => sum + width, 0)
  const widths = needed.map((width) => (width / total) * WIDTH)
  for (const [index, cells] of [head, ...rows].entries()) drawRow(cells, widths, index === 0 ? 'bold' : 'plain', pdf)
}

function drawRow(cells: readonly string[], widths: readonly number[], font: string, pdf: PDFKit.PDFDocument): void {
  const width = (column: number) => (widths[column] ?? WIDTH) - GAP
  pdf.font(font).fontSize(CELL)
  const height = Math.max(...cells.map((cell, column) => pdf.heightOfString(cell, { width: width(column) })))
  keepTogether(height + 6, pdf)
  const top = pdf.y
  let left = LEFT
  for (const [column, cell] of cells.entries()) {
    pdf.text(cell, left, top, { width: width(column) })
    left += widths[column] ?? WIDTH
  }
  const bottom = top + height + 3
  pdf
    .moveTo(LEFT, bottom)
    .lineTo(LEFT + WIDTH, bottom)
    .lineWidth(0.5)
    .stroke()
  pdf.y = bottom + 3
}

/** Begins another page unless so much still fits on this one. */
function keepTogether(height: number, pdf: PDFKit.PDFDocument): void {
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage()
}

function drawFooters(markdown: string, pdf: PDFKit.PDFDocument): void {
  const [number = ''] = /SOC-RB-\d+/.exec(markdown) ?? []
  const { count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index)
    // Below the margin, where text would otherwise begin a page of its own.
    pdf.page.margins.bottom = 0
    pdf.font('plain').fontSize(8.5)
    pdf.text(`${number}  ${index + 1} / ${count}`, LEFT, 800, { width: WIDTH, align: 'center', lineBreak: false })
  }
}

/** A cell of a table. A short text is repeated in each of the columns that it spans. */
export type TableCell = { readonly text: string; readonly columns: number }

/** Limits repetition, which could make the text larger than the document. */
const LONGEST_REPEATED = 60
const MOST_COLUMNS = 20

/** The first row becomes the header. */
export function markdownTable(rows: readonly (readonly TableCell[])[]): string {
  const filled = rows.map((row) => row.flatMap(columnTexts))
  const width = filled.reduce((widest, row) => Math.max(widest, row.length), 0)
  const padded = width > MOST_COLUMNS ? 0 : width
  const [head = '', ...others] = filled.map((row) => {
    const texts = [...row, ...Array<string>(Math.max(0, padded - row.length)).fill('')]
    return `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return [head, `|${' --- |'.repeat(width)}`, ...others].join('\n')
}

export function columnTexts({ text, columns }: TableCell): readonly string[] {
  const more = Math.min(MOST_COLUMNS, columns) - 1
  return [text, ...Array<string>(Math.max(0, more)).fill(repeated(text))]
}

/** Returns the text for a further column or row of a spanning cell; empty when the text is long. */
export function repeated(text: string): string {
  return text.length <= LONGEST_REPEATED ? text : ''
}

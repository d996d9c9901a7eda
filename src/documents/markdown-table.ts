/** A cell of a table; one over several columns says the same in each, as long as it is short. */
export type TableCell = { readonly text: string; readonly columns: number }

/** Longer ones say it once, and the widest in so many columns: repeated, they would be more than the document. */
const LONGEST_REPEATED = 60
const MOST_COLUMNS = 20

/** Rows as a table of Markdown, the first one as its head. */
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

/** What a cell says in each of its columns. */
export function columnTexts({ text, columns }: TableCell): readonly string[] {
  const more = Math.min(MOST_COLUMNS, columns) - 1
  return [text, ...Array<string>(Math.max(0, more)).fill(repeated(text))]
}

/** What stands in a further place of a cell that is several columns wide or rows high. */
export function repeated(text: string): string {
  return text.length <= LONGEST_REPEATED ? text : ''
}

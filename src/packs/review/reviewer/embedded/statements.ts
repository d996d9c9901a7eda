import { setImmediate } from 'node:timers/promises'
import { type Message, message } from '../../../../core/index.ts'
import { type Document, headingFinder } from '../../../../documents/index.ts'
import { foldedAmount } from '../../../../text/quantities/amounts.ts'
import { subjectTerms } from './subject-terms.ts'

/** A sentence, list item or table row, with its context. */
export type Statement = {
  readonly page: number
  /** The original text on one line, for quotes. */
  readonly quote: string
  /** Folded, and without list marks and layout. */
  readonly text: string
  readonly terms: readonly string[]
  /** Terms of its headings, its parent list item and its column names. */
  readonly above: readonly string[]
  /** Cells of a row with the names of their columns. A label and its value are two cells. */
  readonly cells: readonly { readonly column: string; readonly text: string }[]
  /** The number of the row in its table, from 1. */
  readonly row?: number | undefined
  readonly heading: boolean
}

export type Statements = { readonly statements: readonly Statement[]; readonly warnings: readonly Message[] }

// This is enough for some thousand dense pages; more would take minutes.
const mostStatements = 50_000

/** Reads the statements of all documents up to a maximum, and yields to other tasks in between. */
export async function readStatements(documents: readonly Document[], signal: AbortSignal): Promise<Statements> {
  const statements: Statement[] = []
  for (const { name, kind, pages } of documents) {
    for (const { number: page, text } of pages) {
      for (const statement of statementsOf(text, kind)) {
        if (statements.length === mostStatements) {
          const read = { lines: mostStatements, page, name }
          const cut = message('only the first {lines} lines were compared, up to page {page} of {name}', read)
          return { statements, warnings: [cut] }
        }
        statements.push({ page, ...statement })
        if (statements.length % 200 !== 0) continue
        await setImmediate()
        signal.throwIfAborted()
      }
    }
  }
  return { statements, warnings: [] }
}

type StatementsBlock = {
  readonly kind: 'heading' | 'row' | 'text'
  readonly lines: readonly string[]
  readonly indent: number
  readonly item: boolean
}

type Outline = {
  readonly path: { readonly level: number; readonly terms: readonly string[] }[]
  readonly items: { readonly indent: number; readonly terms: readonly string[] }[]
  table: { readonly columns: readonly string[]; readonly rows: number } | undefined
}

export function* statementsOf(page: string, kind: Document['kind']): Generator<Omit<Statement, 'page'>> {
  const outline: Outline = { path: [], items: [], table: undefined }
  for (const block of blocksOf(page.split('\n'), kind)) {
    if (block.kind === 'row') yield* rowOf(block, outline)
    else {
      outline.table = undefined
      if (block.kind === 'heading') yield headingOf(block, outline, kind)
      else yield* textOf(block, outline)
    }
  }
}

function termsAbove({ path, items }: Outline): readonly string[] {
  return [...path, ...items].flatMap(({ terms }) => terms)
}

function headingOf({ lines }: StatementsBlock, outline: Outline, kind: Document['kind']): Omit<Statement, 'page'> {
  const text = lines.join(' ').trim()
  const level = /^#+/.exec(text)?.[0].length ?? (kind === 'markdown' ? 9 : 1)
  while ((outline.path.at(-1)?.level ?? 0) >= level) outline.path.pop()
  outline.items.length = 0
  const statement = toStatement(text, termsAbove(outline), { heading: true })
  outline.path.push({ level, terms: statement.terms })
  return statement
}

/** The names of the columns come from the first row, if that has only names. */
function* rowOf({ lines }: StatementsBlock, outline: Outline): Generator<Omit<Statement, 'page'>> {
  const raw = lines.join(' ')
  const cells = cellsOf(raw)
  const before = outline.table?.columns.length === cells.length || outline.table?.rows === 0 ? outline.table : undefined
  const isNamed = cells.length > 1 && !cells.slice(1).some((cell) => /\d|[✓✗✔✘□☐]|^[-–]*$/.test(cell))
  const isHead = before === undefined && isNamed && (cells.length > 2 || raw.trimStart().startsWith('|'))
  const table = isHead ? { columns: cells.map(plain), rows: 0 } : before && { ...before, rows: before.rows + 1 }
  outline.table = table
  const columns = !isHead && table?.columns.length === cells.length ? table.columns : []
  const above = [...termsAbove(outline), ...columns.flatMap((name) => subjectTerms(foldedAmount(name)))]
  const own = cells.map((cell, index) => ({
    column: foldedAmount(columns[index] ?? ''),
    text: foldedAmount(plain(cell)),
  }))
  const quote = raw.replaceAll(/\s+/g, ' ').trim()
  for (const piece of piecesOf(quote))
    yield toStatement(piece, above, { cells: piece === quote ? own : [], heading: isHead, row: table?.rows })
}

function* textOf({ lines, indent, item }: StatementsBlock, outline: Outline): Generator<Omit<Statement, 'page'>> {
  const { items } = outline
  const whole = joined(lines)
  const outer = item ? items.filter((one) => one.indent < indent) : []
  items.splice(0, items.length, ...outer)
  const above = termsAbove(outline)
  let first: readonly string[] | undefined
  for (const sentence of sentencesOf(whole)) {
    const statement = toStatement(sentence, above)
    // A sentence that begins with a pronoun continues the subject of the sentence before.
    const goesOn =
      first !== undefined && /^(?:it|its|they|their|this|these|その|それ|これ|同|前項)/i.test(statement.text)
    yield goesOn ? { ...statement, above: [...above, ...(first ?? [])] } : statement
    first ??= statement.terms
  }
  if (item || /[:：]\s*$/.test(whole))
    items.push({ indent: item ? indent : -1, terms: subjectTerms(foldedAmount(plain(whole.slice(0, 300)))) })
}

function toStatement(
  quote: string,
  above: readonly string[],
  known: Partial<Pick<Statement, 'cells' | 'heading' | 'row'>> = {},
): Omit<Statement, 'page'> {
  const text = foldedAmount(plain(quote))
  return { quote, text, terms: subjectTerms(text), above, cells: [], heading: false, ...known }
}

const tableRule = /^\|?(?: *:?-+:? *\|)+(?: *:?-+:?)?$/
const mark =
  /^\s*(?:>\s*)*(?:[-*+•‣●○・▪–]\s+|\(?\d{1,3}[.)．、]\s+|（\d{1,3}）|[(（][a-zａ-ｚ]{1,3}[)）]\s*|[a-z]{1,3}\.\s+|[①-⑳]\s*)/

/** Joins lines that were broken by the width of a page or an editor. */
function* blocksOf(lines: readonly string[], kind: Document['kind']): Generator<StatementsBlock> {
  const findHeading = headingFinder(kind)
  const widest = kind === 'pdf' ? Math.max(0, ...lines.map((line) => line.length)) : 0
  let open: string[] = []
  let blank = true
  const close = function* (): Generator<StatementsBlock> {
    const [first = ''] = open
    if (open.length > 0)
      yield { kind: 'text', lines: open, indent: first.length - first.trimStart().length, item: mark.test(first) }
    open = []
  }
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? ''
    const isRow = /^\s*\|.*\|/.test(line) || line.trim().includes('\t')
    if (line.trim() === '' || tableRule.test(line.trim()) || /^\s*(?:=+|-{3,}|```.*|~~~.*)\s*$/.test(line))
      yield* close()
    else if (isRow) {
      yield* close()
      yield { kind: 'row', lines: [line], indent: 0, item: false }
    } else if (findHeading(line, next) !== undefined || isTitle(line, next, { blank, kind })) {
      yield* close()
      yield { kind: 'heading', lines: [line.trim()], indent: 0, item: false }
    } else {
      const before = open.at(-1)
      if (before !== undefined && !continues(before, line, { kind, widest })) yield* close()
      open.push(line)
    }
    blank = line.trim() === ''
  }
  yield* close()
}

/** A short line without a value, alone above others. */
function isTitle(line: string, next: string, { blank, kind }: { blank: boolean; kind: Document['kind'] }): boolean {
  const text = line.trim()
  if (text.length > 60 || !blank || mark.test(line) || /[.。:：;,、!?]$|[:：]\s*\S|[✓✗✔✘□☐]|\d\s*[台個本%]/.test(text))
    return false
  if (/^\*\*[^*]+\*\*$/.test(text) || /^(?:第\d+条|[■●◆【])/.test(text)) return true
  return kind !== 'markdown' && next.trim() !== '' && !next.includes('\t') && /^[\p{Lu}\p{Lo}\d(]/u.test(text)
}

/** `Name: value` starts a new statement. */
const labelled = /^\s*(?:[\p{Lu}\p{Lo}][^\s:：。.]*)(?: [^\s:：。.]+){0,6} ?(?:[:：]\s|(?<=\P{ASCII})[:：])/u

function continues(
  before: string,
  line: string,
  { kind, widest }: { kind: Document['kind']; widest: number },
): boolean {
  if (mark.test(line) || /^\s*[✓✗✔✘□☐❏☑☒■]/.test(line) || labelled.test(line)) return false
  if (/[.。!?！？:：]["”)）]?\s*$/.test(before)) return kind === 'pdf' && before.length > 0.8 * widest
  // A line that leaves much of the width free ends its sentence.
  return (
    /^\s*[\p{Ll}(]/u.test(line) ||
    /[,、，]\s*$/.test(before) ||
    (kind === 'pdf' ? before.length > 0.6 * widest : before.length > 40)
  )
}

function joined(lines: readonly string[]): string {
  let text = ''
  for (const line of lines.map((one) => one.trim())) {
    const wide =
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。]$/u.test(text) && /^[^\p{ASCII}]/u.test(line)
    text += text === '' || wide ? line : ` ${line}`
  }
  return text
}

function* sentencesOf(text: string): Generator<string> {
  for (const sentence of text.split(
    /(?<=。)(?![)）」』])|(?<=[\p{L}\p{N}%)”"*][.!?])\s+(?=[\p{Lu}“"*])(?<!\b(?:no|vs|etc|approx|max|min|fig|dr|inc)\.\s)/iu,
  ))
    for (const piece of piecesOf(sentence.trim())) if (/[\p{L}\p{N}]/u.test(piece)) yield piece.trim()
}

/** Cuts long texts, behind a clause or word where possible, because lookaround patterns are slow in them. */
function piecesOf(text: string): readonly string[] {
  return text.match(/.{1,1000}$|.{500,999}[、。；;\s]|.{500,999}[^\d.,]|.{1,1000}/gsu) ?? []
}

function cellsOf(raw: string): readonly string[] {
  const row = raw.trim().split('\t').join('|')
  return row
    .slice(row.startsWith('|') ? 1 : 0, row.endsWith('|') ? -1 : undefined)
    .split('|')
    .map((cell) => cell.trim())
}

function plain(text: string): string {
  return text
    .slice(0, 4000)
    .replace(/^\s*#+\s+/, '')
    .replace(mark, '')
    .replaceAll(/<\/?[a-z][^<>]{0,300}>/gi, ' ')
    .replaceAll(/\[([^\]]{0,200})\]\([^()\s]{0,300}\)/g, '$1')
    .replaceAll(/\*\*|__|`|(?<![\p{L}\d])\*|\*(?![\p{L}\d])/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

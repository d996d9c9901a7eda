import { columnTexts, markdownTable, repeated } from '../markdown-table.ts'
import type { WordBlock, WordCell, WordParagraph, WordTable } from './word-blocks.ts'
import type { WordLabel } from './word-numbering.ts'
import type { WordStyle } from './word-styles.ts'

type WordMarkdownWords = {
  readonly pages: number
  readonly styleOf: (id: string | undefined) => WordStyle
  readonly labelOf: (id: string, level: number) => WordLabel | undefined
  /** Returns an empty text for an undefined reference. */
  readonly noteOf: (reference: string) => string
}

type WordMarkdownLine = {
  readonly kind: 'heading' | 'list' | 'code' | 'text' | 'table'
  readonly text: string
  /** Zero-based depth in its list. */
  readonly level?: number
  readonly page: number
}

/** Converts blocks to Markdown, one text per page, with headings, numbered lists, code, tables and notes. */
export function wordMarkdown(blocks: readonly WordBlock[], words: WordMarkdownWords): readonly string[] {
  const hasHeadings = blocks.some((block) => block.kind === 'paragraph' && levelOf(block, words) !== undefined)
  const lines = blocks.flatMap((block) => linesOf(block, words, hasHeadings))
  const byPage = Map.groupBy(lines, ({ page }) => page)
  return Array.from({ length: words.pages }, (_, page) => joined(byPage.get(page) ?? []))
}

export function blockText(block: WordBlock): string {
  return block.kind === 'table' ? block.rows.flat().map(cellText).join(' ') : block.text.trim()
}

function linesOf(block: WordBlock, words: WordMarkdownWords, hasHeadings: boolean): readonly WordMarkdownLine[] {
  const { page } = block
  const notes = block.notes.map(words.noteOf).filter((note) => note !== '')
  return [
    block.kind === 'table'
      ? { kind: 'table', text: tableText(block), page }
      : { ...paragraphLine(block, words, hasHeadings), page },
    ...notes.map((text): WordMarkdownLine => ({ kind: 'text', text, page })),
  ]
}

function paragraphLine(
  paragraph: WordParagraph,
  words: WordMarkdownWords,
  hasHeadings: boolean,
): Omit<WordMarkdownLine, 'page'> {
  const style = words.styleOf(paragraph.style)
  const label = labelOf(paragraph, style, words)
  const text = paragraph.text.trim()
  const level = levelOf(paragraph, words) ?? (hasHeadings ? undefined : boldLevel(paragraph, style))
  if (level !== undefined) {
    return { kind: 'heading', text: `${'#'.repeat(Math.min(6, level))} ${labelled(label, onOneLine(text))}` }
  }
  if (style.isCode || isAll(paragraph.code, paragraph)) return { kind: 'code', text: paragraph.text.trimEnd() }
  if (label === undefined || label.text === '') return { kind: 'text', text }
  return { kind: 'list', text: labelled(label, onOneLine(text)), level: label.level }
}

function labelled(label: WordLabel | undefined, text: string): string {
  return label === undefined || label.text === '' ? text : `${label.text} ${text}`
}

function levelOf({ style, outline }: WordParagraph, { styleOf }: WordMarkdownWords): number | undefined {
  return outline !== undefined && outline < 9 ? outline + 1 : styleOf(style).headingLevel
}

/** When no paragraph has a heading style, short bold paragraphs are headings. */
function boldLevel(paragraph: WordParagraph, { isBold }: WordStyle): number | undefined {
  const text = paragraph.text.trim()
  const isShort = text.length <= LONGEST_HEADING && !/[.。;；,、:：]$/.test(text) && !text.includes('\n')
  return isShort && (isBold || isAll(paragraph.bold, paragraph)) ? 2 : undefined
}

const LONGEST_HEADING = 80

function isAll(count: number, { seen }: WordParagraph): boolean {
  return seen > 0 && count === seen
}

function labelOf(
  paragraph: WordParagraph,
  { numbering }: WordStyle,
  { labelOf: label }: WordMarkdownWords,
): WordLabel | undefined {
  const id = paragraph.numbering ?? numbering?.id
  if (id === undefined || id === '0') return undefined
  return label(id, paragraph.numberingLevel ?? (paragraph.numbering === undefined ? (numbering?.level ?? 0) : 0))
}

function onOneLine(text: string): string {
  return text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
}

function tableText({ rows }: WordTable): string {
  let above: readonly string[] = []
  return markdownTable(
    rows.map((row) => {
      let column = 0
      const cells = row.map((cell) => {
        const text = cell.continues ? repeated(above[column] ?? '') : cellText(cell)
        column += cell.columns
        return { text, columns: cell.columns }
      })
      above = cells.flatMap(columnTexts)
      return cells
    }),
  )
}

function cellText({ texts }: WordCell): string {
  return texts.join(' ').trim().replaceAll(/\s+/g, ' ')
}

/** List items and lines of code are adjacent; other blocks are separated by blank lines. */
function joined(lines: readonly WordMarkdownLine[]): string {
  let text = ''
  let before: WordMarkdownLine['kind'] | undefined
  let outermost = 0
  for (const line of lines) {
    if (before === 'code' && line.kind !== 'code') text += '\n```'
    const isNext = line.kind === before && (line.kind === 'list' || line.kind === 'code')
    text += before === undefined ? '' : isNext ? '\n' : '\n\n'
    if (line.kind === 'code' && !isNext) text += '```\n'
    // An item is indented relative to the outermost item of its list.
    outermost = Math.min(isNext ? outermost : Infinity, line.level ?? 0)
    text += '   '.repeat((line.level ?? 0) - outermost) + line.text
    before = line.kind
  }
  return before === 'code' ? `${text}\n\`\`\`` : text
}

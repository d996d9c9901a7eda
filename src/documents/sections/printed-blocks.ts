import type { DocumentPage, TextDocument } from '../document.ts'
import { type Heading, headingFinder, isRule, isUnderlined } from '../headings.ts'
import { withoutRunningLines } from '../running-lines.ts'

export type PrintedBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly page: number }
  | { readonly kind: 'text'; readonly text: string; readonly page: number }

/** Returns the paragraphs of a printed document or plain text, with headings recognized by size or numbering. */
export function printedBlocks({ kind, pages }: TextDocument): readonly PrintedBlock[] {
  const texts = withoutRunningLines(pages.map(({ text }) => text))
  const headingOf = headings(pages)
  const blocks: PrintedBlock[] = []
  for (const [index, { number: page }] of pages.entries()) {
    const lines = linesOf(texts[index] ?? '')
    // In a text file, line breaks are intended.
    const full = kind === 'pdf' ? FULL * Math.max(...lines.map(({ line }) => widthOf(line))) : Infinity
    let isFresh = true
    for (const placed of lines) {
      const { line, isDrawn } = placed
      const heading = headingOf(pages[index], placed)
      if (line.trim() !== '' && !isDrawn) add(blocks, heading, { line, page, isFresh, full })
      isFresh = line.trim() === ''
    }
  }
  return blocks
}

type PlacedLine = {
  readonly line: string
  readonly next: string
  readonly start: number
  /** Whether the line is a drawn rule below or above a heading. */
  readonly isDrawn: boolean
}

function linesOf(text: string): readonly PlacedLine[] {
  let start = 0
  return text.split('\n').map((line, index, lines) => {
    const [before = '', next = '', nextButOne = ''] = [lines[index - 1], lines[index + 1], lines[index + 2]]
    const isDrawn = isRule(line) && (isUnderlined(before, line) || isUnderlined(next, nextButOne))
    const placed = { line, next, start, isDrawn }
    start += line.length + 1
    return placed
  })
}

type FoundHeading = Heading & { readonly isLarge: boolean }

/** Where headings are larger than text, a numbered line in text size is a step and no heading. */
function headings(pages: readonly DocumentPage[]) {
  const guess = headingFinder('text')
  const levels = Math.max(0, ...pages.flatMap((page) => (page.headings ?? []).map(({ level }) => level)))
  return (page: DocumentPage | undefined, { line, next, start }: PlacedLine): FoundHeading | undefined => {
    const guessed = guess(line, next)
    const large = page?.headings?.find((heading) => heading.start === start)
    if (large !== undefined) return { level: large.level, text: guessed?.text ?? line.trim(), isLarge: true }
    if (guessed === undefined || (levels > 0 && /^\s*\d{1,2}[.．]?\s/.test(line))) return undefined
    return { level: levels + guessed.level, text: guessed.text, isLarge: false }
  }
}

type Added = {
  readonly line: string
  readonly page: number
  /** Whether a blank line or nothing precedes it. */
  readonly isFresh: boolean
  /** The minimum width of a line that continues on the next one. */
  readonly full: number
}

/** Adds a line to the blocks; large headings and paragraphs may span several lines. */
function add(blocks: PrintedBlock[], heading: FoundHeading | undefined, { line, page, isFresh, full }: Added): void {
  const last = blocks.at(-1)
  if (heading === undefined) {
    const goesOn = last?.kind === 'text' && last.page === page && !isFresh
    if (goesOn) blocks.splice(-1, 1, { ...last, text: joined(last.text, line.trimEnd(), full) })
    else blocks.push({ kind: 'text', text: line.trimEnd(), page })
    return
  }
  const { level, text, isLarge } = heading
  const goesOn = isLarge && last?.kind === 'heading' && last.level === level && !isFresh
  if (goesOn) blocks.splice(-1, 1, { ...last, text: `${last.text} ${text}` })
  else blocks.push({ kind: 'heading', level, text, page })
}

/** Share of the page's widest line from which a line counts as full. */
const FULL = 0.75

/** A sentence continues after a full line, a table row does not. */
function joined(text: string, line: string, full: number): string {
  const last = text.slice(text.lastIndexOf('\n') + 1)
  const goesOn =
    widthOf(last) >= full && !/[。．.!?！？:：;；]$/.test(last) && !last.includes('\t') && !line.includes('\t')
  if (!goesOn || BEGINS.test(line)) return `${text}\n${line}`
  return WIDE.test(text.at(-1) ?? '') || WIDE.test(line.charAt(0))
    ? text + line.trimStart()
    : `${text} ${line.trimStart()}`
}

const BEGINS = /^\s*(?:[-*+•・●○■☐]|\d{1,3}[.)．）]|[(（]\d{1,3}[)）]|[①-⑳])/
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

/** Ideographs and kana are twice as wide as letters. */
function widthOf(line: string): number {
  return Array.from(line).reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0)
}

import type { Document } from './document.ts'

export type Heading = { readonly level: number; readonly text: string }

/** Tells of each line of a page, asked in order and with the line after it, whether it is a heading. */
export function headingFinder(kind: Document['kind']): (line: string, next: string) => Heading | undefined {
  if (kind !== 'markdown') return printedHeadings()
  let fence = ''
  return (line, next) => {
    const [, mark = ''] = /^\s{0,3}(```|~~~)/.exec(line) ?? []
    if (mark !== '' && (fence === '' || fence === mark)) fence = fence === '' ? mark : ''
    return fence === '' && mark === '' ? markdownHeading(line, next) : undefined
  }
}

function markdownHeading(line: string, next: string): Heading | undefined {
  const [, marks = '', text = ''] = /^\s{0,3}(#{1,6})\s+(\S.*)$/.exec(line) ?? []
  if (marks !== '') return { level: marks.length, text: text.replace(/(?<!\s)\s+#+\s*$/, '').trim() }
  // A line with a rule under it, but not the last row of a table or a list.
  const [, rule = ''] = /^\s{0,3}(=+|-{3,})\s*$/.exec(next) ?? []
  if (rule === '' || line.trim() === '' || /^\s*(?:[-*+>|]|\d+[.)])/.test(line)) return undefined
  return { level: rule.startsWith('=') ? 1 : 2, text: line.trim() }
}

/** 1. and 2. on lines that follow each other are steps, as short as they may be. */
function printedHeadings(): (line: string, next: string) => Heading | undefined {
  let before = Number.NaN
  const rules: string[] = []
  return (line, next) => {
    const drawn = drawnHeading(line, next, rules)
    if (drawn !== undefined) return drawn
    // Where headings are drawn, what is set in is code or a quotation.
    if (rules.length > 0 && /^\s/.test(line)) return undefined
    const number = stepNumber(line)
    const isStep = number === before + 1 || stepNumber(next) === number + 1
    before = isStep ? number : Number.NaN
    return isStep ? undefined : printedHeading(line)
  }
}

/**
 * A line with a rule under it, as in reStructuredText, or with equals signs before it, as in AsciiDoc. Of which level a rule
 * is, is told by which came first.
 */
function drawnHeading(line: string, next: string, rules: string[]): Heading | undefined {
  const [, marks = '', title = ''] = /^(={1,6}) +([^=\s].*)$/.exec(line) ?? []
  if (marks !== '') return { level: marks.length, text: title.replace(/(?<!\s)\s+=+\s*$/, '').trim() }
  if (!isUnderlined(line, next)) return undefined
  const mark = next.charAt(0)
  if (!rules.includes(mark)) rules.push(mark)
  return { level: rules.indexOf(mark) + 1, text: line.trim() }
}

/** Whether the next line is a rule as long as this one; some count an ideograph as two characters, and some as one. */
export function isUnderlined(line: string, next: string): boolean {
  const text = line.trim()
  const begins = /^["'“「【(]?[\p{L}\p{N}]/u.test(text) && !text.includes('\t')
  return begins && isRule(next) && next.trim().length >= Array.from(text).length
}

export function isRule(line: string): boolean {
  return /^([=\-~^"'#*+.`:_])\1{2,}\s*$/.test(line)
}

function stepNumber(line: string): number {
  return Number(/^\s*(\d{1,2})[.．]?\s/.exec(line)?.[1] ?? Number.NaN)
}

/** Short lines that begin as headings do on printed pages: a mark, 【brackets】, 第1章, or 1.2. */
function printedHeading(line: string): Heading | undefined {
  const text = line.trim()
  if (text.length > 60 || text.includes('\t') || /[。．.!?！？、,;:：]$/.test(text)) return undefined
  if (/^(?:[■◆▼]\s*\S|【.+】$|第[\d一二三四五六七八九十百]+[章節条部])/.test(text))
    return { level: 1, text: text.replace(/^[■◆▼]\s*/, '') }
  const [, number = ''] = /^(\d{1,2}(?:\.\d{1,2}){0,3})[.．]?\s+\p{L}/u.exec(text) ?? []
  return number === '' ? undefined : { level: number.split('.').length, text }
}

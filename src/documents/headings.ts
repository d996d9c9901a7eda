import type { Document } from './document.ts'

export type Heading = { readonly level: number; readonly text: string }

/** Returns a detector that must be called for each line of a page in order, with the line after it. */
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
  // A line with a rule below it is a heading, except the last row of a table or a list.
  const [, rule = ''] = /^\s{0,3}(=+|-{3,})\s*$/.exec(next) ?? []
  if (rule === '' || line.trim() === '' || /^\s*(?:[-*+>|]|\d+[.)])/.test(line)) return undefined
  return { level: rule.startsWith('=') ? 1 : 2, text: line.trim() }
}

/** Consecutive numbered lines, such as 1. and 2., are steps and not headings. */
function printedHeadings(): (line: string, next: string) => Heading | undefined {
  let before = Number.NaN
  const rules: string[] = []
  return (line, next) => {
    const drawn = drawnHeading(line, next, rules)
    if (drawn !== undefined) return drawn
    // When a page underlines its headings, an indented line is code or a quotation.
    if (rules.length > 0 && /^\s/.test(line)) return undefined
    const number = stepNumber(line)
    const isStep = number === before + 1 || stepNumber(next) === number + 1
    before = isStep ? number : Number.NaN
    return isStep ? undefined : printedHeading(line)
  }
}

/**
 * Reads underlined headings (reStructuredText) and `== Headings` (AsciiDoc). Kinds of rules get levels in order of use.
 */
function drawnHeading(line: string, next: string, rules: string[]): Heading | undefined {
  const [, marks = '', title = ''] = /^(={1,6}) +([^=\s].*)$/.exec(line) ?? []
  if (marks !== '') return { level: marks.length, text: title.replace(/(?<!\s)\s+=+\s*$/, '').trim() }
  if (!isUnderlined(line, next)) return undefined
  const mark = next.charAt(0)
  if (!rules.includes(mark)) rules.push(mark)
  return { level: rules.indexOf(mark) + 1, text: line.trim() }
}

/** The rule must be as long as the line; an ideograph may count as one or two characters. */
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

function printedHeading(line: string): Heading | undefined {
  const text = line.trim()
  if (text.length > 60 || text.includes('\t') || /[。．.!?！？、,;:：]$/.test(text)) return undefined
  if (/^(?:[■◆▼]\s*\S|【.+】$|第[\d一二三四五六七八九十百]+[章節条部])/.test(text))
    return { level: 1, text: text.replace(/^[■◆▼]\s*/, '') }
  const [, number = ''] = /^(\d{1,2}(?:\.\d{1,2}){0,3})[.．]?\s+\p{L}/u.exec(text) ?? []
  return number === '' ? undefined : { level: number.split('.').length, text }
}

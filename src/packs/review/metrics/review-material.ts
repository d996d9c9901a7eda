import type { MetricDocument, Review, ReviewCase } from '../../../core/index.ts'

/** Tells whether a page has content without text, which a reviewer may have seen. */
export function hideSomething(documents: readonly MetricDocument[]): boolean {
  return documents.some(({ pages }) => pages.some(({ unread }) => unread === true))
}

// Enough for some thirty dense pages, and within what every judge reads.
const longestMaterial = 60_000

/**
 * Writes the documents page by page for a judge. When they are too long, the pages that the review mentions come first.
 * The page at the limit is cut to the surroundings of the review's quotes, and the rest is only named.
 */
export function documentText(documents: readonly MetricDocument[], review: Review): string {
  const pages = documents.flatMap(({ name, pages: own }) => own.map(({ number, text }) => ({ name, number, text })))
  const whole = pages.reduce((sum, { text }) => sum + text.length, 0) <= longestMaterial
  const ordered = whole ? pages : pages.toSorted((a, b) => Number(speaksOf(review, b)) - Number(speaksOf(review, a)))
  const shown = new Map<ReviewMaterialPage, string>()
  let left = longestMaterial
  for (const page of ordered) {
    if (left <= 0) break
    shown.set(page, partOf(page, left, review))
    left -= page.text.length
  }
  const leftOut = pages.length - shown.size
  return [
    ...pages.flatMap((page) => shown.get(page) ?? []),
    ...(leftOut > 0 ? [`[pages that are not shown: ${leftOut}]`] : []),
  ].join('\n\n')
}

type ReviewMaterialPage = { readonly name: string; readonly number: number; readonly text: string }

function partOf({ name, number, text }: ReviewMaterialPage, most: number, { citations }: Review): string {
  const head = `[${name}, page ${number}]`
  if (text.length <= most) return `${head}\n${text}`
  const place = firstOf(citations).reduce((first, quote) => (first === -1 ? text.indexOf(quote) : first), -1)
  const from = Math.max(0, Math.min(place - most / 2, text.length - most))
  const start = Math.floor(from)
  return `${head}\n[characters ${start + 1} to ${start + most} of ${text.length}]\n${text.slice(start, start + most)}`
}

function speaksOf({ pageNumber, citations }: Review, { number, text }: ReviewMaterialPage): boolean {
  return pageNumber === number || firstOf(citations).some((quote) => text.includes(quote))
}

function firstOf(citations: readonly string[]): readonly string[] {
  return citations.slice(0, 50)
}

// No explanation of a single check has so many characters: they fill ten pages.
const longestExplanation = 20_000

export function explanationText({ explanation }: Review): string {
  const left = explanation.length - longestExplanation
  return left > 0
    ? `${explanation.slice(0, longestExplanation)}\n[characters that are not shown: ${left}]`
    : explanation
}

export function quotesText({ citations }: Review): string {
  const shown = firstOf(citations)
  const left = citations.length - shown.length
  return [...shown.map((quote) => `“${quote}”`), ...(left > 0 ? [`[quotes that are not shown: ${left}]`] : [])].join(
    '\n',
  )
}

export function checkText({ checkName, checkDescription }: ReviewCase): string {
  return `${checkName}\n${checkDescription}`
}

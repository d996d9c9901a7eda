import type { EvalCase, Review, ReviewCase } from '../core/index.ts'

/** A document as metrics look at it. */
export type ReviewedDocument = {
  readonly name: string
  readonly pages: readonly { readonly number: number; readonly text: string }[]
  /** Whether a quote stands in it. */
  findQuote(quote: string): QuoteCheck
}

/** How a quote compares with a document: word by word, nearly, or not. */
export type QuoteCheck = { readonly status: 'verified' | 'approximate' | 'not-found'; readonly page?: number }

/** Hands over the documents of a case. */
export type DocumentsOf = (evalCase: EvalCase) => Promise<readonly ReviewedDocument[]>

// Enough for some thirty dense pages, and within what every judge reads.
const longestMaterial = 60_000

/** The documents page by page, for a judge. Of long ones the pages that the review speaks of come first, and the rest is named. */
export function documentText(documents: readonly ReviewedDocument[], review: Review): string {
  const pages = documents.flatMap(({ name, pages: own }) =>
    own.map(({ number, text }) => ({
      text: `[${name}, page ${number}]\n${text}`,
      spoken: speaksOf(review, number, text),
    })),
  )
  const ordered = [...pages.filter(({ spoken }) => spoken), ...pages.filter(({ spoken }) => !spoken)]
  const chosen = new Set<(typeof pages)[number]>()
  let left = longestMaterial
  for (const page of ordered) {
    left -= page.text.length
    if (left < 0) break
    chosen.add(page)
  }
  const leftOut = pages.length - chosen.size
  const shown = pages.filter((page) => chosen.has(page)).map(({ text }) => text)
  return [...shown, ...(leftOut > 0 ? [`[${leftOut} pages are not shown]`] : [])].join('\n\n')
}

function speaksOf({ pageNumber, citations }: Review, number: number, text: string): boolean {
  return pageNumber === number || citations.some((quote) => text.includes(quote))
}

/** What was asked, for a judge. */
export function checkText({ checkName, checkDescription }: ReviewCase): string {
  return `${checkName}\n${checkDescription}`
}

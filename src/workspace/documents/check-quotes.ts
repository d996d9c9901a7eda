import type { CheckedQuote } from '../../packs/review/document-review.ts'
import { verifyQuote, type Document, type QuoteCheck } from '../../documents/index.ts'

type CheckQuotesView = { readonly documentId: string; readonly document: Document }
type CheckQuotesMatch = { readonly documentId: string; readonly check: QuoteCheck }

/** Looks up each quote of a reviewer in the documents and returns the best match. */
export function checkQuotes(quotes: readonly string[], documents: readonly CheckQuotesView[]): CheckedQuote[] {
  return quotes.map((quote) => {
    const found = documents.map(({ documentId, document }) => ({ documentId, check: verifyQuote(quote, document) }))
    const [best] = found.toSorted((a, b) => rankOf(b) - rankOf(a))
    if (best === undefined) return { quote, status: 'not-found', places: [] }
    return { quote, status: best.check.status, places: placesOf(best) }
  })
}

const steps = { verified: 2, approximate: 1, 'not-found': 0 }

function rankOf({ check }: CheckQuotesMatch): number {
  // Similarity is at most 1, so it only decides between matches of the same status.
  return steps[check.status] * 2 + check.similarity
}

function placesOf({ documentId, check }: CheckQuotesMatch): CheckedQuote['places'] {
  const places = check.status === 'not-found' ? check.nearest : check.matched
  return places.map((place) => ({ documentId, ...place }))
}

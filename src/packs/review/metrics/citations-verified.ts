import {
  type DocumentsOf,
  type QuoteMatch,
  type Metric,
  type MetricDocument,
  type Review,
  type Score,
  message,
} from '../../../core/index.ts'
import { boundedMean } from '../../../metrics/shared/mean-score.ts'
import { hideSomething } from './review-material.ts'
import { reviewedCase } from './reviewed-case.ts'

type CitationsVerifiedOptions = { readonly threshold?: number; readonly documents: DocumentsOf }

const worth = { verified: 1, approximate: 0.5, 'not-found': 0 } as const

/**
 * Measures the share of a reviewer's quotes that stand in the documents, 0–1; an approximate match counts half. No
 * judge is needed. A pass without a quote, where quotes could be given, is 0; insufficient evidence needs no quote.
 *
 * @example citationsVerified({ documents, threshold: 0.5 })
 */
export function citationsVerified({ threshold = 0.5, documents }: CitationsVerifiedOptions): Metric {
  return {
    name: metric,
    async score(evalCase, transcript, { signal }) {
      const reviewed = reviewedCase(metric, evalCase, transcript)
      if (reviewed.status !== 'reviewed') return reviewed
      const { citations, result } = reviewed.review
      const read = await documents(evalCase)
      const hasText = read.some(({ pages }) => pages.some(({ text }) => text.trim() !== ''))
      if (!hasText || (citations.length === 0 && result === 'fail')) {
        const reason = hasText ? message('The review quotes nothing') : message('The documents have no text to quote')
        return { status: 'not-evaluated', metric, reason, informational: true }
      }
      const all: FoundQuote[] = []
      for (const quote of citations.slice(0, mostQuotes(read))) {
        signal?.throwIfAborted()
        all.push(foundQuote(quote, best(await Promise.all(read.map((document) => document.findQuote(quote))))))
      }
      // Quotes that were not found may stand on pages without text.
      const found = hideSomething(read) ? all.filter(({ row }) => row.label !== 'not-found') : all
      if (all.length > 0 && found.length === 0) {
        const reason = message('The quotes may stand on pages without text')
        return { status: 'not-evaluated', metric, reason, informational: true }
      }
      const hidden = new Set(all.filter((one) => !found.includes(one)).map(({ row }) => row.subject))
      const shown = citations.filter((quote) => !hidden.has(quote))
      return scoreOf({ ...reviewed.review, citations: shown }, found, threshold)
    },
  }
}

const metric = 'citations_verified'

function scoreOf({ citations, pageNumber }: Review, found: readonly FoundQuote[], threshold: number): Score {
  const rows = found.map(({ row }) => row)
  const pages = found.flatMap(({ page }) => page ?? [])
  const value = rows.length === 0 ? 0 : boundedMean(rows.map((row) => row.value))
  const passed = value >= threshold
  const leftOut = citations.length - rows.length
  const reason =
    leftOut > 0
      ? message('only the first {looked} of {total} quotes were looked up', {
          looked: rows.length,
          total: citations.length,
        })
      : passed
        ? undefined
        : reasonOf(rows)
  const page = pageNumber === undefined || pages.length === 0 ? null : Number(pages.includes(pageNumber))
  return {
    status: 'scored',
    metric,
    value,
    threshold,
    passed,
    ...(reason !== undefined && { reason }),
    parts: [
      { name: 'quotes', value: citations.length },
      ...(leftOut > 0 ? [{ name: 'quotes not looked up', value: leftOut }] : []),
      { name: 'page', value: page },
    ],
    evidence: [{ kind: 'verdicts', rows }],
  }
}

// Characters times quotes; comparing so many takes half a minute at most.
const mostCompared = 50_000_000

/** Limits the quotes that are looked up; long documents allow fewer. */
function mostQuotes(documents: readonly MetricDocument[]): number {
  const characters = documents.reduce((sum, { pages }) => pages.reduce((all, { text }) => all + text.length, sum), 0)
  return Math.min(1000, Math.max(20, Math.floor(mostCompared / (characters + 1))))
}

type FoundQuote = ReturnType<typeof foundQuote>

function foundQuote(quote: string, { status, page }: QuoteMatch) {
  const reason = page === undefined ? {} : { reason: `page ${page}` }
  return { page, row: { subject: quote, label: status, value: worth[status], ...reason } }
}

function best(checks: readonly QuoteMatch[]): QuoteMatch {
  return checks.toSorted((a, b) => worth[b.status] - worth[a.status])[0] ?? { status: 'not-found' }
}

function reasonOf(rows: readonly { readonly label: string }[]) {
  if (rows.length === 0) return message('The review passes the check and quotes nothing')
  const missing = rows.filter(({ label }) => label === 'not-found').length
  return message('{missing} of {total} {total|quote does|quotes do} not stand in the documents', {
    missing,
    total: rows.length,
  })
}

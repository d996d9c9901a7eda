import { z } from 'zod'
import { indexPassage, passagesOf, withoutRunningLines } from '../../../documents/index.ts'
import type { Document, DocumentPage, PassageSizes } from '../../../documents/index.ts'
import { languageOf } from './answer-words.ts'
import { withConcepts } from './concepts.ts'

/** A section of a runbook, or a part of a long one, with its words counted: what is kept of it. */
export const RunbookSection = z.object({
  passage: z.object({
    text: z.string(),
    headings: z.array(z.string()),
    pages: z.tuple([z.number(), z.number()]),
  }),
  terms: z.array(z.tuple([z.string(), z.number()])),
})
export type RunbookSection = z.infer<typeof RunbookSection>

/** Room for a procedure as people write them: its steps are an answer only together. Letters say less than characters. */
const defaultSizes = {
  ja: { characters: 800, overlap: 50 },
  en: { characters: 1800, overlap: 50 },
}

/** The sections of a document. What begins on one page and ends on the next stays together. */
export function sectionsOf(document: Document, sizes: PassageSizes = {}): RunbookSection[] {
  const texts = withoutRunningLines(document.pages.map(({ text }) => text))
  const starts = pageStarts(document.pages)
  const whole = { ...document, pages: [{ number: 1, text: texts.join('\n'), warnings: [] }] }
  const title = titleOf(document)
  return passagesOf(whole, { ...defaultSizes[languageOf(texts.join('\n'))], ...sizes, guessedSections: true }).map(
    ({ start, end, headings: below, text }) => {
      const headings = [...title, ...below]
      const pages: [number, number] = [pageAt(starts, start), pageAt(starts, end - 1)]
      const { terms } = indexPassage({ headings: withOwnTwice(headings).map(withConcepts), text: withConcepts(text) })
      return { passage: { text, headings, pages }, terms: terms.map(([term, count]) => [term, count]) }
    },
  )
}

/** Markdown has its title among the headings; elsewhere a short first line is one. */
function titleOf({ kind, pages }: Document): readonly string[] {
  if (kind === 'markdown') return []
  const [first = ''] = pages[0]?.text.trim().split('\n') ?? []
  return first.length > 0 && first.length <= LONGEST_TITLE ? [first.trim()] : []
}

const LONGEST_TITLE = 80

/** All sections of a file share its title; what a section is about, its own heading says. */
function withOwnTwice(headings: readonly string[]): readonly string[] {
  return headings.length > 1 ? [...headings, ...headings.slice(-1)] : headings
}

type PageStart = { readonly number: number; readonly start: number }

function pageStarts(pages: readonly DocumentPage[]): readonly PageStart[] {
  let start = 0
  return pages.map(({ number, text }) => {
    const page = { number, start }
    start += text.length + 1
    return page
  })
}

function pageAt(starts: readonly PageStart[], place: number): number {
  return starts.findLast(({ start }) => start <= place)?.number ?? 1
}

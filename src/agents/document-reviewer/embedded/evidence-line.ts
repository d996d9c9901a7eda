import type { Document } from '../../../documents/index.ts'
import type { Aspect } from './aspects.ts'
import { aspectsIn } from './aspects.ts'
import { subjectTerms } from './subject-terms.ts'

/** A line of a document, with what stands above it. */
export type EvidenceLine = {
  readonly document: string
  readonly page: number
  /** On one line, as it can be quoted. */
  readonly text: string
  /** The same with the cells of a table apart, so that numbers of two cells are not taken for one date. */
  readonly cells: string
  readonly terms: readonly string[]
  /** Of the heading that it stands under. */
  readonly headingTerms: readonly string[]
  /** What it speaks of, with the names of its columns where it is a row of a table. */
  readonly aspects: readonly Aspect[]
  /** It only says what the lines below it are about. */
  readonly heading: boolean
}

/** All lines of all documents. */
export function evidenceLines(documents: readonly Document[]): readonly EvidenceLine[] {
  return documents.flatMap(({ name, pages }) =>
    pages.flatMap(({ number, text }) => linesOfPage(text).map((line) => ({ document: name, page: number, ...line }))),
  )
}

function linesOfPage(page: string): readonly Omit<EvidenceLine, 'document' | 'page'>[] {
  let headingTerms: readonly string[] = []
  let columns = ''
  return page.split('\n').flatMap((raw) => {
    const text = raw.replaceAll(/\s+/g, ' ').trim()
    if (text === '') return []
    const isRow = raw.includes('\t')
    const isColumnNames = isRow && !/[\d✓✗✔✘□☐]/.test(text)
    const heading = isColumnNames || (!isRow && isHeading(text))
    const terms = subjectTerms(text)
    const cells = raw.trim().replaceAll(/\s*\t\s*/g, ' | ')
    // A column's name says something about a row that has a value in it.
    const aspects = aspectsIn(isRow && /\d/.test(text) ? `${columns} ${text}` : text)
    const line = { text, cells, terms, headingTerms, aspects, heading }
    if (isColumnNames) columns = text
    else if (heading) headingTerms = terms
    return [line]
  })
}

/** A numbered, marked or short line without a value. */
function isHeading(line: string): boolean {
  if (/[:：]\s*\S|[。.]$|[✓✗✔✘□☐×○]/.test(line)) return false
  return (
    /^(?:#+\s|\d{1,2}[.．)]\s*\D|[■●◆【§]|第\d)/.test(line) || (line.length <= 28 && !/\d\s*[台個本基分%]/.test(line))
  )
}

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
  /** All that is said on its line. */
  readonly whole: string
  /** The same with the cells of a table apart, so that numbers of two cells are not taken for one date. */
  readonly cells: string
  readonly terms: readonly string[]
  /** Of the heading that it stands under. */
  readonly headingTerms: readonly string[]
  /** What it speaks of, with the names of its columns where it is a row of a table. */
  readonly aspects: readonly Aspect[]
  /** The values of a row of a table with the words that their columns are about. */
  readonly values: readonly { readonly terms: readonly string[]; readonly text: string }[]
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
  const rows = page.split('\n')
  return rows.flatMap((raw, index) => {
    const text = raw.replaceAll(/\s+/g, ' ').trim()
    if (text === '' || tableRule.test(text)) return []
    const isMarkdownRow = /^\|.*\|$/.test(text)
    const isRow = isMarkdownRow || raw.includes('\t')
    const isColumnNames = isMarkdownRow
      ? tableRule.test(rows[index + 1]?.trim() ?? '')
      : isRow && !/[\d✓✗✔✘□☐]/.test(text)
    const heading = isColumnNames || (!isRow && isHeading(text))
    if (!isRow && !heading) return sentencesOf(text, headingTerms)
    const terms = subjectTerms(text)
    const cells = raw.trim().replaceAll(/\s*\t\s*/g, ' | ')
    // A column's name says something about a row that has a value in it.
    const aspects = aspectsIn(isRow && /\d/.test(text) ? `${columns} ${text}` : text)
    const values = isRow && !isColumnNames ? valuesOf(columns, cells) : []
    const above = [...headingTerms, ...values.flatMap((value) => value.terms)]
    if (isColumnNames) columns = cells
    else if (heading) headingTerms = terms
    return [{ text, whole: text, cells, terms, headingTerms: above, aspects, values, heading }]
  })
}

const tableRule = /^\|(?:\s*:?-+:?\s*\|)+$/

/** The values of a row that has as many as there are columns. */
function valuesOf(columns: string, cells: string): EvidenceLine['values'] {
  const [names, texts] = [columns, cells].map((row) =>
    row
      .replaceAll(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim()),
  )
  if (names === undefined || texts === undefined || names.length !== texts.length || names.length < 2) return []
  return texts.map((text, index) => ({ terms: subjectTerms(names[index] ?? ''), text }))
}

/** Each sentence speaks for itself; one that begins with a pronoun, of what the sentence before it speaks of. */
function sentencesOf(
  text: string,
  headingTerms: readonly string[],
): readonly Omit<EvidenceLine, 'document' | 'page'>[] {
  let before: readonly string[] = []
  return text.split(/(?<=。)|(?<=[\p{L}\d]{2}[)%”"]?[.!?])\s+(?=[\p{Lu}“"])/u).map((sentence) => {
    const said = sentence.trim()
    const terms = subjectTerms(said)
    const above = /^(?:it|its|they|their|this|these|その|それ|これ|同)/i.test(said)
      ? [...headingTerms, ...before]
      : headingTerms
    before = terms
    return {
      text: said,
      whole: text,
      cells: said,
      terms,
      headingTerms: above,
      aspects: aspectsIn(said),
      values: [],
      heading: false,
    }
  })
}

/** A numbered, marked or short line without a value. */
function isHeading(line: string): boolean {
  if (/[:：]\s*\S|[。.]$|[✓✗✔✘□☐×○]/.test(line)) return false
  return (
    /^(?:#+\s|\d{1,2}[.．)]\s*\D|[■●◆【§]|第\d)/.test(line) || (line.length <= 28 && !/\d\s*[台個本基分%]/.test(line))
  )
}

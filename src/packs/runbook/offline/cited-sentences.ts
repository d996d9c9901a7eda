import { lettersOf, referencesIn, splitSentences, withoutReferences } from '../../../text/index.ts'

/** A sentence of an answer, and the passages that it names, from 1. */
export type CitedSentence = { readonly text: string; readonly marks: readonly number[] }

/**
 * The sentences of an answer; a mark at the end of a line stands for the line. Left out are the list of sources, and headings
 * and rows of a table that a passage has: they say nothing apart from it.
 */
export function citedSentences(answer: string, context: readonly string[]): readonly CitedSentence[] {
  const names = context.map(namesOf)
  const headings = names.flat().flatMap((name) => name.split(' > '))
  const rows = context.flatMap((passage) => passage.split('\n').filter(isRow))
  const known = new Set([...headings, ...rows].map(wordsOfLine))
  let above: readonly number[] = []
  return answer.split('\n').flatMap((line) => {
    if (isSource(line)) {
      // A passage that is quoted stands under the line that says where it is from.
      above = SOURCES.test(line) ? [] : referencesIn(line)
      return []
    }
    if (isRow(line) && known.has(wordsOfLine(line))) return []
    let marks: readonly number[] = above
    return splitSentences(line)
      .toReversed()
      .map((sentence) => {
        const named = names.flatMap((those, index) =>
          those.some((name) => sentence.includes(name)) ? [index + 1] : [],
        )
        const own = [...referencesIn(sentence), ...named].slice(0, 10)
        if (own.length > 0) marks = own
        return { text: withoutReferences(sentence), marks }
      })
      .toReversed()
      .filter(({ text }) => text !== '' && !known.has(wordsOfLine(text)))
  })
}

/** A line of the list of sources says nothing by itself. */
export function isSource(line: string): boolean {
  return SOURCES.test(line) || /^\s*(?:[-*・]\s*)?[[［【]\d{1,3}[\]］】]/.test(line)
}

const SOURCES =
  /^\s*(?:[#*\s]{0,6})(?:出典|参照(?:元|した手順書)?|引用(?:元)?|参考|sources?|references?)\s*(?:一覧)?[*\s]{0,3}[:：]?\s*/i

function isRow(line: string): boolean {
  return /^\s*\|.*\|\s*$/.test(line)
}

/** A heading is told by its words; its number may be left out. */
function wordsOfLine(text: string): string {
  return lettersOf(text.replace(/^[\d.()\s]+/, ''))
}

/** File and heading, from the line in front of a passage. */
function namesOf(passage: string): readonly string[] {
  const [, origin = ''] = /^\(([^\n]{1,400})\)\n/.exec(passage) ?? []
  return origin.split(' / ').filter((name) => name.length >= 4 && !/^(?:p\. )?[\d–:.TZ+-]+$/.test(name))
}

import { lettersOf, referencesIn, splitSentences, withoutReferences } from '../../../text/index.ts'

/** `marks` are the numbers of the cited passages, from 1. */
export type CitedSentence = { readonly text: string; readonly marks: readonly number[] }

/**
 * Returns the sentences of an answer. A mark at the end of a line applies to the whole line. The list of sources is
 * left out, and so are headings and table rows copied from a passage, because they claim nothing themselves.
 */
export function citedSentences(answer: string, context: readonly string[]): readonly CitedSentence[] {
  const names = context.map(namesOf)
  const headings = names.flat().flatMap((name) => name.split(' > '))
  const rows = context.flatMap((passage) => passage.split('\n').filter(isRow))
  const known = new Set([...headings, ...rows].map(wordsOfLine))
  let above: readonly number[] = []
  return answer.split('\n').flatMap((line) => {
    if (isSource(line)) {
      // A quoted passage follows the line that names its source.
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

export function isSource(line: string): boolean {
  return SOURCES.test(line) || /^\s*(?:[-*・]\s*)?[[［【]\d{1,3}[\]］】]/.test(line)
}

const SOURCES =
  /^\s*(?:[#*\s]{0,6})(?:出典|参照(?:元|した手順書)?|引用(?:元)?|参考|sources?|references?)\s*(?:一覧)?[*\s]{0,3}[:：]?\s*/i

function isRow(line: string): boolean {
  return /^\s*\|.*\|\s*$/.test(line)
}

/** Headings are compared without their numbers, which answers often leave out. */
function wordsOfLine(text: string): string {
  return lettersOf(text.replace(/^[\d.()\s]+/, ''))
}

function namesOf(passage: string): readonly string[] {
  const [, origin = ''] = /^\(([^\n]{1,400})\)\n/.exec(passage) ?? []
  return origin.split(' / ').filter((name) => name.length >= 4 && !/^(?:p\. )?[\d–:.TZ+-]+$/.test(name))
}

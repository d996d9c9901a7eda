export type TextRange = { readonly start: number; readonly end: number }

/**
 * Cuts a text into sentences, lines and JSON strings, each with the border after it, so that one can be removed alone.
 * Unlike `splitSentences` it keeps positions and does not trust the text's form. A text without borders is cut at a
 * fixed length, because removing it would remove everything.
 */
export function segmentsOf(text: string): readonly TextRange[] {
  const segments: TextRange[] = []
  let start = 0
  const cutUpTo = (end: number): void => {
    while (start < end) {
      const blank = end - start <= longest ? -1 : text.slice(start, start + longest + 1).lastIndexOf(' ')
      const cut = Math.min(end, start + (blank > longest / 2 ? blank + 1 : longest))
      segments.push({ start, end: cut })
      start = cut
    }
  }
  for (const { 0: found, index } of text.matchAll(border)) cutUpTo(index + found.length)
  cutUpTo(text.length)
  return segments
}

const longest = 400

/** Trims blanks, quotes and brackets from the ends of a range; they belong to the surrounding text. */
export function withoutBorders(text: string, { start, end }: TextRange): TextRange {
  const head = text.slice(start, Math.min(end, start + longest))
  const from = start + (/^(?:\s|\\{1,8}[nrt]|\\{0,8}["'])+/.exec(head)?.[0].length ?? 0)
  const tail = text.slice(Math.max(from, end - 60), end)
  const behind = /(?:\s|\\{1,8}[nrt]|\\{0,8}["']|[:,{}[\]])+$/.exec(tail)?.[0] ?? ''
  // A segment that begins as an object keeps its own closing bracket.
  const own = /[{[]/.test(text.charAt(from)) ? behind.search(/[}\]]/) + 1 : 0
  return { start: from, end: end - behind.length + own }
}

// Invisible characters may stand anywhere, so a border may contain them.
const hidden = String.raw`[\u200b-\u200f\u2060-\u2064\ufeff]`
const closers = String.raw`["'”’)\]」』）】》〉*_]`
const border = new RegExp(
  [
    // a line break, as it is or as JSON writes it, and what marks the next line as an item of a list
    String.raw`(?:[\n\r\u2028\u2029\u0085\v\f]|\\{1,8}[nr])(?:\s|\\{1,8}[nrt])*(?:(?:[-*•>]|\d{1,3}[.)]|\[\d{1,4}\])[ \t]+)?`,
    // between two strings of a JSON text
    String.raw`\\{0,8}"\s*[:,]\s*(?:\\{0,8}"|[[{]\s*\\{0,8}")?|[{[]\s*\\{0,8}"|\\{0,8}"\s*[}\]]+,?`,
    // the end of a sentence
    String.raw`[。！？｡]+${closers}{0,3}\s*|[.!?…]{1,9}${closers}{0,3}(?:${hidden}{0,3}\s)+`,
  ].join('|'),
  'gu',
)

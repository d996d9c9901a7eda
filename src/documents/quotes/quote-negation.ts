const JAPANESE =
  /ない|なかっ|なく(?!て?はならない)|ません|(?<=[\p{Script=Han}\p{Script=Hiragana}])ず(?=[、。,に]|$)|なし|無し/gu
const ENGLISH = /\b(?:no|not|never|none|nor|neither|cannot|without)\b|n['’]t\b/i

/** How often a text says no in Japanese, by the endings of its words. */
export function japaneseNegations(text: string): number {
  return text.match(JAPANESE)?.length ?? 0
}

export function saysNo(text: string): boolean {
  return ENGLISH.test(text) || japaneseNegations(text) > 0
}

/**
 * The negation that a stretch of a text was cut off from: right before it in the same clause, or at the end of the
 * Japanese predicate that it breaks off.
 */
export function negationAround(text: string, start: number, end: number): string | undefined {
  return negationBefore(text.slice(Math.max(0, start - 80), start)) ?? negationAfter(text.slice(end, end + 16))
}

const CLAUSE = /[^.,;:!?。、；：！？\t()（）「」『』✓✗■□]*$/

function negationBefore(before: string): string | undefined {
  const clause = CLAUSE.exec(before)?.[0] ?? ''
  const prefix = /[不非未無]$/.exec(clause)?.[0]
  if (prefix !== undefined) return prefix
  const [line = '', lineBefore] = clause.split('\n').toReversed()
  // A row above with "none" in it says nothing about this one; a line that breaks off after "not" does.
  const words = line.trim() === '' && lineBefore !== undefined ? lastWords(lineBefore, 1) : lastWords(line, 3)
  return words.find((word) => /^(?:no|not|never|none|nor|neither|cannot|without|non-?|.+n['’]t)$/i.test(word))
}

function lastWords(text: string, count: number): readonly string[] {
  return text.trim().split(/\s+/).slice(-count)
}

function negationAfter(after: string): string | undefined {
  const rest = after.replaceAll('\n', '')
  return /^[\p{Script=Hiragana}]{0,5}?(ない|なかっ|なく|ません|ず(?=[、。]|$))/u.exec(rest)?.[1]
}

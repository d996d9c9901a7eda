import { foldCharacters } from './plain-text.ts'

/**
 * A text with what it abbreviates written out in the words of another text: `UK` where that has "United Kingdom", `WWII` for
 * "World War II", "the sixties" for "1960s". Nothing is looked up: the other text has to say it.
 */
export function writtenOutAs(other: string, text: string): string {
  const words = (foldCharacters(other).match(WORD) ?? []).slice(0, MOST_WORDS)
  const written = new Map<string, string>()
  return foldCharacters(text)
    .replace(ACRONYM, (letters) => {
      const known = written.get(letters) ?? spelledBy(letters, words) ?? letters
      written.set(letters, known)
      return known
    })
    .replace(DECADE, (word, tens: string) => {
      const decade = words.find((year) => year.endsWith(`${DECADES.indexOf(tens.toLowerCase())}0s`))
      return decade ?? word
    })
}

/** References are short; in longer texts an acronym is explained at its first use. */
const MOST_WORDS = 400
const WORD = /[\p{L}\p{N}][\p{L}\p{N}']*/gu
const ACRONYM = /\b[A-Z]{2,6}\b/g
const DECADES = ['', '', 'twen', 'thir', 'for', 'fif', 'six', 'seven', 'eigh', 'nine']
const DECADE = /\b(twen|thir|for|fif|six|seven|eigh|nine)ties\b/gi
const SMALL: ReadonlySet<string> = new Set(['of', 'the', 'and', 'for', 'in', 'on', 'to'])

/** The run of words whose initials are these letters; a Roman numeral stands for itself, and small words may be left out. */
function spelledBy(letters: string, words: readonly string[]): string | undefined {
  for (let start = 0; start < words.length; start += 1) {
    const end = spelledUntil(letters, words, start)
    if (end !== undefined) return words.slice(start, end).join(' ')
  }
  return undefined
}

function spelledUntil(letters: string, words: readonly string[], start: number): number | undefined {
  let read = 0
  for (let at = start; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const whole = /^[IVX]+$/.test(word) && letters.slice(read) === word
    if (whole && read >= 2) return at + 1
    if (/^\p{Lu}/u.test(word) && word.startsWith(letters[read] ?? '')) read += 1
    else if (read === 0 || !SMALL.has(word)) return undefined
    if (read === letters.length) return word.length > 1 && at > start ? at + 1 : undefined
  }
  return undefined
}

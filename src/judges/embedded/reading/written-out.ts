import { withoutPowers } from '../../../text/index.ts'
import { foldCharacters } from './plain-text.ts'

/**
 * Expands abbreviations of a text in the words of the other text: `UK` if that has "United Kingdom", "the sixties" for
 * "1960s". There is no dictionary.
 */
export function writtenOutAs(other: string, text: string): string {
  const beginning = foldCharacters(other.slice(0, MOST))
  const known = new Map<string, string>()
  return foldCharacters(withoutPowers(text))
    .replace(/\b[A-Z]{2,6}\b/g, (letters) => {
      const written = known.get(letters) ?? spelledIn(beginning, letters) ?? letters
      known.set(letters, written)
      return written
    })
    .replace(DECADE, (word, tens: string) => {
      const decade = DECADES.indexOf(tens.toLowerCase())
      return new RegExp(String.raw`\b\d\d${decade}0s\b`).exec(beginning)?.[0] ?? word
    })
}

/** In characters. References are short, and longer texts explain an acronym where they first use it. */
const MOST = 3000
const DECADES = ['', '', 'twen', 'thir', 'for', 'fif', 'six', 'seven', 'eigh', 'nine']
const DECADE = new RegExp(String.raw`\b(${DECADES.slice(2).join('|')})ties\b`, 'gi')

/** Returns the words with these initials; small words between them are skipped. */
function spelledIn(text: string, letters: string): string | undefined {
  const words = Array.from(letters, (letter) => String.raw`${letter}[\p{L}']+`)
  return new RegExp(String.raw`\b${words.join(',? (?:(?:of|the|and|for|in|on|to) )*')}`, 'u').exec(text)?.[0]
}

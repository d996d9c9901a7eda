import { ENGLISH_OPPOSITES, JAPANESE_OPPOSITES, OPPOSED_MINOR_WORDS, OPPOSITE_CHARACTERS } from './opposites.ts'
import { SAME_MEANING } from './same-meaning.ts'
import { termKey } from './terms.ts'

/** The keys of words that exclude the word with this key: listed, or formed from it (`locked`/`unlocked`, 食前/食後). */
export function oppositesOf(key: string): ReadonlySet<string> {
  opposites ??= relationsAmong([...ENGLISH_OPPOSITES, ...JAPANESE_OPPOSITES])
  const listed = opposites.get(key) ?? NONE
  const formed = /^\p{Script=Han}{2,6}$/u.test(key) ? formedFromKanji(key) : formedFromLetters(key)
  return formed.length === 0 ? listed : new Set([...listed, ...formed])
}

/** Whether a term that carries grammar may still exclude another. */
export function isOpposedMinor(key: string): boolean {
  opposedMinors ??= new Set(OPPOSED_MINOR_WORDS.map(termKey))
  return opposedMinors.has(key)
}

/** The keys of words that mean about the same as the word with this key. */
export function synonymsOf(key: string): ReadonlySet<string> {
  synonyms ??= relationsAmong(SAME_MEANING)
  return synonyms.get(key) ?? NONE
}

const NONE: ReadonlySet<string> = new Set()
let opposites: ReadonlyMap<string, ReadonlySet<string>> | undefined
let oppositeCharacters: ReadonlyMap<string, ReadonlySet<string>> | undefined
let opposedMinors: ReadonlySet<string> | undefined
let synonyms: ReadonlyMap<string, ReadonlySet<string>> | undefined

/** Relates every word of one side of a slash to those of the other sides. */
function relationsAmong(groups: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const relations = new Map<string, Set<string>>()
  for (const group of groups) {
    const sides = group.split('/').map((side) => side.split('+').map(termKey))
    for (const side of sides) {
      const others = sides.filter((other) => other !== side).flat()
      for (const key of side) {
        const related = relations.get(key) ?? new Set()
        for (const other of others) if (other !== key) related.add(other)
        relations.set(key, related)
      }
    }
  }
  return relations
}

function formedFromLetters(key: string): readonly string[] {
  if (!/^[a-z]{4,}$/.test(key) || /^(?:un)?less$/.test(key)) return []
  return key.startsWith('un') && key.length >= 6 ? [key.slice(2)] : [`un${key}`]
}

function formedFromKanji(key: string): readonly string[] {
  oppositeCharacters ??= relationsAmong(OPPOSITE_CHARACTERS)
  const formed: string[] = /^[不非未無]..+/u.test(key) ? [key.slice(1)] : ['不', '非', '未', '無'].map((no) => no + key)
  for (const [index, character] of [...key].entries()) {
    for (const other of oppositeCharacters.get(character) ?? NONE) {
      formed.push(key.slice(0, index) + other + key.slice(index + 1))
    }
  }
  return formed
}

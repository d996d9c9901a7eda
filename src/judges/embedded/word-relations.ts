import { ENGLISH_OPPOSITES, JAPANESE_OPPOSITES } from './opposites.ts'
import { SAME_MEANING } from './same-meaning.ts'
import { termsOf } from './terms.ts'

/** The keys of words that exclude the word with this key. */
export function oppositesOf(key: string): ReadonlySet<string> {
  opposites ??= relationsAmong([...ENGLISH_OPPOSITES, ...JAPANESE_OPPOSITES])
  return opposites.get(key) ?? NONE
}

/** The keys of words that mean about the same as the word with this key. */
export function synonymsOf(key: string): ReadonlySet<string> {
  synonyms ??= relationsAmong(SAME_MEANING)
  return synonyms.get(key) ?? NONE
}

const NONE: ReadonlySet<string> = new Set()
let opposites: ReadonlyMap<string, ReadonlySet<string>> | undefined
let synonyms: ReadonlyMap<string, ReadonlySet<string>> | undefined

function relationsAmong(groups: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const relations = new Map<string, Set<string>>()
  for (const group of groups) {
    const keys = group.split('/').flatMap((word) => termsOf(word).map((term) => term.key)[0] ?? [])
    for (const key of keys) {
      const related = relations.get(key) ?? new Set()
      for (const other of keys) if (other !== key) related.add(other)
      relations.set(key, related)
    }
  }
  return relations
}

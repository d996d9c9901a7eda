import { createRandom, randomOrder } from '../statistics/random.ts'

export type DividedCase = { readonly id: string; readonly category: string; readonly text: string }

export type Division = { readonly open: readonly string[]; readonly sealed: readonly string[] }

/**
 * Divides cases once, by a seed, into *open* ones that may be read and *sealed* ones that the improving loop never
 * sees. Each category gives its share. Cases that share eight words in a row stay on the same side, because whoever has
 * read one knows the other.
 *
 * @param share of the cases that are sealed, above 0 and below 1
 */
export function divideCases(
  cases: readonly DividedCase[],
  { share, seed }: { readonly share: number; readonly seed: number },
): Division {
  const random = createRandom(seed)
  const sealed = new Set<string>()
  for (const groups of Map.groupBy(groupsOf(cases), ([first]) => first?.category ?? '').values()) {
    const total = groups.reduce((sum, group) => sum + group.length, 0)
    let wanted = Math.round(total * share)
    for (const index of randomOrder(groups.length, random)) {
      const group = groups[index] ?? []
      if (group.length > wanted) continue
      wanted -= group.length
      for (const { id } of group) sealed.add(id)
    }
  }
  const ids = cases.map(({ id }) => id)
  return { open: ids.filter((id) => !sealed.has(id)), sealed: ids.filter((id) => sealed.has(id)) }
}

const wordsInCommon = 8

/** Groups cases that share a run of words, directly or through other cases. */
function groupsOf(cases: readonly DividedCase[]): readonly (readonly DividedCase[])[] {
  const leader = cases.map((_, index) => index)
  const find = (index: number): number => {
    let top = index
    while (leader[top] !== top) top = leader[top] ?? top
    leader[index] = top
    return top
  }
  const seenIn = new Map<string, number>()
  for (const [index, { text }] of cases.entries()) {
    for (const run of wordRuns(text)) {
      const other = seenIn.get(run)
      if (other === undefined) seenIn.set(run, index)
      else leader[find(index)] = find(other)
    }
  }
  return [...Map.groupBy(cases.entries(), ([index]) => find(index)).values()].map((own) => own.map(([, one]) => one))
}

/** Returns all runs of words; a shorter text is one run. In languages without spaces, letters count as words. */
function wordRuns(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{N}]+/gu) ?? []
  if (words.length <= wordsInCommon) return new Set([words.join(' ')])
  const runs = new Set<string>()
  for (let at = 0; at + wordsInCommon <= words.length; at += 1) runs.add(words.slice(at, at + wordsInCommon).join(' '))
  return runs
}

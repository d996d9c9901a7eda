/** The known name that a mistyped one most likely meant: a third of its letters differ, rounded up. Case never counts. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  return nearestNames(name, known)[0]
}

/** Likely meant names, best first, at most three. */
export function nearestNames(name: string, known: Iterable<string>): readonly string[] {
  const wanted = name.toLowerCase()
  // Two letters that changed places are two edits, in a short word too.
  const limit = wanted.length < 3 ? 1 : Math.max(2, Math.ceil(wanted.length / 3))
  const near: { candidate: string; distance: number }[] = []
  for (const candidate of known) {
    const length = Math.abs(candidate.length - name.length)
    // Half a name is meant as the whole: `response_match` for `response_match_score`.
    const isPart = wanted.length > 3 && candidate.toLowerCase().includes(wanted)
    if (length > limit && !isPart) continue
    const distance = isPart ? length : editDistance(wanted, candidate.toLowerCase())
    if (distance > limit && !isPart) continue
    near.push({ candidate, distance })
    if (near.length > 50) keepBest(near)
  }
  keepBest(near)
  return near.map(({ candidate }) => candidate)
}

function keepBest(near: { candidate: string; distance: number }[]): void {
  near.sort((one, other) => one.distance - other.distance)
  near.splice(3)
}

/** Levenshtein: single letters inserted, deleted or replaced. */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[other.length] ?? 0
}

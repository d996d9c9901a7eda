import { message, type Message } from './message.ts'

/** Suggests the known name closest to a mistyped one. A third of its letters may differ; case is ignored. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  return nearestNames(name, known)[0]
}

/** Suggests at most three known names, closest first. */
export function nearestNames(name: string, known: Iterable<string>): readonly string[] {
  const wanted = name.toLowerCase()
  // Two swapped letters count as two edits, so even a short word is allowed two.
  const limit = wanted.length < 3 ? 1 : Math.max(2, Math.ceil(wanted.length / 3))
  const near: { candidate: string; distance: number }[] = []
  for (const candidate of known) {
    const length = Math.abs(candidate.length - name.length)
    // Part of a name suggests the whole: `response_match` suggests `response_match_score`.
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

/** Hints at the names that were probably meant; where there are none it says `otherwise`. */
export function didYouMean(names: readonly string[], otherwise: Message): Message {
  return names.length > 0 ? message('Did you mean {names}?', { names: names.join(', ') }) : otherwise
}

function keepBest(near: { candidate: string; distance: number }[]): void {
  near.sort((one, other) => one.distance - other.distance)
  near.splice(3)
}

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

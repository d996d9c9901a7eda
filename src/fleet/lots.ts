import type { Trial } from '../runner/trials.ts'

/** A case and which repeat of it. */
export type Place = readonly [position: number, repeat: number]

/** So many are put into one lot of recorded transcripts, which take no time. */
const MOST = 50
/** Where an agent is asked, a small lot keeps every worker busy to the end; so many lots are enough for that. */
const ENOUGH = 2000

/** How many results a lot has. */
export function lotSize({ results, recorded }: { readonly results: number; readonly recorded: boolean }): number {
  return recorded ? MOST : Math.min(MOST, Math.max(1, Math.floor(results / ENOUGH)))
}

/** What is left to be played, in lots, in dataset order. */
export async function lotsOf(trials: AsyncIterable<Pick<Trial, 'position' | 'repeat' | 'begun'>>, size: number) {
  const lots: { places: Place[]; isFresh: boolean }[] = []
  for await (const { position, repeat, begun } of trials) {
    let last = lots.at(-1)
    if (last === undefined || last.places.length >= size) lots.push((last = { places: [], isFresh: true }))
    last.places.push([position, repeat])
    if (begun !== undefined) last.isFresh = false
  }
  return lots
}

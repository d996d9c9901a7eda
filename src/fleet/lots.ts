import type { Trial } from '../runner/trials.ts'

export type LotPlace = readonly [position: number, repeat: number]

/** So many are put into one lot of an agent that answers fast. */
const MOST = 50
/** Of recorded transcripts, which take no time, a worker passes over what others play: the fewer steps, the better. */
const MOST_RECORDED = 500
const ENOUGH_RECORDED = 200
/** Where an agent is asked, a small lot keeps every worker busy to the end; so many lots are enough for that. */
const ENOUGH = 2000

/** How many results a lot has. */
export function lotSize({ results, recorded }: { readonly results: number; readonly recorded: boolean }): number {
  if (recorded) return Math.min(MOST_RECORDED, Math.max(MOST, Math.floor(results / ENOUGH_RECORDED)))
  return Math.min(MOST, Math.max(1, Math.floor(results / ENOUGH)))
}

/** How many lots a worker takes at once: so many of recorded transcripts are less than a second's work. */
export function lotsAtOnce(run: { readonly results: number; readonly recorded: boolean }): number {
  return run.recorded ? Math.min(8, Math.ceil(1000 / lotSize(run))) : 1
}

/** All results of a run of which nothing is there yet, in dataset order. */
export async function* allPlaces({
  cases,
  repeat: repeats,
}: {
  readonly cases: number
  readonly repeat: number
}): AsyncGenerator<Pick<Trial, 'position' | 'repeat' | 'begun'>> {
  for (let position = 0; position < cases; position += 1) {
    for (let repeat = 0; repeat < repeats; repeat += 1) yield { position, repeat, begun: undefined }
  }
}

/** What is left to be played, in lots, in dataset order. */
export async function lotsOf(trials: AsyncIterable<Pick<Trial, 'position' | 'repeat' | 'begun'>>, size: number) {
  const lots: { places: LotPlace[]; isFresh: boolean }[] = []
  for await (const { position, repeat, begun } of trials) {
    let last = lots.at(-1)
    if (last === undefined || last.places.length >= size) lots.push((last = { places: [], isFresh: true }))
    last.places.push([position, repeat])
    if (begun !== undefined) last.isFresh = false
  }
  return lots
}

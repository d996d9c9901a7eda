import type { Trial } from '../runner/trials.ts'

export type LotPlace = readonly [position: number, repeat: number]

/** The greatest number of results in a lot when an agent is asked. */
const MOST = 50
/** Recorded transcripts take no time, so workers pass over the places of others, and large lots save steps. */
const MOST_RECORDED = 500
const ENOUGH_RECORDED = 200
/** When an agent is asked, small lots keep all workers busy to the end; this number of lots suffices for that. */
const ENOUGH = 2000

export function lotSize({ results, recorded }: { readonly results: number; readonly recorded: boolean }): number {
  if (recorded) return Math.min(MOST_RECORDED, Math.max(MOST, Math.floor(results / ENOUGH_RECORDED)))
  return Math.min(MOST, Math.max(1, Math.floor(results / ENOUGH)))
}

/** Returns the number of lots that a worker takes at once. Recorded ones take less than a second. */
export function lotsAtOnce(run: { readonly results: number; readonly recorded: boolean }): number {
  return run.recorded ? Math.min(8, Math.ceil(1000 / lotSize(run))) : 1
}

/** Lists all results of a new run in dataset order. */
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

import type { Measurement } from '../../core/index.ts'
import { message } from '../../core/basics/message.ts'
import { quantileOf } from '../bootstrap.ts'
import { clusteredMeanInterval } from '../clustered.ts'
import { tail } from '../critical-value.ts'
import { createRandom } from '../random.ts'

/** Several people's values for one item, in any order. Items of one `cluster` are not independent. */
export type AlphaUnit = { readonly values: readonly number[]; readonly cluster?: string | number }

type AlphaOptions = {
  /** Distance between values: equal or not, by rank, or squared. */
  readonly scale: 'nominal' | 'ordinal' | 'interval'
  readonly level?: number
  readonly seed?: number
}

/**
 * Krippendorff's alpha (2011): agreement of any number of people beyond chance; 1 is full agreement, 0 is chance. Items
 * with fewer than two values are left out. Each bound is the wider one of two: a percentile bootstrap of whole
 * clusters, and one from the observed disagreement, which stays open when hardly anybody disagrees. Undefined when all
 * values are equal, since chance alone explains that.
 */
export function krippendorffAlpha(
  things: readonly AlphaUnit[],
  { scale, level = 0.95, seed = 1 }: AlphaOptions,
): Measurement {
  const several = things.filter(({ values }) => values.length > 1)
  if (several.length === 0) return { status: 'undefined', reason: message('nobody labelled what another did') }
  const placeOf = scale === 'ordinal' ? ranksAmong(several) : (value: number) => value
  const units = several.map(({ values, cluster }, index) =>
    unitOf(values.map(placeOf), { isNominal: scale === 'nominal', cluster: cluster ?? `#${index}` }),
  )
  const value = alphaOf(units)
  if (value === undefined) return { status: 'undefined', reason: message('people gave one verdict only') }
  const groups = [...Map.groupBy(units, ({ cluster }) => cluster).values()]
  const random = createRandom(seed)
  const drawn = Array.from({ length: 1000 }, () =>
    alphaOf(groups.flatMap(() => groups[Math.floor(random() * groups.length)] ?? [])),
  )
  const sorted = Float64Array.from(drawn.flatMap((one) => one ?? [])).toSorted()
  const outside = tail(level)
  const bounds = boundsByDisagreement(units, level)
  const low = Math.max(-1, Math.min(value, quantileOf(sorted, outside), bounds.low))
  const high = Math.min(1, Math.max(value, quantileOf(sorted, 1 - outside), bounds.high))
  return { status: 'measured', value, low, high, n: several.length, level, method: 'bootstrap' }
}

type KrippendorffUnit = {
  readonly size: number
  readonly cluster: string | number
  /** The sum of distances over all ordered pairs of its values. */
  readonly apart: number
  readonly sum: number
  readonly squares: number
  /** The number of occurrences of each value, on a nominal scale. */
  readonly counts: ReadonlyMap<number, number> | undefined
}

function unitOf(
  values: readonly number[],
  { isNominal, cluster }: { isNominal: boolean; cluster: string | number },
): KrippendorffUnit {
  const counted = Map.groupBy(values, (value) => value)
  const counts = isNominal ? new Map([...counted].map(([value, same]) => [value, same.length])) : undefined
  const totals = {
    size: values.length,
    sum: values.reduce((sum, value) => sum + value, 0),
    squares: values.reduce((sum, value) => sum + value * value, 0),
    counts,
  }
  return { ...totals, cluster, apart: apartOf(totals) }
}

function apartOf({
  size,
  sum,
  squares,
  counts,
}: Pick<KrippendorffUnit, 'size' | 'sum' | 'squares' | 'counts'>): number {
  if (counts === undefined) return 2 * (size * squares - sum * sum)
  return size * size - [...counts.values()].reduce((total, count) => total + count * count, 0)
}

function alphaOf(units: readonly KrippendorffUnit[]): number | undefined {
  const expected = expectedOf(units)
  if (expected <= 1e-12) return undefined
  const n = units.reduce((sum, { size }) => sum + size, 0)
  const observed = units.reduce((sum, { apart, size }) => sum + apart / (size - 1), 0) / n
  return 1 - observed / expected
}

function expectedOf(units: readonly KrippendorffUnit[]): number {
  const counts = units[0]?.counts === undefined ? undefined : new Map<number, number>()
  const all = { size: 0, sum: 0, squares: 0, counts }
  for (const unit of units) {
    all.size += unit.size
    all.sum += unit.sum
    all.squares += unit.squares
    for (const [value, count] of unit.counts ?? []) counts?.set(value, (counts.get(value) ?? 0) + count)
  }
  return apartOf(all) / (all.size * (all.size - 1))
}

/** Returns bounds from the observed disagreement alone, as a mean over the values of all items. */
function boundsByDisagreement(units: readonly KrippendorffUnit[], level: number) {
  const expected = expectedOf(units)
  const observed = units.flatMap(({ apart, size }) => Array.from({ length: size }, () => apart / (size * (size - 1))))
  const largest = Math.max(1, ...observed)
  const clusters = units.flatMap(({ cluster, size }) => Array.from({ length: size }, () => cluster))
  const interval = clusteredMeanInterval(observed, clusters, { level, bounds: [0, largest] })
  if (interval === null) return { low: 1, high: -1 }
  return { low: 1 - interval.high / expected, high: 1 - interval.low / expected }
}

/** Maps a value to its rank; equal values share the middle rank. */
function ranksAmong(things: readonly AlphaUnit[]): (value: number) => number {
  const all = things.flatMap(({ values }) => values).toSorted((one, other) => one - other)
  const places = new Map<number, number>()
  let below = 0
  for (const [value, same] of Map.groupBy(all, (one) => one)) {
    places.set(value, below + same.length / 2)
    below += same.length
  }
  return (value) => places.get(value) ?? 0
}

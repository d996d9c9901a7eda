import { useSearchParams } from 'wouter'
import type { RunWish } from '../../../../src/server/api/new-run.ts'

/** The choices so far; undefined parts are as configured. */
export type Wish = Partial<RunWish>

/** Reads the choices from the address. Another dataset or config removes target, metrics and judge. */
export function useWish(): { readonly wish: Wish; readonly change: (change: Wish) => void } {
  const [search, setSearch] = useSearchParams()
  const wish = wishIn(search)
  return {
    wish,
    change(change) {
      setSearch(searchOf({ ...keptWith(change, wish), ...change }), { replace: true })
    },
  }
}

function keptWith(change: Wish, wish: Wish): Wish {
  const { config, name, repeat, maxCost, concurrency, filter, tag, first } = wish
  if ('dataset' in change) return { config, name, repeat, maxCost, concurrency }
  if ('config' in change) return { dataset: wish.dataset, name, repeat, maxCost, concurrency, filter, tag, first }
  return wish
}

const texts = ['dataset', 'config', 'target', 'judge', 'name'] as const
const counts = ['first', 'concurrency', 'repeat'] as const
const lists = ['metrics', 'filter', 'tag'] as const

function wishIn(search: URLSearchParams): Wish {
  const all = <Name extends string, Value>(names: readonly Name[], read: (text: string) => Value | undefined) =>
    Object.fromEntries(names.map((name) => [name, read(search.get(name) ?? '')])) as Record<Name, Value | undefined>
  return {
    ...all(texts, (text) => text || undefined),
    ...all(counts, numberIn),
    ...all(lists, listOf),
    thresholds: thresholdsIn(listOf(search.get('thresholds') ?? '')),
    maxCost: numberIn(search.get('limit') ?? ''),
    unlimited: search.get('unlimited') === 'yes' || undefined,
  }
}

/** Splits at commas; undefined for an empty text. */
export function listOf(text: string): string[] | undefined {
  const list = text.split(',').flatMap((one) => one.trim() || [])
  return list.length === 0 ? undefined : list
}

function thresholdsIn(pairs: readonly string[] = []): Wish['thresholds'] {
  const numbers = pairs.flatMap((pair) => {
    const [metric = '', threshold = ''] = pair.split('=')
    return metric === '' || threshold === '' || !Number.isFinite(Number(threshold)) ? [] : [[metric, Number(threshold)]]
  })
  return numbers.length === 0 ? undefined : (Object.fromEntries(numbers) as Wish['thresholds'])
}

function textOf(thresholds: Wish['thresholds'] = {}): string | undefined {
  const pairs = Object.entries(thresholds).map((pair) => pair.join('='))
  return pairs.length === 0 ? undefined : pairs.join(',')
}

function numberIn(text: string): number | undefined {
  return Number(text) > 0 ? Number(text) : undefined
}

function searchOf({ maxCost, metrics, thresholds, filter, tag, unlimited, ...wish }: Wish): URLSearchParams {
  const parts = {
    ...wish,
    metrics: metrics?.join(','),
    thresholds: textOf(thresholds),
    filter: filter?.join(','),
    tag: tag?.join(','),
    limit: maxCost,
    unlimited: unlimited === true ? 'yes' : undefined,
  }
  return new URLSearchParams(
    Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

import { useSearchParams } from 'wouter'
import type { RunWish } from '../../../../src/server/api.ts'

/** What is chosen so far; a part that is missing is as the config has it. */
export type Wish = Partial<RunWish>

/** What the address says is wished for. Another dataset has other targets, metrics and judges, so it takes them away. */
export function useWish(): { readonly wish: Wish; readonly change: (change: Wish) => void } {
  const [search, setSearch] = useSearchParams()
  const wish = wishIn(search)
  return {
    wish,
    change(change) {
      const { name, repeat, maxCost, concurrency } = wish
      const kept = change.dataset === undefined ? wish : { name, repeat, maxCost, concurrency }
      setSearch(searchOf({ ...kept, ...change }), { replace: true })
    },
  }
}

function wishIn(search: URLSearchParams): Wish {
  return {
    dataset: textIn(search, 'dataset'),
    target: textIn(search, 'target'),
    judge: textIn(search, 'judge'),
    name: textIn(search, 'name'),
    metrics: listOf(search.get('metrics')),
    filter: listOf(search.get('filter')),
    tag: listOf(search.get('tag')),
    first: numberIn(search, 'first'),
    concurrency: numberIn(search, 'concurrency'),
    repeat: numberIn(search, 'repeat'),
    maxCost: numberIn(search, 'limit'),
    unlimited: search.get('unlimited') === 'yes' || undefined,
  }
}

/** What is separated by commas; undefined where nothing is. */
export function listOf(text: string | null): string[] | undefined {
  const list = (text ?? '').split(',').flatMap((one) => one.trim() || [])
  return list.length === 0 ? undefined : list
}

function textIn(search: URLSearchParams, name: string): string | undefined {
  const value = search.get(name)
  return value === null || value === '' ? undefined : value
}

function numberIn(search: URLSearchParams, name: string): number | undefined {
  const value = Number(textIn(search, name))
  return value > 0 ? value : undefined
}

function searchOf({ maxCost, metrics, filter, tag, unlimited, ...wish }: Wish): URLSearchParams {
  const parts = {
    ...wish,
    metrics: metrics?.join(','),
    filter: filter?.join(','),
    tag: tag?.join(','),
    limit: maxCost,
    unlimited: unlimited === true ? 'yes' : undefined,
  }
  return new URLSearchParams(
    Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

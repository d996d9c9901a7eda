import { setImmediate, setTimeout } from 'node:timers/promises'
import { toEnglish } from '../../core/index.ts'
import type { CasePage, CaseRow } from '../api/runs.ts'
import type { PackedRows } from './packed-rows.ts'
import { rowTest } from '../view/match-rows.ts'
import { type SortKey, compareKeys, sortKey, worstOf } from '../view/sort-key.ts'
import { columnOf, parseTableView } from '../view/table-view.ts'

/** The cases of a large run that match a view, found once from beginning to end. */
export type ViewedCases = {
  /** Resolves once these cases are found, or after `patienceMs` with those found so far; `looked` counts the rows searched. */
  page(from: number, limit: number): Promise<Pick<CasePage, 'rows' | 'fitting' | 'looked'>>
}

const patienceMs = 500
/** The search stops when no page was requested for this long. */
const forgottenMs = 15_000

export function viewedCases(packed: PackedRows, query: string, now: () => number): ViewedCases {
  const view = parseTableView(new URLSearchParams(query))
  const fits = rowTest(view, toEnglish)
  const found: ViewedCasesMatch[] = []
  let looked = 0
  let askedAt = now()
  let isDone = false
  let ordered: { readonly of: number; readonly cases: readonly ViewedCasesMatch[] } = { of: 0, cases: [] }
  let searching: Promise<void> | undefined
  let next = 0

  async function search(): Promise<void> {
    for (; !isDone && now() - askedAt < forgottenMs; next += 1) {
      const rows = await packed.piece(next)
      if (rows === undefined) {
        isDone = true
        return
      }
      for (const repeats of Map.groupBy(rows, ({ position }) => position).values()) {
        const row = worstOf(repeats.filter(fits))
        if (row !== undefined) found.push({ piece: next, position: row.position, ...keysOf({ row, repeats }) })
      }
      looked += rows.length
      await setImmediate()
    }
  }

  function keysOf(entry: Parameters<typeof sortKey>[0]): Pick<ViewedCasesMatch, 'first' | 'second'> {
    if (view.sort === '') return {}
    return {
      first: sortKey(entry, columnOf(view.sort)),
      ...(view.thenBy !== '' && { second: sortKey(entry, columnOf(view.thenBy)) }),
    }
  }

  function inOrder(): readonly ViewedCasesMatch[] {
    if (view.sort === '') return found
    if (ordered.of === found.length) return ordered.cases
    const [down, secondDown] = [view.sort.startsWith('-'), view.thenBy.startsWith('-')]
    const cases = found.toSorted(
      (a, b) => compareKeys(a.first, b.first, down) || compareKeys(a.second, b.second, secondDown),
    )
    ordered = { of: found.length, cases }
    return cases
  }

  async function rowsOf(cases: readonly ViewedCasesMatch[]): Promise<CaseRow[]> {
    const pieces = new Map<number, ReadonlyMap<number, readonly CaseRow[]>>()
    const rows: CaseRow[] = []
    for (const { piece, position } of cases) {
      const known = pieces.get(piece) ?? Map.groupBy((await packed.piece(piece)) ?? [], (row: CaseRow) => row.position)
      pieces.set(piece, known)
      rows.push(...(known.get(position) ?? []))
    }
    return rows
  }

  return {
    async page(from, limit) {
      askedAt = now()
      searching ??= search().finally(() => (searching = undefined))
      const isEnough = () => isDone || (view.sort === '' && found.length >= from + limit)
      while (!isEnough() && now() - askedAt < patienceMs) await Promise.race([searching, rested()])
      const cases = inOrder()
      return { rows: await rowsOf(cases.slice(from, from + limit)), fitting: cases.length, looked }
    },
  }
}

async function rested(): Promise<void> {
  await setTimeout(10, undefined, { ref: false })
}

type ViewedCasesMatch = {
  readonly piece: number
  readonly position: number
  readonly first?: SortKey
  readonly second?: SortKey
}

import type { Run, RunStore } from '../core/index.ts'
import { keepLast } from '../core/basics/keep-last.ts'
import type { CasePage } from './api/runs.ts'
import { type CaseWalk, pageAt, pageOf, startWalk, worstPageOf } from './case-walk.ts'
import { type LiveRows, openLiveRows } from './live-rows.ts'
import { type PackedRows, packedRows } from './paged/packed-rows.ts'
import { isPaged } from './paged/paged-run.ts'
import { isFiltered, parseTableView, printTableView } from './view/table-view.ts'
import { type ViewedCases, viewedCases } from './paged/viewed-cases.ts'

/** The rows of runs' tables, read once and kept for later pages. */
export interface CaseRows {
  /** Resolves as soon as these rows are read, without waiting for later ones. */
  page(run: Run, from: number, limit: number): Promise<CasePage>
  /** Returns the cases that fared worst instead of the first ones; `next` is 0 where there are others. */
  worst(run: Run, limit: number): Promise<CasePage>
  /** Returns the cases that match a view, counted from `from`, each with all its repeats. */
  viewed(run: Run, query: string, from: number, limit: number): Promise<CasePage>
  /** Starts reading the rows that a page will ask for. */
  ahead(run: Run): void
  live(run: Run): LiveRows
}

const runsKept = 4
const packsKept = 2
const viewsKept = 4
const largestPage = 5000
// The table opens after at most this time, with the worst rows read by then, and these stay in their place.
const patienceMs = 700
// Runs with more results take too long to read before the table opens.
const manyResults = 20_000
const patienceWithManyMs = 300

const oldMs = 10_000

type CaseRowsStore = Pick<RunStore, 'record' | 'records' | 'revision' | 'spending'>

type Pack = { readonly packed: PackedRows; readonly version: string; readonly askedAt: number }

export function openCaseRows(store: CaseRowsStore, now: () => number = () => performance.now()): CaseRows {
  const walks = keepLast<{ readonly version: string; readonly walk: CaseWalk }>(runsKept)
  const packs = keepLast<Pack>(packsKept)
  const views = keepLast<ViewedCases>(viewsKept)
  const lives = keepLast<LiveRows>(runsKept)

  // A finished run changes only when it is resumed.
  function walkOf({ plan: { runId }, endedAt }: Run): CaseWalk {
    const known = walks.get(runId)
    const version = String(endedAt)
    if (known?.version === version) return known.walk
    return walks.set(runId, { version, walk: startWalk(store, runId) }).walk
  }

  function liveOf(run: Run): LiveRows {
    const { runId } = run.plan
    return lives.get(runId) ?? lives.set(runId, openLiveRows(store, run))
  }

  // The rows of a run in progress are read again when nobody has asked for them for a while.
  function packOf({ plan: { runId }, status, endedAt }: Run): Pack {
    const ended = `${runId} ${String(endedAt)}`
    const known = packs.get(ended)
    const at = now()
    const isOld = status !== 'finished' && known?.packed.isDone() === true && at - known.askedAt > oldMs
    const pack = known === undefined || isOld ? { packed: packedRows(store, runId), version: `${ended} ${at}` } : known
    return packs.set(ended, { ...pack, askedAt: at })
  }

  return {
    async page(run, from, limit) {
      const to = from + Math.min(limit, largestPage)
      if (isPaged(run)) return pageAt(store, run, { from, to })
      if (run.status === 'finished') {
        const walk = walkOf(run)
        return isFarAhead(run, walk, from) ? pageAt(store, run, { from, to }) : pageOf(walk, from, to)
      }
      const live = liveOf(run)
      await live.until(run, to + 1)
      const rows = live.rows()
      return { rows: rows.slice(from, to), next: rows.length > to ? to : null, counted: rows.length }
    },

    async worst(run, limit) {
      if (run.status !== 'finished' || isPaged(run)) return this.page(run, 0, limit)
      const most = isMany(run) ? patienceWithManyMs : patienceMs
      return worstPageOf(walkOf(run), Math.min(limit, largestPage), most)
    },

    async viewed(run, query, from, limit) {
      const { plan } = run
      const view = parseTableView(new URLSearchParams(query))
      if (!isFiltered(view) && ['', 'place'].includes(view.sort)) {
        return this.page(run, from * plan.repeat, limit * plan.repeat)
      }
      const { packed, version } = packOf(run)
      const asked = `${version} ${String(printTableView({ ...view, columns: undefined, group: '' }))}`
      const cases = views.get(asked) ?? views.set(asked, viewedCases(packed, query, now))
      const page = await cases.page(from, limit)
      const counted = packed.isDone() ? packed.read() : plan.dataset.cases * plan.repeat
      const isMore = (page.fitting ?? 0) > from + limit || (page.looked ?? 0) < counted
      return { ...page, next: isMore ? from + limit : null, counted }
    },

    ahead(run) {
      if (run.status === 'finished' && !isPaged(run)) walkOf(run)
    },

    live: liveOf,
  }
}

function isMany({ plan: { dataset, repeat } }: Run): boolean {
  return dataset.cases * repeat > manyResults
}

/** True for rows that the walk reaches only later, in a complete run, where the store can read them by their position. */
function isFarAhead(run: Run, walk: CaseWalk, from: number): boolean {
  return isMany(run) && run.summary?.unfinished === 0 && !walk.isDone() && from > walk.rows.length
}

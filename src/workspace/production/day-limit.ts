import type { Budget } from '../../compose/cost/open-account.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { EvalError, message } from '../../core/index.ts'
import { spentOnDay } from '../../failures/production-state.ts'
import type { ProductionJournal } from './production-journal.ts'

export type DayLimits = { readonly calls: number; readonly dollars: number | undefined }

export type DayLimit = Pick<RunDependencies, 'beforeCall'> & {
  readonly budget: Budget
  readonly isReached: () => boolean
  /** How many conversations or anchors the remaining calls suffice for, at the average so far; 1 before any was judged. */
  readonly suffices: () => number
}

/** Keeps judge calls within a daily limit (UTC). Calls are journaled before they are made, so that a crash loses none. */
export function dayLimit(journal: ProductionJournal, { calls, dollars }: DayLimits, now: () => Date): DayLimit {
  const stopping = new AbortController()
  const at = now().toISOString()
  const spent = spentOnDay(journal.entries(), at.slice(0, 10))
  const isDear = () => dollars !== undefined && spent.dollars >= dollars
  const isReached = () => spent.calls >= calls || isDear()
  const add = (more: { readonly calls: number; readonly dollars: number }) => {
    spent.calls += more.calls
    spent.dollars += more.dollars
    journal.add({ type: 'spent', at: now().toISOString(), ...more })
  }
  const stop = () => stopping.abort(new EvalError('cancelled', message('as much is spent as may be today')))
  return {
    isReached,
    suffices() {
      const entries = journal.entries()
      const judged = entries.filter(({ type }) => type === 'conversation' || type === 'anchor').length
      const made = entries.reduce((sum, entry) => sum + (entry.type === 'spent' ? entry.calls : 0), 0)
      return judged === 0 ? 1 : Math.floor((calls - spent.calls) / (made / judged))
    },
    budget: {
      signal: stopping.signal,
      spend(cost) {
        if (cost > 0) add({ calls: 0, dollars: cost })
        // The last calls may not have been paid yet.
        if (isDear()) stop()
      },
    },
    async beforeCall() {
      if (isReached()) stop()
      stopping.signal.throwIfAborted()
      add({ calls: 1, dollars: 0 })
    },
  }
}

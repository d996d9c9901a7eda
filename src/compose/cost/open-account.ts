import { type CallsUnderWay, EvalError, message } from '../../core/index.ts'
import type { JournalledAccount } from '../../runner/index.ts'

/** A spending limit for models, in US dollars. */
export type Budget = {
  /** Aborted with a reason at the limit, which stops the run and keeps finished cases. */
  readonly signal: AbortSignal
  spend(dollars: number): void
  /** Adds an estimate for a call without a known price; it counts, and is reported separately. */
  mayHaveSpent?(dollars: number): void
  /** Registers a running call's possible cost, which is read at the limit; the real cost counts later. */
  hold?(dollars: () => number): () => void
}

export function openBudget(limit: number): Budget {
  const stopping = new AbortController()
  const underWay = new Set<() => number>()
  let [spent, unknown] = [0, 0]
  const look = () => {
    if (spent + unknown < limit || stopping.signal.aborted) return
    const more = [...underWay].reduce((sum, dollars) => sum + dollars(), unknown)
    stopping.abort(limitReached(limit, { spent, more }))
  }
  return {
    signal: stopping.signal,
    spend(dollars) {
      spent += dollars
      look()
    },
    mayHaveSpent(dollars) {
      unknown += dollars
      look()
    },
    hold(dollars) {
      const held = () => dollars()
      underWay.add(held)
      return () => void underWay.delete(held)
    },
  }
}

export function openAccount(
  budget: Budget | undefined,
  {
    beforeCall,
    paceOf,
  }: { readonly beforeCall?: JournalledAccount['begin']; readonly paceOf?: JournalledAccount['paceOf'] } = {},
): JournalledAccount {
  let journal: JournalledAccount['note'] | undefined
  let underWay: CallsUnderWay | undefined
  return {
    assertOpen: () => budget?.signal.throwIfAborted(),
    ...(beforeCall !== undefined && { begin: beforeCall }),
    ...(paceOf !== undefined && { paceOf }),
    async note(role, cost) {
      await journal?.(role, cost)
      budget?.spend(cost.dollars ?? 0)
      budget?.mayHaveSpent?.(cost.mayCost ?? 0)
    },
    hold: (dollars) => budget?.hold?.(dollars) ?? (() => undefined),
    begun: async (role, dollars) => underWay?.begun(role, dollars) ?? (() => undefined),
    recall: (dollars) => budget?.mayHaveSpent?.(dollars),
    keepIn(kept, calls) {
      journal = kept
      underWay = calls
    },
  }
}

function limitReached(limit: number, sums: { readonly spent: number; readonly more: number }): EvalError {
  const [spent, more] = [sums.spent, sums.more].map((dollars) => Number(dollars.toPrecision(4))) as [number, number]
  return new EvalError(
    'cancelled',
    more === 0
      ? message('the limit of ${limit} is reached: ${spent} spent', { limit, spent })
      : message('the limit of ${limit} is reached: ${spent} spent, and up to ${more} for calls that were cut off', {
          limit,
          spent,
          more,
        }),
    { hint: message('`shinsa resume RUN --max-cost N` goes on.') },
  )
}

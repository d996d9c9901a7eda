import { EvalError, message } from '../../core/index.ts'
import type { JournalledAccount } from '../../runner/index.ts'

/** What may be spent on models, in US dollars. */
export type Budget = {
  /** Aborted with the reason when the limit is reached: it stops the run and keeps what is done. */
  readonly signal: AbortSignal
  spend(dollars: number): void
}

export function openBudget(limit: number): Budget {
  const stopping = new AbortController()
  let spent = 0
  return {
    signal: stopping.signal,
    spend(dollars) {
      spent += dollars
      if (spent >= limit && !stopping.signal.aborted) stopping.abort(limitReached(limit, spent))
    },
  }
}

/** The account of one run, which may share a budget with others. */
export function openAccount(
  budget: Budget | undefined,
  {
    beforeCall,
    paceOf,
  }: { readonly beforeCall?: JournalledAccount['begin']; readonly paceOf?: JournalledAccount['paceOf'] } = {},
): JournalledAccount {
  let journal: JournalledAccount['note'] | undefined
  return {
    assertOpen: () => budget?.signal.throwIfAborted(),
    ...(beforeCall !== undefined && { begin: beforeCall }),
    ...(paceOf !== undefined && { paceOf }),
    async note(role, cost) {
      await journal?.(role, cost)
      budget?.spend(cost.dollars ?? 0)
    },
    keepIn(kept) {
      journal = kept
    },
  }
}

function limitReached(limit: number, spent: number): EvalError {
  return new EvalError(
    'cancelled',
    message('the limit of ${limit} is reached: ${spent} spent', { limit, spent: Number(spent.toPrecision(4)) }),
    { hint: message('`shinsa resume RUN --max-cost N` goes on.') },
  )
}

import { EvalError, message } from '../core/index.ts'
import type { ConfiguredJudge } from './judge-settings.ts'

/** What all judges of a run may spend together, in US dollars. */
export type Spending = {
  readonly limit: number
  spent: number
  /** Called once, when the limit is reached: it stops the run and keeps what is done. */
  readonly onLimit: (reason: EvalError) => void
}

/** A judge that adds up what it costs. The answer that reaches the limit still counts; no further one is asked for. */
export function withBudget(judge: ConfiguredJudge, spending: Spending): ConfiguredJudge {
  return {
    ...judge,
    async ask(question, signal) {
      if (spending.spent >= spending.limit) throw limitReached(spending)
      const answer = await judge.ask(question, signal)
      const before = spending.spent
      spending.spent += answer.reply.cost ?? 0
      if (before < spending.limit && spending.spent >= spending.limit) spending.onLimit(limitReached(spending))
      return answer
    },
  }
}

function limitReached({ limit }: Spending): EvalError {
  return new EvalError('cancelled', message('the limit of ${limit} for judges is reached', { limit }), {
    hint: message('`shinsa resume RUN --max-cost N` goes on.'),
  })
}

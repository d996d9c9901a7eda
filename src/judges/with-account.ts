import type { Account } from '../core/index.ts'
import type { ConfiguredJudge } from './judge-settings.ts'

/**
 * Records every reply of a user's judge with its cost. The judge is not asked when the budget is spent; the answer that
 * reaches the limit still counts.
 */
export function withJudgeAccount(judge: ConfiguredJudge, account: Account): ConfiguredJudge {
  return {
    ...judge,
    async ask(question, signal) {
      account.assertOpen()
      await account.begin?.('judge')
      const answer = await judge.ask(question, signal)
      const { calls, usage, cost: dollars, cached = false } = answer.reply
      if (calls === 0 || cached) return answer
      const { inputTokens, outputTokens } = usage ?? {}
      const price = dollars === undefined ? { unpriced: calls } : { dollars }
      await account.note('judge', { calls, inputTokens, outputTokens, ...price })
      return answer
    },
  }
}

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Account, type Judge, type ModelCost, type Question, EvalError } from '../core/index.ts'
import { describeJudge } from './judge.contract.ts'
import { scriptedJudge } from './scripted-judge.ts'
import { withJudgeAccount } from './with-account.ts'

const question: Question<{ verdict: string }> = {
  task: 'equivalence',
  subject: {},
  instruction: { id: 'equivalence', version: 1, text: 'Compare.' },
  evidence: [],
  answer: z.object({ verdict: z.string() }),
  language: 'en',
  sample: 0,
}
const valid = () => ({ value: { verdict: 'valid' } })

describeJudge('with an account', () => withJudgeAccount(scriptedJudge(valid), accountFor().account), question)

describe('withAccount', () => {
  it('writes down what a reply says that it took', async () => {
    const { account, costs } = accountFor()
    const usage = { inputTokens: 7, outputTokens: 3 }
    await withJudgeAccount(replying({ calls: 2, usage, cost: 0.5 }), account).ask(question)
    await withJudgeAccount(replying({ calls: 2, usage }), account).ask(question)
    expect(costs).toEqual([
      { calls: 2, inputTokens: 7, outputTokens: 3, dollars: 0.5 },
      { calls: 2, inputTokens: 7, outputTokens: 3, unpriced: 2 },
    ])
  })

  it('writes nothing down where nobody was asked', async () => {
    const { account, costs } = accountFor()
    await withJudgeAccount(replying({ calls: 0, cost: 0 }), account).ask(question)
    await withJudgeAccount(replying({ calls: 1, cached: true }), account).ask(question)
    expect(costs).toEqual([])
  })

  it('asks nothing more when no more may be spent', async () => {
    const judge = scriptedJudge(valid)
    const closed: Account = {
      assertOpen() {
        throw new EvalError('cancelled', 'enough')
      },
      note: async () => undefined,
    }
    await expect(withJudgeAccount(judge, closed).ask(question)).rejects.toThrow('enough')
    expect(judge.questions).toEqual([])
  })
})

function replying(reply: object): Judge {
  return {
    id: 'mine',
    async ask(asked, signal) {
      const answer = await scriptedJudge(valid).ask(asked, signal)
      return { ...answer, reply: { ...answer.reply, ...reply } }
    },
  }
}

function accountFor(): { readonly account: Account; readonly costs: readonly ModelCost[] } {
  const costs: ModelCost[] = []
  return { costs, account: { assertOpen: () => undefined, note: async (_role, cost) => void costs.push(cost) } }
}

import { describe, expect, it } from 'vitest'
import { type Account, type ModelCost, EvalError, message } from '../core/index.ts'
import { ModelFailure } from './model-failure.ts'
import { scriptedModel, type ScriptedReply } from './scripted-model.ts'
import { withModelAccount } from './with-account.ts'
import { withModelRetries } from './with-retries.ts'
import { withModelTimeout } from './with-timeout.ts'

const request = { messages: [{ role: 'user' as const, text: 'hello' }] }
const usage = { inputTokens: 1_000_000, outputTokens: 100_000 }
const said = { text: 'ok', usage }

describe('withAccount', () => {
  it('writes down what a reply took before anybody gets it', async () => {
    const written = Promise.withResolvers<void>()
    const account: Account = { assertOpen: () => undefined, note: () => written.promise }
    const asked = withModelAccount(scriptedModel([said], { id: 'gpt-4o-mini' }), account, 'judge').generate(
      request,
      new AbortController().signal,
    )
    expect(await Promise.race([asked, Promise.resolve('still waiting')])).toBe('still waiting')
    written.resolve()
    expect(await asked).toMatchObject({ text: 'ok' })
  })

  it('knows the price of hosted models and of local ones, and says where it does not', async () => {
    expect((await costsOf([said], { id: 'gpt-4o-mini' })).costs).toEqual([
      { calls: 1, inputTokens: 1_000_000, outputTokens: 100_000, dollars: 0.21 },
    ])
    expect((await costsOf(['ok'], { id: 'ollama/qwen3:8b' })).costs).toEqual([{ calls: 1, dollars: 0 }])
    expect((await costsOf(['ok'], { id: 'gpt-4o-mini' })).costs).toEqual([{ calls: 1, unpriced: 1 }])
    expect((await costsOf([said], { id: 'openai-compatible/x' })).costs).toMatchObject([{ calls: 1, unpriced: 1 }])
  })

  it('writes down every call of those that were tried again, and of those that came to nothing', async () => {
    const refused = new ModelFailure(message('busy'), { status: 429, retryable: true })
    const cutOff = new ModelFailure(message('broke off'), { retryable: true })
    const filtered = new ModelFailure(message('refused to answer'), { usage })
    const { costs, error } = await costsOf([refused, cutOff, filtered], { id: 'gpt-4o-mini' })
    expect(error).toBe(filtered)
    expect(costs).toEqual([
      { calls: 1 },
      { calls: 1, unpriced: 1, mayCost: expect.closeTo(0.0025, 4) },
      { calls: 1, inputTokens: 1_000_000, outputTokens: 100_000, dollars: 0.21 },
    ])
  })

  it('writes down a call that ran out of time, whose price nobody knows', async () => {
    const { account, costs } = accountFor()
    const hanging = withModelTimeout(
      scriptedModel(() => new Promise(() => {}), { id: 'gpt-4o-mini' }),
      20,
    )
    const { signal } = new AbortController()
    await expect(withModelAccount(hanging, account, 'judge').generate(request, signal)).rejects.toThrow(
      'did not answer',
    )
    const mayCost = (JSON.stringify(request).length * 0.15 + 4096 * 0.6) / 1e6
    expect(costs).toEqual([{ calls: 1, unpriced: 1, mayCost }])
  })

  it('says what a call that was cut off may have cost: as much as the dearest of its model', async () => {
    const { account, costs } = accountFor()
    const held: string[] = []
    const cutOff = new ModelFailure(message('broke off'))
    const model = withModelAccount(
      scriptedModel([said, cutOff], { id: 'gpt-4o-mini' }),
      {
        ...account,
        hold(dollars) {
          held.push(dollars().toFixed(4))
          return () => void held.push('over')
        },
      },
      'judge',
    )
    const { signal } = new AbortController()
    await model.generate(request, signal)
    await expect(model.generate(request, signal)).rejects.toThrow('broke off')
    expect(costs.at(-1)).toEqual({ calls: 1, unpriced: 1, mayCost: 0.21 })
    expect(held).toEqual(['0.0025', 'over', '0.2100', 'over'])
  })

  it('asks nothing that could not be written down before', async () => {
    const model = scriptedModel([said])
    const { account, costs } = accountFor()
    const held: unknown[] = []
    const unwritten: Account = {
      ...account,
      hold(dollars) {
        held.push(dollars())
        return () => undefined
      },
      begun: async () => Promise.reject(new EvalError('store', 'disk full')),
    }
    const { signal } = new AbortController()
    await expect(withModelAccount(model, unwritten, 'judge').generate(request, signal)).rejects.toThrow('disk full')
    expect([model.requests, costs, held]).toEqual([[], [], []])
  })

  it('asks nothing that was given up while it was written down, and counts nothing for it', async () => {
    for (const how of ['nobody waits', 'no more may be spent'] as const) {
      const model = scriptedModel([said], { id: 'gpt-4o-mini' })
      const { account, costs } = accountFor()
      const [waiting, spending] = [new AbortController(), new AbortController()]
      const rows: string[] = []
      const slow: Account = {
        ...account,
        assertOpen: () => spending.signal.throwIfAborted(),
        async begun() {
          rows.push('begun')
          await Promise.resolve()
          const given = how === 'nobody waits' ? waiting : spending
          given.abort(new EvalError('cancelled', how))
          return () => rows.push('ended')
        },
      }
      await expect(withModelAccount(model, slow, 'judge').generate(request, waiting.signal)).rejects.toThrow(how)
      expect([model.requests, costs, rows]).toEqual([[], [], ['begun', 'ended']])
    }
  })

  it('asks nothing more when no more may be spent, nor when nobody waits any more', async () => {
    const model = scriptedModel([said])
    const closed: Account = {
      assertOpen() {
        throw new EvalError('cancelled', 'enough')
      },
      note: async () => undefined,
    }
    const ask = (account: Account, signal: AbortSignal) =>
      withModelAccount(model, account, 'judge').generate(request, signal)
    await expect(ask(closed, new AbortController().signal)).rejects.toThrow('enough')
    const { account, costs } = accountFor()
    await expect(ask(account, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(model.requests).toEqual([])
    expect(costs).toEqual([])
  })
})

function accountFor(): { readonly account: Account; readonly costs: readonly ModelCost[] } {
  const costs: ModelCost[] = []
  return { costs, account: { assertOpen: () => undefined, note: async (_role, cost) => void costs.push(cost) } }
}

async function costsOf(script: readonly ScriptedReply[], { id }: { readonly id: string }) {
  const { account, costs } = accountFor()
  const model = withModelRetries(withModelAccount(scriptedModel(script, { id }), account, 'judge'), {
    sleep: async () => undefined,
  })
  const error: unknown = await model.generate(request, new AbortController().signal).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { costs, error }
}

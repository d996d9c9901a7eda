import { type Account, type ModelCost, type ModelRole, type Usage, stringifyJson } from '../core/index.ts'
import { z } from 'zod'
import type { CallAccount, Model } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'
import { costOf } from './prices.ts'

/**
 * Records every call of a model with its cost, and refuses calls when the budget is spent. It goes inside the retries,
 * where every single call is seen, and around the time limit, which ends some of them.
 */
export function withModelAccount<Request, Reply extends CallAccount>(
  model: Model<Request, Reply>,
  account: Account,
  role: ModelRole,
): Model<Request, Reply> {
  let dearest: number | undefined
  return {
    ...model,
    async generate(request, signal) {
      assertWanted(signal, account)
      await account.begin?.(role)
      const mayCost = () => dearest ?? firstCallMayCost(model.id, request) ?? 0
      const ended = await account.begun?.(role, mayCost())
      try {
        // It may have been given up while it was written down.
        assertWanted(signal, account)
      } catch (error) {
        ended?.()
        throw error
      }
      const release = account.hold?.(mayCost)
      const reply = await model.generate(request, signal).catch(async (error: unknown) => {
        release?.()
        await account.note(role, withMayCost(costOfFailure(model.id, error), mayCost()))
        ended?.()
        throw error
      })
      release?.()
      const cost = priced(model.id, reply)
      if (cost.dollars !== undefined) dearest = Math.max(dearest ?? 0, cost.dollars / reply.calls)
      await account.note(role, { calls: reply.calls, ...cost })
      ended?.()
      return reply
    },
  }
}

function assertWanted(signal: AbortSignal, account: Account): void {
  signal.throwIfAborted()
  account.assertOpen()
}

function withMayCost(cost: ModelCost, mayCost: number): ModelCost {
  return cost.unpriced === undefined || mayCost === 0 ? cost : { ...cost, mayCost }
}

/** A token has at least one byte. A long reply is assumed when the request sets no limit. */
function firstCallMayCost(modelId: string, request: unknown): number | undefined {
  const { maxOutputTokens: asked } = Limited.parse(request)
  const inputTokens = Buffer.byteLength(stringifyJson(request) ?? '')
  return costOf(modelId, { inputTokens, outputTokens: asked ?? longReplyTokens })
}

const Limited = z.object({ maxOutputTokens: z.number().optional() }).catch({})
const longReplyTokens = 4096

type Priced = Omit<ModelCost, 'calls'>

function priced(modelId: string, { calls, usage }: { readonly calls: number; readonly usage?: Usage }): Priced {
  const dollars = costOf(modelId, usage)
  const { inputTokens, outputTokens } = usage ?? {}
  return { inputTokens, outputTokens, ...(dollars === undefined ? { unpriced: calls } : { dollars }) }
}

/** A refused request is not charged. One that was cut off, timed out or had an invalid reply may be. */
function costOfFailure(modelId: string, error: unknown): ModelCost {
  if (!(error instanceof ModelFailure)) return { calls: 1, ...priced(modelId, { calls: 1 }) }
  const wasRefused = error.status !== undefined && error.status >= 400
  return { calls: 1, ...(wasRefused ? {} : priced(modelId, { calls: 1, usage: error.usage })) }
}

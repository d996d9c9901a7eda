import type { Account, ModelCost, ModelRole, Usage } from '../core/index.ts'
import type { Asked, Model } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'
import { costOf } from './prices.ts'

/**
 * A model whose every call is written down with what it cost, and that is not asked when no more may be spent. It stands
 * inside the retries, where every single call can be seen, and around the time limit, which is how some of them end.
 */
export function withAccount<Request, Reply extends Asked>(
  model: Model<Request, Reply>,
  account: Account,
  role: ModelRole,
): Model<Request, Reply> {
  return {
    ...model,
    async generate(request, signal) {
      signal.throwIfAborted()
      account.assertOpen()
      await account.begin?.(role)
      const reply = await model.generate(request, signal).catch(async (error: unknown) => {
        await account.note(role, costOfFailure(model.id, error))
        throw error
      })
      await account.note(role, { calls: reply.calls, ...priced(model.id, reply) })
      return reply
    },
  }
}

type Priced = Omit<ModelCost, 'calls'>

function priced(modelId: string, { calls, usage }: { readonly calls: number; readonly usage?: Usage }): Priced {
  const dollars = costOf(modelId, usage)
  const { inputTokens, outputTokens } = usage ?? {}
  return { inputTokens, outputTokens, ...(dollars === undefined ? { unpriced: calls } : { dollars }) }
}

/** A request that is refused is not billed; what was cut off, ran out of time or made no sense may be. */
function costOfFailure(modelId: string, error: unknown): ModelCost {
  if (!(error instanceof ModelFailure)) return { calls: 1, ...priced(modelId, { calls: 1 }) }
  const wasRefused = error.status !== undefined && error.status >= 400
  return { calls: 1, ...(wasRefused ? {} : priced(modelId, { calls: 1, usage: error.usage })) }
}

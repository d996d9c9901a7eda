import { estimateCost, unpricedModels } from '../../compose/cost/estimate-cost.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import { EvalError, message } from '../../core/index.ts'
import type { RunEstimate, RunWish } from '../../server/index.ts'

export async function estimateOf(prepared: PreparedRun): Promise<RunEstimate> {
  const { plan, warnings } = prepared
  const calls = await estimateCost(prepared)
  const known = calls.flatMap(({ dollars }) => dollars ?? [])
  return {
    cases: plan.dataset.cases,
    repeat: plan.repeat,
    target: plan.target.name,
    metrics: plan.metrics.map(({ name }) => name),
    judges: [...new Set(prepared.judgeUses.map(({ judge }) => judge.id))],
    calls: calls.map(({ models, ...call }) => ({ ...call, models: [...models] })),
    costsMoney: costsMoney(calls),
    ...(known.length === calls.length && { dollars: known.reduce((sum, dollars) => sum + dollars, 0) }),
    unlimited: [...(await unpricedModels(prepared))],
    notes: warnings.all.map(({ sentence }) => sentence),
  }
}

function costsMoney(calls: Awaited<ReturnType<typeof estimateCost>>): boolean {
  return calls.some(({ dollars }) => dollars !== 0)
}

/** @throws {EvalError} `usage` when the run may cost money and no limit was given, or no limit can be enforced */
export async function refuseUnlimitedCost(
  prepared: PreparedRun,
  { maxCost, unlimited }: Pick<RunWish, 'maxCost' | 'unlimited'>,
): Promise<void> {
  if (!costsMoney(await estimateCost(prepared))) return
  if (maxCost === undefined) {
    throw new EvalError('usage', message('this run costs money, and nobody has said how much it may cost'), {
      hint: message('Set a limit in US dollars.'),
    })
  }
  const models = unlimited === true ? [] : await unpricedModels(prepared)
  if (models.length === 0) return
  throw new EvalError(
    'usage',
    message('no limit can hold {models}: the price is not known', { models: models.join(', ') }),
    { hint: message('Allow that, or choose a judge whose price is known.') },
  )
}

import { type GateMeasures, type Pack, type RunPlan, type SetMetric, EvalError, message } from '../core/index.ts'
import { packs as shipped } from '../packs/index.ts'

export async function chooseSetMetrics(
  plan: RunPlan,
  request: Readonly<Record<string, unknown>>,
  { made, packs = shipped }: { readonly made: readonly SetMetric[]; readonly packs?: readonly Pack[] | undefined },
): Promise<readonly SetMetric[]> {
  const ofPacks = await Promise.all(packs.map(async (pack) => pack.setMetrics?.(plan, request) ?? []))
  const metrics = [...ofPacks.flat(), ...(await ofOwnMetrics(plan)), ...made]
  const names = metrics.map(({ name }) => name)
  const twin = names.find((name, index) => names.indexOf(name) !== index)
  if (twin === undefined) return metrics
  throw new EvalError('usage', message('there are two set metrics named {name}', { name: twin }), {
    hint: message('What a set metric says is kept under its name: give one of them another.'),
  })
}

async function ofOwnMetrics({ metrics }: RunPlan): Promise<readonly SetMetric[]> {
  if (metrics.every(({ name }) => name !== 'tool_choice')) return []
  return [(await import('../metrics/trajectory/tool-confusion.ts')).toolConfusion()]
}

export function gateMeasuresOf(packs: readonly Pack[] = shipped): readonly GateMeasures[] {
  return packs.flatMap(({ gateMeasures = [] }) => gateMeasures)
}

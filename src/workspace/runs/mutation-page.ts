import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { type Run, type RunStore, type Transcript, stringifyJson, toolResponsesOf } from '../../core/index.ts'
import { mutationScoreOf } from '../../mutation/mutation-score.ts'
import { mutantAt } from '../../mutation/mutate-results.ts'
import { answerOf, callsMade } from '../../mutation/operator.ts'
import type { MutantDetail, MutationPage } from '../../server/api/mutation.ts'
import { mutateRun, shippedOperators } from './mutate-run.ts'

type MutationPageContext = { readonly store: RunStore; readonly dependencies: RunDependencies; readonly cwd: string }

/** How many mutants of each operator are shown, unnoticed ones first. */
const shownOfEach = 200

/** Plants faults in the passing results of a run and returns which metric noticed which. */
export async function mutationPage(run: Run, context: MutationPageContext): Promise<MutationPage> {
  const { outcomes, operators, metrics, leftOut } = await mutateRun(run, context)
  const all = await Array.fromAsync(outcomes)
  // Metrics that only measure, or passed nothing, cannot notice a fault.
  const isWithoutPass = new Set(run.summary?.metrics.flatMap(({ metric, passed }) => (passed === 0 ? [metric] : [])))
  const { score, operators: scored } = mutationScoreOf(all)
  const byOperator = Map.groupBy(all, ({ operator }) => operator)
  const rows = [...byOperator].map(([operator, own]) => {
    const { killed = 0, alive = 0, equivalent = 0, uncertain = 0, killedBy = {} } = scored[operator] ?? {}
    const mutants = own
      .toSorted((one, other) => Number(other.fate === 'alive') - Number(one.fate === 'alive'))
      .slice(0, shownOfEach)
      .map(({ position, repeat, number, caseId, place, change, fate, killedBy: noticed }) => ({
        position,
        repeat,
        number,
        caseId,
        place,
        change,
        fate,
        killedBy: [...noticed],
      }))
    const plants = operators.find(({ id }) => id === operator)?.plants ?? ''
    return { operator, plants, killed, alive, equivalent, uncertain, killedBy, mutants }
  })
  return {
    score,
    metrics: metrics.filter((name) => !isWithoutPass.has(name)),
    leftOut: [...leftOut],
    operators: rows.toSorted((one, other) => sharedNoticed(one) - sharedNoticed(other)),
  }
}

function sharedNoticed({ killed, alive, uncertain }: MutationPage['operators'][number]): number {
  const counted = killed + alive + uncertain
  return counted === 0 ? 2 : killed / counted
}

/** Returns a mutant beside its original; undefined where there is none. */
export async function mutantDetail(
  run: Run,
  place: { readonly position: number; readonly repeat: number; readonly operator: string; readonly number: number },
  { store }: Pick<MutationPageContext, 'store'>,
): Promise<MutantDetail | undefined> {
  const record = await store.record(run.plan.runId, place)
  if (record?.result === undefined) return undefined
  const mutant = mutantAt(record.result, { operators: shippedOperators, seed: run.plan.seed }, place)
  return mutant && { before: linesOf(record.result.transcript), after: linesOf(mutant.transcript) }
}

function linesOf({ invocations }: Transcript): string[] {
  return invocations.flatMap((invocation) => [
    ...callsMade(invocation).map(({ name, args = {} }) => `→ ${name}(${stringifyJson(args)})`),
    ...toolResponsesOf(invocation).map(({ name, response }) => `← ${name}: ${stringifyJson(response)}`),
    ...(invocation.citations ?? []).map(({ heading = '', text }, index) => `[${index + 1}] ${heading}: ${text}`),
    ...(answerOf(invocation) ?? '–').split('\n'),
  ])
}

import { type RunPlan, EvalError, message } from '../core/index.ts'
import { codeFormat } from '../formats/code/code-format.ts'
import { RunRequest } from '../settings/run-request.ts'
import { prepareRun } from './prepare-run.ts'
import type { PreparedRun } from './prepared-run.ts'
import type { RunDependencies } from './run-dependencies.ts'

/**
 * Prepares the rest of a run from its plan. The spending limit stays unless another is given, and is counted anew.
 *
 * @throws {EvalError} `usage` when dataset, target or metrics have changed: both parts of a run must be comparable
 */
export async function prepareResume(
  plan: RunPlan,
  dependencies: RunDependencies,
  changes: Pick<RunRequest, 'maxCost' | 'github'> = {},
): Promise<PreparedRun> {
  const origin = RunRequest.parse(plan.origin)
  if (plan.dataset.format === codeFormat && origin.evaluation === undefined) throw withoutCases(plan)
  const maxCost = changes.maxCost ?? origin.maxCost
  const github = changes.github ?? origin.github
  const prepared = await prepareRun({ ...origin, seed: plan.seed, maxCost, github }, dependencies, { resumed: true })
  const changed = (
    [
      ['dataset', plan.dataset.sha256, prepared.plan.dataset.sha256],
      ['target', plan.target.name, prepared.plan.target.name],
      ['environment', JSON.stringify(plan.environment), JSON.stringify(prepared.plan.environment)],
      ['metrics', JSON.stringify(plan.metrics), JSON.stringify(prepared.plan.metrics)],
    ] as const
  ).filter(([, before, now]) => before !== now)
  if (changed.length > 0) {
    throw new EvalError(
      'usage',
      message('run {run} cannot go on: its {things} changed since', {
        run: plan.runId,
        things: changed.map(([thing]) => thing).join(', '),
      }),
      { hint: message('Start a new run with `shinsa run`; the old one stays as it is.') },
    )
  }
  return { ...prepared, plan }
}

/** Functions and patterns cannot be stored, so such cases need the code that contains them. */
function withoutCases({ runId: run }: RunPlan): EvalError {
  return new EvalError(
    'usage',
    message('run {run} cannot go on: its cases stand in code that called evaluate()', { run }),
    {
      hint: message('Call it again; cases in an *.eval.ts file can go on.'),
    },
  )
}

import { renewModules } from '../../compose/config/import-module.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { type Run, type RunPlan, EvalError, message } from '../../core/index.ts'
import { settingDifferences } from '../../runner/index.ts'
import type { RerunOffer, RerunWish } from '../../server/index.ts'
import type { ActiveRuns } from './active-runs.ts'
import { apiProblem, withinFolder } from './api-problem.ts'
import { nextResultFile } from './next-result-file.ts'
import { knownDatasetOf, rerunCommand, rerunRequest } from './rerun-request.ts'
import { estimateOf, refuseUnlimitedCost } from './run-estimate.ts'

type RerunService = { readonly folder: string; readonly active: ActiveRuns; readonly dependencies: RunDependencies }

/** Estimates a rerun; for what this server cannot play it returns the reason. */
export async function offerRerun(run: Run, wish: RerunWish, service: RerunService): Promise<RerunOffer> {
  // Functions cannot be stored, so only the code with these cases can play them.
  if (run.plan.dataset.path === undefined) return { refused: apiProblem(inCode(run)) }
  const command = rerunCommand(run.plan.runId, wish)
  try {
    const { prepared, limit } = await prepareRerun(run, wish, service)
    const differs = differencesOf(run.plan, prepared.plan)
    return { command, ...(limit !== undefined && { limit }), estimate: await estimateOf(prepared), differs }
  } catch (error) {
    // Unexpected errors are thrown; anything else may still work on the command line.
    if (!(error instanceof EvalError)) throw error
    return { command, refused: withinFolder(service.folder, apiProblem(error)) }
  }
}

/** What is not as it was in the run, beside the selection of cases. */
function differencesOf(before: RunPlan, now: RunPlan): RerunOffer['differs'] {
  // The judges are those of the plans: none was asked yet.
  const counter = { judges: new Map<string, never>(), instructions: new Map<string, never>() }
  const all = settingDifferences({ plan: before, counter }, { plan: now, counter })
  return all.filter(({ setting }) => setting !== 'cases')
}

/** @returns the id of the new run, once the store has it */
export async function startRerun(run: Run, wish: RerunWish, service: RerunService): Promise<string> {
  const { prepared, limit } = await prepareRerun(run, wish, service)
  await refuseUnlimitedCost(prepared, { maxCost: limit, unlimited: wish.unlimited })
  await service.active.begin(prepared)
  return prepared.plan.runId
}

async function prepareRerun(run: Run, wish: RerunWish, { folder, dependencies }: RerunService) {
  const { plan } = run
  if (plan.dataset.path === undefined) throw inCode(run)
  renewModules()
  const request = await rerunRequest(run, wish, dependencies.openStore())
  if (request.selected.length === 0) {
    const verdicts = wish.only?.join(', ') ?? ''
    throw new EvalError('usage', message('no case of the run came out as {verdicts}', { verdicts }))
  }
  const limit = wish.maxCost ?? request.maxCost
  const resultFile = request.resultFile && nextResultFile(plan.dataset, { folder, now: dependencies.now() })
  const prepared = await prepareRun(
    { ...request, maxCost: limit, resultFile },
    { ...dependencies, knownDataset: knownDatasetOf(run) },
  )
  refuseOther(run, prepared)
  return { prepared, limit }
}

/** Refuses where the agent was a function, or the config now names another agent. */
function refuseOther({ plan: before }: Run, { plan: now }: PreparedRun): void {
  const [then, today] =
    before.target.name === now.target.name ? [metricsOf(before), metricsOf(now)] : [before.target.name, now.target.name]
  if (then === today) return
  throw new EvalError(
    'usage',
    message('this would not be the same again: it was {before}, and now it would be {now}', {
      before: then,
      now: today,
    }),
    {
      hint: message('The config has changed since, or code began the run: begin a new one there.'),
    },
  )
}

function metricsOf({ metrics }: RunPlan): string {
  return metrics
    .map(({ name }) => name)
    .toSorted()
    .join(', ')
}

function inCode({ plan }: Run): EvalError {
  return new EvalError(
    'usage',
    message('the cases of run {run} stand in code that called evaluate()', { run: plan.runId }),
    {
      hint: message('Call it again there; cases in an *.eval.ts file can be played again from here.'),
    },
  )
}

import type { RunRequest } from '../settings/run-request.ts'
import { isEvalFile } from '../settings/request-settings.ts'
import { composeRun } from './prepare/compose-run.ts'
import { openRun } from './prepare/open-run.ts'
import { planRun } from './prepare/plan-run.ts'
import { settleRun } from './prepare/settle-run.ts'
import type { PreparedRun } from './prepared-run.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { refuseWrittenSecrets } from './secrets/secrets.ts'

/** Prepares a run. Every error in the request is found here, before any agent is called. */
export async function prepareRun(
  given: RunRequest,
  world: RunDependencies,
  { resumed = false }: { readonly resumed?: boolean } = {},
): Promise<PreparedRun> {
  const { request, dependencies } = await withCode(given, world)
  // The whole request is stored with the run, including settings without effect.
  refuseWrittenSecrets(
    Object.values(request)
      .flat()
      .filter((value) => typeof value === 'string'),
  )
  const settled = await settleRun(request, dependencies)
  const cases = await openRun(settled, { resumed })
  const composed = await composeRun(settled, cases)
  return planRun(settled, cases, composed)
}

/** Adds the settings of an `*.eval.ts` file below those of the request. */
async function withCode(request: RunRequest, dependencies: RunDependencies) {
  if (!isEvalFile(request.dataset) || dependencies.cases !== undefined) return { request, dependencies }
  const { inEvaluation } = await import('./evaluations/in-evaluation.ts')
  return inEvaluation({ request, dependencies })
}

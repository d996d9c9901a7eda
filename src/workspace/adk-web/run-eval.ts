import { basename, join } from 'node:path'
import { EvalError, message, parseJson, stringifyJson } from '../../core/index.ts'
import { estimateCost } from '../../compose/cost/estimate-cost.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import { atomicWrite } from '../../files/index.ts'
import { readAdkEvalConfig } from '../../compose/criteria/eval-config.ts'
import { writeAdkResult } from '../../packs/adk/adk-result.ts'
import { webResult } from '../../packs/adk/web/web-invocation.ts'
import type { EvalWish } from '../../server/index.ts'
import { historyFolder } from './app-folder.ts'
import type { AdkWebOptions } from './adk-web-options.ts'

type RunEvalRequest = { readonly app: string; readonly id: string; readonly file: string; readonly wish: EvalWish }

/**
 * Plays cases of a set with an agent of the server, in a run like any other, and keeps ADK's result beside the set.
 *
 * @returns the results of the cases, as the page reads them
 * @throws {EvalError} for everything that stops a run, and where it would cost more than it may
 */
export async function runEval(asked: RunEvalRequest, options: AdkWebOptions): Promise<readonly object[]> {
  const { app, id, file, wish } = asked
  const { server, agents, folder, store, active, dependencies, maxCost } = options
  const history = await historyFolder(agents, app)
  const criteria = Object.fromEntries(wish.metrics.map(({ metricName, criterion }) => [metricName, criterion]))
  const prepared = await prepareRun(
    {
      cwd: folder,
      dataset: file,
      selected: [...wish.caseIds],
      target: `adk:${new URL(encodeURIComponent(app), server.href.replace(/(?<!\/)\/*$/, '/')).href}`,
      failOn: ['none'],
      maxCost,
    },
    { ...dependencies, criteria: readAdkEvalConfig(stringifyJson({ criteria }), 'eval_metrics').criteria },
  )
  const costs = await estimateCost(prepared)
  if (maxCost === undefined && costs.some(({ dollars }) => dollars !== 0)) {
    throw new EvalError('usage', message('this run costs money, and nobody has said how much it may cost'), {
      hint: message('Start the server with --max-cost DOLLARS.'),
    })
  }
  await active.begin(prepared)
  await active.ended(prepared.plan.runId)
  const run = await store.find(prepared.plan.runId)
  if (run === undefined) throw new Error(`run ${prepared.plan.runId} vanished from the store`)
  // The page knows a set by the name of its file, not by the id inside it.
  const named = { ...run, plan: { ...run.plan, dataset: { ...run.plan.dataset, id } } }
  const records = await Array.fromAsync(store.records(run.plan.runId))
  const { path, text } = writeAdkResult(named, records, { appName: app })
  await atomicWrite(join(history, basename(path)), `${text}\n`, { folders: true, replacesLinks: true })
  const { evalCaseResults = [] } = webResult(parseJson(text)) as { readonly evalCaseResults?: readonly object[] }
  return evalCaseResults
}

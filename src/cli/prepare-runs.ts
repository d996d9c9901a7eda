import { relative, resolve } from 'node:path'
import { EvalError, message } from '../core/index.ts'
import { loadConfig } from '../compose/config/load-config.ts'
import { openBudget } from '../compose/cost/open-account.ts'
import { prepareRun } from '../compose/prepare-run.ts'
import type { PreparedRun } from '../compose/prepared-run.ts'
import type { RunDependencies } from '../compose/run-dependencies.ts'
import { shippedFile } from '../compose/shipped-file.ts'
import { runOperands } from '../workspace/datasets/run-operands.ts'
import { isCriteriaFile, isEvalFile } from '../settings/request-settings.ts'
import type { RunRequest } from '../settings/run-request.ts'
import { runSettings, valuesFromFlags } from '../settings/index.ts'
import type { Terminal } from './command.ts'

type RunFlags = Readonly<Record<string, unknown>> & { readonly config?: string; readonly config_file_path?: string }

export type IsChosen = (file: string, evaluation: string) => boolean

type Preparing = {
  /** Without it, all evaluations are chosen. */
  readonly isChosen?: IsChosen
  readonly terminal: Pick<Terminal, 'cwd'>
  readonly dependencies: RunDependencies
  /** The part of the cost limit that is already spent, in US dollars. */
  readonly spent?: number
}

/** Prepares the runs of a command line, one for each dataset. */
export async function prepareRuns(
  operands: readonly string[],
  flags: RunFlags,
  { terminal: { cwd }, spent = 0, isChosen = () => true, ...given }: Preparing,
): Promise<readonly PreparedRun[]> {
  const config = configFrom(flags)
  const values = valuesFromFlags(runSettings, flags)
  const { selections, target = values.target } = await runOperands(
    operands.length > 0 ? operands : await configuredDatasets(config, cwd),
    { cwd, target: values.target },
  )
  const budget = values.maxCost === undefined ? undefined : openBudget(values.maxCost)
  budget?.spend(spent)
  const dependencies = { ...given.dependencies, ...(budget !== undefined && { budget }) }
  const prepared: PreparedRun[] = []
  for (const { path, caseIds } of selections) {
    const dataset = shippedFile(path, cwd) ?? path
    const request = { ...values, target, cwd, config, dataset, selected: [...caseIds] }
    const firstRuns = new Map<string | undefined, string>()
    for (const named of await runsOf(request, isChosen)) {
      const comparedWith = firstRuns.get(named.evaluation)
      const one = await prepareRun({ ...request, ...named, comparedWith }, dependencies)
      if (comparedWith === undefined) firstRuns.set(named.evaluation, one.plan.runId)
      prepared.push(one)
    }
  }
  refuseSharedRecording(prepared)
  return prepared
}

async function runsOf(
  request: RunRequest,
  isChosen: IsChosen,
): Promise<readonly Pick<RunRequest, 'evaluation' | 'arm' | 'stopEarly'>[]> {
  if (!isEvalFile(request.dataset)) return [{}]
  const { evaluationRequests } = await import('../compose/evaluations/in-evaluation.ts')
  const file = resolve(request.cwd, request.dataset)
  return evaluationRequests(request.dataset, request, (evaluation) => isChosen(file, evaluation))
}

function configFrom(flags: { readonly config?: string; readonly config_file_path?: string }): string | undefined {
  if (flags.config === undefined || flags.config_file_path === undefined) return flags.config ?? flags.config_file_path
  throw new EvalError('usage', message('--config and --config_file_path say the same: leave out one of the two'))
}

/** Refuses one recording for several runs, since the second would overwrite the first. */
function refuseSharedRecording(prepared: readonly PreparedRun[]): void {
  const file = prepared.length > 1 ? prepared[0]?.plan.environment?.recordedTo : undefined
  if (file === undefined) return
  throw new EvalError('usage', message('{file} can hold the tool traffic of one dataset, not of several', { file }), {
    hint: message('Record the datasets one after another, each into its own file.'),
  })
}

/** Returns the config's datasets, or, where it names none, all files of evaluations in code below the folder. */
async function configuredDatasets(config: string | undefined, cwd: string): Promise<readonly string[]> {
  const loaded = await loadConfig({ named: isCriteriaFile(config) ? undefined : config, cwd })
  const datasets = loaded.config.datasets ?? []
  if (datasets.length > 0)
    return datasets.map((dataset) => (loaded.folder === cwd ? dataset : `${loaded.folder}/${dataset}`))
  const { evalFilesBelow } = await import('../workspace/datasets/eval-files.ts')
  const inCode = await evalFilesBelow(cwd)
  if (inCode.length > 0) return inCode.map((file) => relative(cwd, file))
  throw new EvalError(
    'usage',
    message('which dataset? None was named, no config names one, and no *.eval.ts is below {folder}', { folder: cwd }),
    {
      hint: message('shinsa run DATASET, or `datasets: […]` in shinsa.config.ts; `shinsa init` writes a first one.'),
    },
  )
}

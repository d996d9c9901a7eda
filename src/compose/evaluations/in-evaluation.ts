import { dirname, resolve } from 'node:path'
import { EvalError, message, nearestNames } from '../../core/index.ts'
import { codeCases, type CodeCases } from '../../formats/code/open-cases.ts'
import { RunRequest } from '../../settings/run-request.ts'
import { runSettings } from '../../settings/index.ts'
import { stubbedTools } from '../../targets/environment/stubbed-tools.ts'
import type { TargetSetting } from '../config/kind-config.ts'
import { checkOptions, rulesOf } from '../evaluate-options.ts'
import type { RunDependencies } from '../run-dependencies.ts'
import { wayInside } from '../../files/path-inside.ts'
import { agentOfArm, armNames } from './arms.ts'
import type { EvaluationInCode } from './evaluation.ts'
import { loadEvaluations } from './load-evaluations.ts'

type InEvaluationRequest = { readonly request: RunRequest; readonly dependencies: RunDependencies }

/**
 * Merges the settings of an `*.eval.ts` file below those of a request; without a name, the only evaluation.
 *
 * @throws {EvalError} `config` or `usage` for what the file does not have
 */
export async function inEvaluation({ request, dependencies }: InEvaluationRequest): Promise<InEvaluationRequest> {
  const file = resolve(request.cwd, request.dataset)
  const evaluation = await evaluationOf(request, file)
  const { name, settings } = evaluation
  const { cases, agent, arms: _, matrix: __, agentFor: ___, gate, metrics, setMetrics, tools, ...others } = settings
  const folder = dirname(file)
  const arm = armOf(evaluation, request)
  checkOptions({ ...others, ...(gate !== undefined && { gate }), cases: [] })
  const isAside = arm !== undefined && arm !== armNames(evaluation)[0]
  const said = withPaths({ ...others, ...(gate !== undefined && { failOn: rulesOf(gate) }) }, folder)
  const asked = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
  const { targetFor } = evaluation
  const target = await (targetFor?.(request.target) ?? (arm === undefined ? agent : agentOfArm(evaluation, arm)))
  return {
    request: RunRequest.parse({
      ...said,
      name: arm === undefined ? name : `${name}: ${arm}`,
      ...asked,
      // The gate applies to the first arm; the others are only compared with it.
      ...(isAside && { failOn: ['none'] }),
      evaluation: name,
      ...(arm !== undefined && { arm }),
    }),
    dependencies: {
      ...dependencies,
      ...((request.target === undefined || targetFor !== undefined) &&
        target !== undefined && { target: fromFolder(target, folder, request.cwd) }),
      ...(metrics !== undefined && { metrics }),
      ...(setMetrics !== undefined && { setMetrics }),
      ...comparison(evaluation, request),
      ...(tools !== undefined && { tools: stubbedTools(tools) }),
      ...(typeof cases === 'string'
        ? { datasetFile: resolve(folder, cases) }
        : { cases: casesOf(evaluation, cases), datasetFile: file }),
    },
  }
}

function comparison(
  evaluation: EvaluationInCode,
  { comparedWith: runId }: RunRequest,
): Pick<RunDependencies, 'comparedWith'> {
  const [arm, ...others] = armNames(evaluation)
  if (runId === undefined || arm === undefined) return {}
  return { comparedWith: { runId, arm, pairs: ((others.length + 1) * others.length) / 2 } }
}

/**
 * Returns the runs of a file: one per chosen evaluation and arm. With several arms the first is always played
 * completely, since the others are compared with it.
 */
export async function evaluationRequests(
  dataset: string,
  { cwd, target, config }: Pick<RunRequest, 'cwd' | 'target' | 'config'>,
  isMeant: (evaluation: string) => boolean,
): Promise<readonly Pick<RunRequest, 'evaluation' | 'arm' | 'stopEarly'>[]> {
  const evaluations = await loadEvaluations(resolve(cwd, dataset), cwd, config)
  return evaluations.flatMap((one) => {
    if (!isMeant(one.name)) return []
    const arms = target === undefined ? armNames(one) : []
    if (arms.length === 0) return [{ evaluation: one.name }]
    return arms.map((arm, index) => ({
      evaluation: one.name,
      arm,
      ...(index === 0 && arms.length > 1 && { stopEarly: false }),
    }))
  })
}

async function evaluationOf({ evaluation: name, dataset, cwd, config }: RunRequest, path: string) {
  const all = await loadEvaluations(path, cwd, config)
  const found = name === undefined && all.length === 1 ? all[0] : all.find((one) => one.name === name)
  if (found !== undefined) return found
  const names = all.map((one) => one.name)
  if (name === undefined) {
    const values = { file: dataset, names: names.join(', ') }
    throw new EvalError('usage', message('{file} has several evaluations: {names}', values))
  }
  const near = nearestNames(name, names)
  throw new EvalError('usage', message('{file} has no evaluation "{name}"', { file: dataset, name }), {
    hint: message('There are: {names}.', { names: (near.length > 0 ? near : names).join(', ') }),
  })
}

function armOf(evaluation: EvaluationInCode, { arm, target, dataset }: RunRequest): string | undefined {
  const names = armNames(evaluation)
  if (arm === undefined) return target === undefined ? names[0] : undefined
  if (names.includes(arm)) return arm
  throw new EvalError('usage', message('{file} has no arm "{name}"', { file: dataset, name: arm }), {
    hint: message('There are: {names}.', { names: names.join(', ') || '–' }),
  })
}

/** A generator of cases runs only once for all arms. */
const opened = new WeakMap<EvaluationInCode, CodeCases>()

function casesOf(
  evaluation: EvaluationInCode,
  cases: Exclude<EvaluationInCode['settings']['cases'], string | undefined> | undefined,
): CodeCases {
  const known = opened.get(evaluation)
  if (known !== undefined) return known
  const read = codeCases(cases ?? [], { id: evaluation.name, called: `cases of "${evaluation.name}"` })
  opened.set(evaluation, read)
  return read
}

/** Resolves paths against the folder of the file that contains them. */
function withPaths(values: Readonly<Record<string, unknown>>, folder: string): Readonly<Record<string, unknown>> {
  const table: Readonly<Record<string, { readonly kind: { readonly isPath?: true } }>> = runSettings
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isPath = Object.hasOwn(table, name) && table[name]?.kind.isPath === true
      return [name, isPath && typeof value === 'string' ? resolve(folder, value) : value]
    }),
  )
}

function fromFolder(target: TargetSetting, folder: string, cwd: string): TargetSetting {
  if (typeof target !== 'string') return target
  const [, kind = '', path = ''] = /^(recorded:)?(\.\.?[\\/].*)$/s.exec(target) ?? []
  if (path === '') return target
  const inside = wayInside(cwd, resolve(folder, path))
  return `${kind}${inside === undefined ? resolve(folder, path) : `./${inside}`}`
}

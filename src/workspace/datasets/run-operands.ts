import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { EvalError, message } from '../../core/index.ts'
import { parseDatasetSelector, parseDatasetSelectors } from '../../formats/dataset-selector.ts'
import { isEvalFile, isPluginEvals } from '../../settings/request-settings.ts'
import { evalSetsBelow, isFolder } from '../../formats/eval-sets-below.ts'
import type { DatasetSelector } from '../../formats/index.ts'

/** The meaning of a command line's words that are no flags. */
export type RunOperands = {
  readonly selections: readonly DatasetSelector[]
  /** The agent, where the first word names it as in `adk eval AGENT SET`. */
  readonly target?: string
}

/**
 * Reads the words as datasets, or as an agent followed by datasets. A folder means all eval sets below it.
 *
 * @throws {EvalError} `usage` or `format` where a word is neither
 */
export async function runOperands(
  operands: readonly string[],
  { cwd, target }: { readonly cwd: string; readonly target: string | undefined },
): Promise<RunOperands> {
  const [first = '', ...others] = await expanded(operands, cwd)
  const agent = others.length === 0 ? undefined : agentIn(first, cwd)
  if (agent === undefined) return { selections: await selectionsOf([first, ...others], cwd) }
  if (target !== undefined) {
    throw new EvalError('usage', message('{first} is an agent, and --target names one too', { first }), {
      hint: message('Leave out one of the two.'),
    })
  }
  const sets = others.map((operand) => setOf(operand, { cwd, folder: first }))
  return { selections: await selectionsOf(sets, cwd), target: agent }
}

async function selectionsOf(operands: readonly string[], cwd: string): Promise<readonly DatasetSelector[]> {
  const selections: DatasetSelector[] = []
  for (const selection of parseDatasetSelectors(operands)) {
    const path = resolve(cwd, selection.path)
    if (!isFolder(path) || (isPluginEvals(path) && selection.caseIds.length > 0)) {
      selections.push(selection)
      continue
    }
    if (selection.caseIds.length > 0) {
      throw new EvalError('usage', message('{folder} is a folder: cases are chosen from one file', { folder: path }), {
        hint: message('Name the file that has them, as in {example}', {
          example: 'evals/weather.evalset.json:hot_day',
        }),
      })
    }
    selections.push(...(await filesBelow(path)).map((file) => ({ path: file, caseIds: [] })))
  }
  // A file that is named and also lies in a named folder is one dataset.
  const seen = new Map(selections.map((selection) => [resolve(cwd, selection.path), selection]))
  return selections.filter((selection) => seen.get(resolve(cwd, selection.path)) === selection)
}

/** Eval sets, evaluations in code, cases of `claude plugin eval`, and tasks of Harbor. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const { evalFilesBelow } = await import('./eval-files.ts')
  const { pluginEvalsIn } = await import('../../compose/evaluations/plugin/plugin-cases.ts')
  const { harborTasksIn } = await import('../../compose/evaluations/harbor/harbor-tasks.ts')
  const others = [await pluginEvalsIn(folder), await harborTasksIn(folder)]
  const inCode = [...(await evalFilesBelow(folder)), ...others.filter((file) => file !== undefined)]
  try {
    return [...(await evalSetsBelow(folder)), ...inCode]
  } catch (error) {
    if (inCode.length > 0 && error instanceof EvalError && error.code === 'format') return inCode
    throw error
  }
}

/** Expands patterns such as `**\/*.eval.ts` that the shell left as they are. */
async function expanded(operands: readonly string[], cwd: string): Promise<readonly string[]> {
  const files: string[] = []
  for (const operand of operands) {
    if (isPattern(operand, cwd)) files.push(...(await (await import('./eval-files.ts')).filesLike(operand, cwd)))
    else files.push(operand)
  }
  return files
}

export function isPattern(operand: string, cwd: string): boolean {
  return /[*?[{]/.test(operand) && !existsSync(resolve(cwd, operand))
}

const moduleEnding = /\.(ts|mts|js|mjs|cjs)$/i
const agentFiles = ['agent', 'index'].flatMap((name) =>
  ['ts', 'mts', 'js', 'mjs', 'cjs'].map((ending) => `${name}.${ending}`),
)

// Files by which `adk` recognizes an agent, even one without code.
const pythonFiles = ['agent.py', '__init__.py', 'root_agent.yaml']

/** Returns the module of the agent that a word names; undefined where it names a dataset. */
function agentIn(operand: string, cwd: string): string | undefined {
  if (operand.startsWith('adk:')) return operand
  const [path = ''] = operand.split('#')
  const place = resolve(cwd, path)
  if (isEvalFile(path)) return undefined
  if (moduleEnding.test(path)) return operand
  if (!isFolder(place)) return undefined
  const file = agentFiles.find((name) => statSync(join(place, name), { throwIfNoEntry: false })?.isFile() === true)
  if (file !== undefined) return join(place, file)
  if (!pythonFiles.some((name) => existsSync(join(place, name)))) return undefined
  throw new EvalError(
    'target',
    message('{folder} holds an agent in Python, which cannot run in this process', { folder: operand }),
    {
      hint: message('Start `adk api_server {folder}` and name it as the agent: {target}. See docs/targets.md.', {
        folder: dirname(place) === cwd ? '.' : dirname(operand.replace(/(?<![\\/])[\\/]+$/, '')),
        target: `adk:http://127.0.0.1:8000/${basename(place)}`,
      }),
    },
  )
}

/** ADK also accepts the id of a set in the agent's folder in place of a path. */
function setOf(operand: string, { cwd, folder }: { readonly cwd: string; readonly folder: string }): string {
  const { path, caseIds } = parseDatasetSelector(operand)
  const kept = join(folder, `${path}.evalset.json`)
  // Beside the agents, a folder may have the set's name.
  const isFile = statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isFile() === true
  if (isFile || !existsSync(resolve(cwd, kept))) return operand
  return caseIds.length === 0 ? kept : `${kept}:${caseIds.join(',')}`
}

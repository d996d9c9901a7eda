import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { EvalError, message } from '../../core/index.ts'
import { thrownStack } from '../../core/basics/thrown-stack.ts'
import { wayInside } from '../../files/path-inside.ts'
import { isCriteriaFile, isHarborTasks, isPluginEvals } from '../../settings/request-settings.ts'
import { importModule } from '../config/import-module.ts'
import { loadConfig, provideDotEnv } from '../config/load-config.ts'
import { isEvaluation, type EvaluationInCode, madeMeanwhile } from './evaluation.ts'

/**
 * Returns the evaluations that a file exports, by any name or in lists, or else those that it makes while loading.
 *
 * @throws {EvalError} `config` for a file that fails to load, has none, or has two of one name
 */
export async function loadEvaluations(file: string, cwd: string, named?: string): Promise<readonly EvaluationInCode[]> {
  const shown = wayInside(cwd, file) ?? file
  if (isHarborTasks(file)) {
    const { config } = await loadConfig({ cwd, named: isCriteriaFile(named) ? undefined : named })
    const { harborEvaluation } = await import('./harbor/harbor-evaluation.ts')
    return [await harborEvaluation(file, config.harbor)]
  }
  if (!existsSync(file)) throw new EvalError('usage', message('{file}: there is no such file', { file: shown }))
  provideDotEnv(cwd)
  if (isPluginEvals(file)) {
    const { pluginEvaluation } = await import('./plugin/plugin-evaluation.ts')
    return [await pluginEvaluation(basename(file) === 'evals' ? file : dirname(file))]
  }
  const made: EvaluationInCode[] = []
  const exports = await madeMeanwhile.run(made, () => imported(file, shown))
  if (made.length > 0) madeBy.set(exports, made)
  const exported = [...new Set(evaluationsIn([exports['default'], ...Object.values(exports)]))]
  const found = exported.length > 0 ? exported : (madeBy.get(exports) ?? [])
  if (found.length === 0) {
    throw new EvalError('config', message('{file} exports no evaluation', { file: shown }), {
      hint: message('Write {example}.', { example: "export default evaluation('weather', { agent, cases: […] })" }),
    })
  }
  const names = found.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice === undefined) return found
  throw new EvalError(
    'config',
    message('{file} has two evaluations with the name "{name}"', { file: shown, name: twice }),
    {
      hint: message('Runs are told apart by these names. Give one of the two another one.'),
    },
  )
}

// A cached module does not make its evaluations again.
const madeBy = new WeakMap<object, readonly EvaluationInCode[]>()

function evaluationsIn(values: readonly unknown[]): readonly EvaluationInCode[] {
  return values.flatMap((value) => {
    if (isEvaluation(value)) return [value]
    return Array.isArray(value) ? evaluationsIn(value) : []
  })
}

async function imported(file: string, shown: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await importModule(pathToFileURL(file).href, shown)
  } catch (error) {
    if (!(error instanceof EvalError) || error.cause === undefined) throw error
    const { cause } = error
    const at = placeIn(cause, file)
    if (at === undefined) throw error
    const { hint } = cause instanceof EvalError ? cause : error
    const problem = cause instanceof EvalError ? cause.message : String(cause)
    throw new EvalError('config', message('{file} cannot be loaded: {problem} ({at})', { file: shown, problem, at }), {
      cause,
      ...(hint !== undefined && { hint }),
    })
  }
}

const own = fileURLToPath(new URL('../..', import.meta.url))

/** Finds the line that threw in the project's code, or the line of a syntax error. */
function placeIn(error: unknown, file: string): string | undefined {
  const [frame = ''] = thrownStack(error, { own, root: process.cwd() })?.split('\n') ?? []
  const place = /(?<![^\s()])([^\s()]+:\d+(?::\d+)?)\)?$/.exec(frame.trim())?.[1]
  if (place !== undefined) return place
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const line = new RegExp(`${escaped(file)}:(\\d+)`).exec(stack)?.[1]
  return line === undefined ? undefined : `${wayInside(process.cwd(), file) ?? file}:${line}`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

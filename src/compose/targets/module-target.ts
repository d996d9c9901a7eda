import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Target, EvalError, message } from '../../core/index.ts'
import { importModule } from '../config/import-module.ts'
import type { Variant } from '../../settings/kind.ts'
import { agentsOfMastra, valueTarget } from './value-target.ts'
import { isVaried, variedAgent } from './varied-agent.ts'

/**
 * Makes a target of a module's export: a function, a target, or an agent of a framework. `reference` is `./agent.ts` or
 * `./agent.ts#name`. Without a name, the usual names of agents are tried first, and then any other export that is an
 * agent of a framework.
 *
 * @throws {EvalError} `target` or `config` when there is none, or when there are several
 */
export async function moduleTarget(reference: string, { folder, clock, variant }: ModulePlace): Promise<Target> {
  const [path = '', name] = reference.split('#')
  const file = resolve(folder, path)
  if (/\.pyw?$/i.test(file)) throw isPython(path)
  const module = await importModule(pathToFileURL(file).href, file)
  const exports = exportsOf(module)
  const options = { file, name: reference, clock }
  const candidates = await candidatesIn(exports, name, variant)
  for (const candidate of candidates) {
    const target = await valueTarget(candidate, options)
    if (target !== undefined) return target
  }
  const others = name === undefined ? await otherAgents(exports) : []
  const found = new Map<string, Target>()
  for (const [other, value] of others) {
    const target = await valueTarget(value, options)
    if (target !== undefined) found.set(other, target)
  }
  if (found.size > 1) throw severalAgents(path, [...found.keys()])
  for (const target of found.values()) return target
  if (candidates.length > 0) throw exportsNoAgent(reference)
  throw exportsNothing(file, { path, name, names: Object.keys(exports) })
}

type ModulePlace = {
  readonly folder: string
  readonly clock: () => Date
  readonly variant?: Variant | undefined
}

type ModuleTargetExports = Readonly<Record<string, unknown>>

const usualNames = ['default', 'agent', 'rootAgent', 'app', 'graph', 'mastra']

async function candidatesIn(exports: ModuleTargetExports, name: string | undefined, variant: Variant | undefined) {
  if (name === undefined && (variant !== undefined || usualCandidates(exports).length === 0) && isVaried(exports))
    return [await variedAgent(exports, variant)]
  return name === undefined ? usualCandidates(exports) : namedCandidates(exports, name)
}

export async function moduleVary(reference: string, folder: string): Promise<Variant | undefined> {
  const file = resolve(folder, reference)
  if (!existsSync(file)) return undefined
  const exports = exportsOf(await importModule(pathToFileURL(file).href, file))
  return isVaried(exports) ? exports.vary : undefined
}

/** CommonJS modules have all exports in their default export. */
function exportsOf(module: ModuleTargetExports): ModuleTargetExports {
  const { default: whole } = module
  return isPlain(whole) && !('open' in whole) ? { ...whole, ...module } : module
}

function usualCandidates(exports: ModuleTargetExports): readonly unknown[] {
  return usualNames.flatMap((name) => {
    const value = exports[name]
    // A function of this name is more likely a server.
    return value === undefined || (name === 'app' && typeof value === 'function') ? [] : value
  })
}

async function namedCandidates(exports: ModuleTargetExports, name: string): Promise<readonly unknown[]> {
  if (exports[name] !== undefined) return [exports[name]]
  const agents = await Promise.all(Object.values(exports).map(agentsOfMastra))
  const isMeant = ([key, agent]: readonly [string, unknown]) =>
    [key, Reflect.get(Object(agent), 'id'), Reflect.get(Object(agent), 'name')].includes(name)
  return agents.flatMap((some) => Object.entries(some).find(isMeant)?.[1] ?? [])
}

/** Finds agents of Mastra, else objects under any other name. Functions are left out, since they may be anything. */
async function otherAgents(exports: ModuleTargetExports): Promise<readonly (readonly [string, unknown])[]> {
  const ofMastra = await Promise.all(Object.values(exports).map(agentsOfMastra))
  if (ofMastra.some((agents) => Object.keys(agents).length > 0))
    return ofMastra.flatMap((agents) => Object.entries(agents))
  const others = Object.entries(exports).filter(([name]) => !usualNames.includes(name))
  const objects = others.filter(([, value]) => typeof value === 'object')
  return objects.filter(([, value], at) => objects.findIndex(([, other]) => other === value) === at)
}

function isPlain(value: unknown): value is ModuleTargetExports {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function isPython(path: string): EvalError {
  return new EvalError('target', message('{file} is a Python program, and is asked as a command', { file: path }), {
    hint: message('Write {target}; it reads a line of JSON for each message and prints its answer.', {
      target: `command:python3 ${path}`,
    }),
  })
}

function severalAgents(path: string, names: readonly string[]): EvalError {
  return new EvalError(
    'target',
    message('{file} has several agents: {names}', { file: path, names: names.join(', ') }),
    {
      hint: message('Name one behind the file: {target}', { target: `${path}#${names[0] ?? 'agent'}` }),
    },
  )
}

function exportsNothing(
  file: string,
  {
    path,
    name,
    names,
  }: { readonly path: string; readonly name: string | undefined; readonly names: readonly string[] },
): EvalError {
  const problem =
    name === undefined
      ? message('{file} does not export an agent', { file })
      : message('{file} does not export {name}', { file, name })
  if (names.length === 0) {
    return new EvalError('config', problem, {
      hint: message('It exports nothing. Write export before the agent: export const agent = …'),
    })
  }
  const values = { names: names.join(', '), target: `${path}#${names[0] ?? ''}` }
  return new EvalError('config', problem, {
    hint: message('It exports: {names}. One of them is named behind the file: {target}', values),
  })
}

function exportsNoAgent(reference: string): EvalError {
  return new EvalError(
    'target',
    message('{target} exports neither a function, nor a target, nor an agent of a framework that is known here', {
      target: reference,
    }),
    { hint: whatIsKnown },
  )
}

const whatIsKnown = message(
  'Export a function (message, context) => answer, something made by functionTarget, httpTarget or commandTarget, or an agent of the AI SDK, OpenAI Agents, ADK, LangChain, LangGraph, Mastra or Strands.',
)

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Target } from '../../core/index.ts'
import { EvalError, message } from '../../core/index.ts'
import type { FunctionAgent } from '../../targets/index.ts'
import type { Project } from '../../targets/frameworks/framework.ts'
import { importModule } from '../config/import-module.ts'
import { projectOf } from '../config/project-of.ts'

/**
 * What a module exports as a target: a function, a target, or an agent of a framework as its own quick start writes it.
 * `reference` is `./agent.ts` or `./agent.ts#name`; without a name, those that agents usually have are tried.
 *
 * @throws {EvalError} `target` or `config` when there is none
 */
export async function moduleTarget(reference: string, { folder, clock }: ModulePlace): Promise<Target> {
  const [path = '', name] = reference.split('#')
  const file = resolve(folder, path)
  if (/\.pyw?$/i.test(file)) throw isPython(path)
  const module = await importModule(pathToFileURL(file).href, file)
  const project = projectOf(file)
  const candidates = await candidatesIn(module, name)
  for (const candidate of candidates) {
    const target = await targetFrom(candidate, project, { name: reference, clock })
    if (target !== undefined) return target
  }
  if (candidates.length > 0) throw exportsNoAgent(reference)
  throw new EvalError('config', message('{file} does not export {name}', { file, name: name ?? 'default' }), {
    hint: message('It exports: {names}.', { names: Object.keys(module).join(', ') || '–' }),
  })
}

type ModulePlace = {
  readonly folder: string
  /** Says when an exchange began. */
  readonly clock: () => Date
}

type Exports = Readonly<Record<string, unknown>>
type Candidate = { readonly value: unknown; readonly name: string }

/** Names under which agents are exported, in the order in which they count. */
const defaultNames = ['default', 'agent', 'rootAgent', 'app', 'graph', 'mastra']

async function candidatesIn(module: Exports, name: string | undefined): Promise<readonly Candidate[]> {
  if (name !== undefined) {
    const value = module[name] ?? (await agentsOfMastra(module['mastra']))[name]
    return value === undefined ? [] : [{ value, name: 'default' }]
  }
  // CommonJS has everything in its default export.
  const { default: whole } = module
  const inside = isPlain(whole) && !('open' in whole) ? whole : {}
  const named = [module, inside].flatMap((exports) =>
    defaultNames.flatMap((exportName) =>
      exports[exportName] === undefined ? [] : { value: exports[exportName], name: exportName },
    ),
  )
  const agents = await Promise.all(
    named.map(async ({ value }) =>
      Object.values(await agentsOfMastra(value)).map((agent) => ({ value: agent, name: 'mastra' })),
    ),
  )
  const ofMastra = agents.flat()
  if (named.length > 0 && named.every(({ name: exportName }) => exportName === 'mastra') && ofMastra.length > 1) {
    throw severalAgents(Object.keys(await agentsOfMastra(named[0]?.value)))
  }
  return [...named, ...ofMastra]
}

async function targetFrom(
  { value, name }: Candidate,
  project: Project,
  options: { readonly name: string; readonly clock: () => Date },
): Promise<Target | undefined> {
  if (typeof value === 'function') {
    // A function of these names is more likely a server, or a class.
    if (['app', 'rootAgent', 'mastra'].includes(name)) return undefined
    const { frameworkFunctionTarget } = await import('../../targets/frameworks/framework-function-target.ts')
    const { withCapture } = await import('../../targets/with-capture.ts')
    return withCapture(frameworkFunctionTarget(value as FunctionAgent, project, options)) // what it returns is checked at each reply
  }
  if (typeof value !== 'object' || value === null) return undefined
  if ('open' in value) {
    const { checkedTarget } = await import('../../targets/checked-target.ts')
    const { withCapture } = await import('../../targets/with-capture.ts')
    return withCapture(checkedTarget(value as Target)) // what it says is checked at each exchange
  }
  const { knownAgent } = await import('../../targets/frameworks/known-frameworks.ts')
  const agent = await knownAgent(value, project)
  if (agent === undefined) return undefined
  const { frameworkTarget } = await import('../../targets/frameworks/framework-target.ts')
  return frameworkTarget(agent, options)
}

async function agentsOfMastra(value: unknown): Promise<Exports> {
  if (typeof value !== 'object' || value === null || !('listAgents' in value) || !('getAgent' in value)) return {}
  return typeof value.listAgents === 'function' ? { ...(await value.listAgents()) } : {}
}

function isPlain(value: unknown): value is Exports {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function isPython(path: string): EvalError {
  return new EvalError('target', message('{file} is a Python program, and is asked as a command', { file: path }), {
    hint: message('Write {target}; it reads a line of JSON for each message and prints its answer.', {
      target: `command:python3 ${path}`,
    }),
  })
}

function severalAgents(names: readonly string[]): EvalError {
  return new EvalError('target', message('Mastra has several agents: {names}', { names: names.join(', ') }), {
    hint: message('Name one behind the file: ./mastra/index.ts#{name}', { name: names[0] ?? 'agent' }),
  })
}

function exportsNoAgent(reference: string): EvalError {
  return new EvalError(
    'target',
    message('{target} exports neither a function, nor a target, nor an agent of a framework that is known here', {
      target: reference,
    }),
    {
      hint: message(
        'Export a function (message, context) => answer, something made by functionTarget, httpTarget or commandTarget, or an agent of the AI SDK, OpenAI Agents, ADK, LangChain, LangGraph, Mastra or Strands.',
      ),
    },
  )
}

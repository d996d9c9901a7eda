import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** The part of an `*.eval.ts` file that can affect the answers of one of its agents. */
export type AgentCode = {
  readonly code: string
  /** Specifiers of modules that only the removed code imports. */
  readonly leftOut: readonly string[]
}

type AgentCodeAgent = { readonly evaluation: string; readonly arm: string | undefined }

/** The only settings through which code affects an answer; all others are compared as values. */
const ofAgent = new Set(['agent', 'task', 'arms', 'matrix', 'agentFor', 'tools'])

/**
 * Returns the code of an evaluation's agent: the file without cases, metrics and other settings, without other
 * evaluations and arms, and without code that only those use. When in doubt code stays, which costs one unnecessary
 * call of the agent.
 */
export async function agentCode(file: string, agent: AgentCodeAgent): Promise<AgentCode> {
  const source = readFileSync(file, 'utf8')
  const { createJiti } = await import('jiti')
  const leftOut: string[] = []
  const plugin = { visitor: { Program: (program: ProgramPath) => leftOut.push(...strip(program, agent)) } }
  const code = createJiti(file, { fsCache: false }).transform({
    source,
    filename: file,
    ts: /\.[mc]?tsx?$/.test(file),
    jsx: file.endsWith('x'),
    async: true,
    retainLines: false,
    babel: { retainLines: false, compact: true, comments: false, plugins: [() => plugin] },
  })
  if (code.includes('__JITI_ERROR__')) return { code: source, leftOut: [] }
  return { code, leftOut: leftOut.filter((name) => !code.includes(basename(name))) }
}

type Node = { readonly type: string; readonly [key: string]: unknown }
type Path = { readonly node: Node; readonly parentPath: Path; readonly remove: () => void }
type Binding = { readonly path: Path; readonly referenced: boolean; readonly constant: boolean }
type Scope = { readonly bindings: Readonly<Record<string, Binding>>; readonly crawl: () => void }
type ProgramPath = {
  readonly scope: Scope
  readonly traverse: (visitor: { readonly CallExpression: (call: Path) => void }) => void
}

/** @returns the modules whose imports are no longer used */
function strip(program: ProgramPath, agent: AgentCodeAgent): readonly string[] {
  const { scope } = program
  const used = new Set(Object.keys(scope.bindings).filter((name) => scope.bindings[name]?.referenced === true))
  program.traverse({
    CallExpression({ node }) {
      if (!isNode(node['callee']) || !isEvaluationCall(node['callee'], scope)) return
      const [name, settings] = nodesOf(node['arguments'])
      if (name !== undefined && settings?.type === 'ObjectExpression') stripSettings(name, settings, agent)
    },
  })
  const leftOut: string[] = []
  let isDone = false
  while (!isDone) {
    scope.crawl()
    const idle = Object.entries(scope.bindings).filter(
      ([name, { referenced, constant }]) => !referenced && constant && used.delete(name),
    )
    for (const [, binding] of idle) leftOut.push(...remove(binding.path))
    isDone = idle.length === 0
  }
  return leftOut
}

function isEvaluationCall(callee: Node, { bindings }: Scope): boolean {
  const { name } = callee
  if (callee.type !== 'Identifier' || typeof name !== 'string') return false
  const path = Object.hasOwn(bindings, name) ? bindings[name]?.path : undefined
  if (path?.node.type !== 'ImportSpecifier') return false
  return nameOf(path.node['imported']) === 'evaluation' && sourceOf(path.parentPath.node) === 'shinsa/testing'
}

function stripSettings(name: Node, settings: Node, { evaluation, arm }: AgentCodeAgent): void {
  const isOther = name.type === 'StringLiteral' && name['value'] !== evaluation
  keepProperties(settings, (key) => !isOther && ofAgent.has(key))
  if (arm === undefined) return
  for (const { key, value } of nodesOf(settings['properties'])) {
    if (nameOf(key) === 'arms' && isNode(value)) keepProperties(value, (other) => other === arm)
  }
}

function keepProperties(object: Node, isKept: (key: string) => boolean): void {
  if (object.type !== 'ObjectExpression') return
  const properties = nodesOf(object['properties']).filter((property) => {
    const key = property['computed'] === true ? undefined : nameOf(property['key'])
    return key === undefined || isKept(key)
  })
  Object.assign(object, { properties })
}

/** @returns the module whose last import was removed */
function remove(path: Path): readonly string[] {
  const { node, parentPath } = path
  if (parentPath.node.type === 'ImportDeclaration') {
    const source = sourceOf(parentPath.node)
    const isLast = nodesOf(parentPath.node['specifiers']).length === 1
    ;(isLast ? parentPath : path).remove()
    return isLast && source !== undefined ? [source] : []
  }
  const isVariable = node.type === 'VariableDeclarator' && isNode(node['id']) && node['id'].type === 'Identifier'
  if (isVariable || node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') path.remove()
  return []
}

function sourceOf({ source }: Node): string | undefined {
  return isNode(source) && typeof source['value'] === 'string' ? source['value'] : undefined
}

function nameOf(key: unknown): string | undefined {
  if (!isNode(key)) return undefined
  const name = key.type === 'Identifier' ? key['name'] : key['value']
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined
}

function nodesOf(list: unknown): readonly Node[] {
  return Array.isArray(list) ? list.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

import type { Serve } from '../framework.ts'
import { another, copyWith, fieldOf, hasMethods, listField, textField } from '../shape.ts'

/** The nodes of a graph that run tools: name, node, and what runs in it. */
export function toolNodes(graph: unknown): readonly (readonly [string, object, object])[] {
  return Object.entries(Object(fieldOf(graph, 'nodes'))).flatMap(([name, node]) => {
    const bound = fieldOf(node, 'bound')
    return listField(bound, 'tools').length > 0 ? [[name, Object(node), Object(bound)] as const] : []
  })
}

/** A copy of an agent or of a graph, with copies of its tools. */
export function servedCopy(exported: object, options: unknown, serve: Serve): unknown {
  const served = (tools: readonly unknown[]) => tools.map((tool) => servedTool(tool, serve))
  if (options !== undefined)
    return another(exported, { ...Object(options), tools: served(listField(options, 'tools')) })
  const nodes = toolNodes(exported).map(([name, node, bound]) => {
    const { name: called, tags, handleToolErrors } = Object(bound)
    const again = another(bound, served(listField(bound, 'tools')), { name: called, tags, handleToolErrors })
    return [name, copyWith(node, { bound: again })]
  })
  return copyWith(exported, { nodes: { ...Object(fieldOf(exported, 'nodes')), ...Object.fromEntries(nodes) } })
}

function servedTool(tool: unknown, serve: Serve): unknown {
  if (!hasMethods(tool, '_call')) return tool
  const name = textField(tool, 'name') ?? ''
  const call = (input: unknown, ...rest: unknown[]) => {
    const args = typeof input === 'string' ? { input } : input
    return serve(name, args, (given) => tool['_call'](typeof input === 'string' ? given['input'] : given, ...rest))
  }
  return copyWith(tool, { ['_call']: call })
}

import { type SpanNode, isWork, withDescendants } from './span-tree.ts'

/** The spans that form one exchange with an agent, usually one root and its descendants. */
export type TurnRoots = readonly [SpanNode, ...SpanNode[]]

/** Returns the topmost spans of agents' work; each is an exchange or a part of one. */
export function turnRoots(trees: readonly SpanNode[]): readonly SpanNode[] {
  return trees.flatMap(rootsIn)
}

function rootsIn(top: SpanNode): readonly SpanNode[] {
  const working = withDescendants(top).filter(({ meaning }) => isWork(meaning.operation))
  if (working.length === 0) return []
  // Walks from the top; frames without meaning of their own are searched inside.
  const left = [top]
  const roots: SpanNode[] = []
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (isRoot(node)) roots.push(node)
    else left.push(...node.children.toReversed())
  }
  return roots.length > 1 && isOneExchange(top, roots) ? [top] : roots
}

function isRoot(node: SpanNode): boolean {
  const { operation } = node.meaning
  if (operation === 'other') return false
  return operation !== 'workflow' || withDescendants(node).some(({ meaning }) => isWork(meaning.operation))
}

/** A frame around model or tool calls is a hand-written agent; around several agents it is a script or a request. */
function isOneExchange(top: SpanNode, roots: readonly SpanNode[]): boolean {
  if (roots.some(({ meaning }) => meaning.operation === 'model' || meaning.operation === 'tool')) return true
  const { attributes } = top.span
  return ['http.route', 'http.target', 'url.path', 'rpc.method'].some((name) => attributes[name] !== undefined)
}

import { type SpanNode, withDescendants } from './span-tree.ts'

/** The spans that one exchange with an agent is made of: usually one root and what it encloses. */
export type TurnRoots = readonly [SpanNode, ...SpanNode[]]

/** The topmost spans of an agent's work within trees: each is an exchange, or a piece of one. */
export function turnRoots(trees: readonly SpanNode[]): readonly SpanNode[] {
  return trees.flatMap(rootsIn)
}

function rootsIn(top: SpanNode): readonly SpanNode[] {
  const working = withDescendants(top).filter(({ meaning }) => isWork(meaning.operation))
  if (working.length === 0) return []
  // From the top down; a frame that says nothing of itself is looked into.
  const left = [top]
  const roots: SpanNode[] = []
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (isRoot(node)) roots.push(node)
    else left.push(...node.children.toReversed())
  }
  return roots.length > 1 && isOneExchange(top, roots) ? [top] : roots
}

function isWork(operation: string): boolean {
  return operation === 'agent' || operation === 'model' || operation === 'tool'
}

function isRoot(node: SpanNode): boolean {
  const { operation } = node.meaning
  if (operation === 'other') return false
  return operation !== 'workflow' || withDescendants(node).some(({ meaning }) => isWork(meaning.operation))
}

/** A frame around calls of models or of tools is a hand-written agent; around several agents it is a script, or a request. */
function isOneExchange(top: SpanNode, roots: readonly SpanNode[]): boolean {
  if (roots.some(({ meaning }) => meaning.operation === 'model' || meaning.operation === 'tool')) return true
  const { attributes } = top.span
  return ['http.route', 'http.target', 'url.path', 'rpc.method'].some((name) => attributes[name] !== undefined)
}

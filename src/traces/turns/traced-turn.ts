import type { AgentDetails, Content, Invocation } from '../../core/index.ts'
import { defined } from '../dialects/attributes.ts'
import { finalResponseOf } from './final-response.ts'
import { endOf, withDescendants } from './span-tree.ts'
import type { SpanNode } from './span-tree.ts'
import { authorOf, trajectoryOf } from './trajectory.ts'
import { modelCallsIn } from './model-calls.ts'
import { totalUsage } from './total-usage.ts'
import type { TurnRoots } from './turn-roots.ts'

/** One exchange, from the spans below its roots. */
export type TracedTurn = {
  readonly invocation: Invocation
  readonly traceId: string
  readonly spanId: string
  /** What the root says of its end, where that was an error and nothing was answered. */
  readonly error?: string
}

/** The exchange that roots and what they enclose tell of; `given` is known of it otherwise. */
export function tracedTurn(roots: TurnRoots, given?: Pick<Invocation, 'userContent' | 'finalResponse'>): TracedTurn {
  const [root] = roots
  const nodes = roots
    .flatMap((one) => withDescendants(one))
    .toSorted((one, other) => one.span.startedAt - other.span.startedAt)
  const models = modelCallsIn(nodes)
  const userContent =
    given?.userContent ??
    userContentOf([
      ...[...roots, ...nodes.filter(isAskedAgent)].map(({ meaning }) => meaning.input ?? []),
      ...models.map(({ input }) => input),
    ])
  const events = trajectoryOf(nodes, models, { userContent, roots })
  const { finalResponse, steps } = finalResponseOf(roots, events, given?.finalResponse)
  const usage = totalUsage(nodes, models)
  const end = Math.max(...roots.map(endOf))
  const error =
    finalResponse === undefined ? roots.findLast(({ span }) => span.error !== undefined)?.span.error : undefined
  return {
    invocation: defined({
      userContent,
      finalResponse,
      steps: { form: 'events' as const, events: [...steps] },
      agents: agentsIn(nodes, models),
      createdAt: root.span.startedAt / 1000,
      durationSeconds: (end - root.span.startedAt) / 1000,
      modelCalls: models.length === 0 ? undefined : models.length,
      usage,
    }),
    traceId: root.span.traceId,
    spanId: root.span.spanId,
    ...(error === undefined ? {} : { error }),
  }
}

/** An agent that was given its task by a frame around it, such as a crew; what one asks of another comes from a tool or a model. */
function isAskedAgent({ meaning, parent }: SpanNode): boolean {
  for (let above = parent; above !== undefined; above = above.parent)
    if (['agent', 'model', 'tool'].includes(above.meaning.operation)) return false
  return meaning.operation === 'agent'
}

/** What the user said last, by the root, by the first agent, or by the history that the first model had. */
function userContentOf(histories: readonly (readonly Content[])[]): Content {
  for (const input of histories) {
    const last = input.findLastIndex(isUsers)
    if (last < 0) continue
    const first = input.slice(0, last).findLastIndex((content) => !isUsers(content)) + 1
    return { role: 'user', parts: input.slice(first, last + 1).flatMap(({ parts }) => parts ?? []) }
  }
  return { role: 'user', parts: [] }
}

function isUsers({ role, parts = [] }: Content): boolean {
  return role === 'user' && parts.some(({ text, media }) => Boolean(text) || media !== undefined)
}

function agentsIn(
  nodes: readonly SpanNode[],
  models: ReturnType<typeof modelCallsIn>,
): Record<string, AgentDetails> | undefined {
  const agents = new Map<string, AgentDetails>()
  const said = [
    ...nodes.filter(({ meaning }) => meaning.operation === 'agent').map((node) => ({ node, meaning: node.meaning })),
    ...models,
  ]
  for (const { node, meaning } of said) {
    const name = authorOf(node)
    const before = agents.get(name)
    const instructions = before?.instructions || meaning.instructions || ''
    const toolDeclarations = before?.toolDeclarations?.length
      ? before.toolDeclarations
      : [...(meaning.toolDeclarations ?? [])]
    if (instructions !== '' || toolDeclarations.length > 0) agents.set(name, { name, instructions, toolDeclarations })
  }
  return agents.size === 0 ? undefined : Object.fromEntries(agents)
}

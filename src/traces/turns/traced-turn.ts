import type { Usage, AgentDetails, AgentEvent, Content, Invocation, Provenance } from '../../core/index.ts'
import { type ModelCall, modelCallsIn } from './model-calls.ts'
import { type SpanNode, endOf, findAbove, isWithin, isWork, withDescendants, workAbove } from './span-tree.ts'
import { addUsage } from '../../messages/counted-tokens.ts'
import { defined } from '../dialects/attributes.ts'
import { finalResponseOf, hasCall } from './final-response.ts'
import { authorOf, trajectoryOf } from './trajectory.ts'
import type { TurnRoots } from './turn-roots.ts'

export type TracedTurn = ReturnType<typeof tracedTurn>

/** Builds the exchange from its roots and their descendants; `given` is known from elsewhere. */
export function tracedTurn(roots: TurnRoots, given?: Pick<Invocation, 'userContent' | 'finalResponse'>) {
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
  const { finalResponse, steps, finishReason } = finalResponseOf(roots, { events, models }, given?.finalResponse)
  const usage = totalUsage(nodes, models)
  const dollars = totalDollars(nodes, models)
  const agents = agentsIn(nodes, models)
  const end = Math.max(...roots.map(endOf))
  const isCut = finalResponse === undefined && roots.some(({ span }) => span.endedAt === undefined)
  const error =
    finalResponse === undefined ? roots.findLast(({ span }) => span.error !== undefined)?.span.error : undefined
  return {
    invocation: defined({
      userContent,
      finalResponse,
      steps: { form: 'events' as const, events: [...steps] },
      agents,
      createdAt: root.span.startedAt / 1000,
      durationSeconds: (end - root.span.startedAt) / 1000,
      modelCalls: models.length === 0 ? undefined : models.length,
      usage,
      dollars,
      finishReason,
      citations: retrievedIn(nodes),
      provenance: {
        ...provenanceOf(nodes, { models, steps, agents, usage, dollars, finishReason }),
        ...(isCut && { brokenOff: true }),
        ...(usage !== undefined && models.some(isUncounted) && { partialUsage: true }),
        ...(finalResponse === undefined && (isCut || !tellEnd(roots, models)) && { answerUnknown: true }),
      },
    }),
    traceId: root.span.traceId,
    spanId: root.span.spanId,
    ...(error === undefined ? {} : { error }),
  }
}

/** What retrievers found, which the answer rests on; unknown where none of them tells. */
function retrievedIn(nodes: readonly SpanNode[]): Invocation['citations'] {
  const told = nodes.flatMap(({ meaning }) => meaning.documents ?? [])
  return nodes.some(({ meaning }) => meaning.documents !== undefined)
    ? [...new Set(told)].map((text, index) => ({ id: String(index + 1), text }))
    : undefined
}

/** An agent that received its task from a frame, such as a crew, and not from another agent, a tool or a model. */
function isAskedAgent(node: SpanNode): boolean {
  return node.meaning.operation === 'agent' && workAbove(node) === undefined
}

/** Finds the user's last message in the root, in the first agent, or in the history of the first model call. */
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

function agentsIn(nodes: readonly SpanNode[], models: readonly ModelCall[]): Record<string, AgentDetails> | undefined {
  const agents = new Map<string, AgentDetails>()
  const said = [
    ...nodes.filter(({ meaning }) => meaning.operation === 'agent').map((node) => ({ node, meaning: node.meaning })),
    ...models,
  ]
  for (const { node, meaning } of said) {
    const name = authorOf(node)
    const before = agents.get(name)
    const details = defined({
      name,
      instructions: before?.instructions ?? meaning.instructions,
      toolDeclarations: before?.toolDeclarations ?? meaning.toolDeclarations?.slice(),
    })
    if (Object.keys(details).length > 1) agents.set(name, details)
  }
  return agents.size === 0 ? undefined : Object.fromEntries(agents)
}

type TracedTurnDetails = Pick<Invocation, 'agents' | 'usage' | 'dollars' | 'finishReason'> & {
  readonly models: readonly ModelCall[]
  readonly steps: readonly AgentEvent[]
}

/** Values from spans are observed; tool calls count as known only when the spans would show them. */
function provenanceOf(
  nodes: readonly SpanNode[],
  { models, steps, agents, usage, dollars, finishReason }: TracedTurnDetails,
): Provenance {
  const details = Object.values(agents ?? {})
  const isTold = nodes.some(({ meaning }) => meaning.operation === 'tool') || steps.some(hasCall) || tellCalls(models)
  return defined({
    toolCalls: isTold ? ('observed' as const) : ('unknown' as const),
    instructions: observed(details.some(({ instructions }) => instructions !== undefined)),
    toolDeclarations: observed(details.some(({ toolDeclarations }) => toolDeclarations !== undefined)),
    usage: observed(usage !== undefined || steps.some((event) => event.usage !== undefined)),
    cost: observed(dollars !== undefined),
    finishReason: observed(finishReason !== undefined),
    listener: listenersIn(nodes),
  })
}

/** Tells whether a root or the last model call recorded any output, so that an answer would be there. */
function tellEnd(roots: TurnRoots, models: readonly ModelCall[]): boolean {
  const last = models.toSorted((one, other) => one.endedAt - other.endedAt).at(-1)
  return roots.some(({ meaning }) => meaning.output !== undefined) || (last !== undefined && saysSomething(last))
}

/** A model's output or finish reason shows whether it called a tool. */
function tellCalls(models: readonly ModelCall[]): boolean {
  if (models.some((call) => call.meaning.finishReason === 'tool-calls')) return false
  return models.some((call) => saysSomething(call) || call.meaning.finishReason === 'stop')
}

function saysSomething({ output }: ModelCall): boolean {
  return output.some(({ parts }) => parts !== undefined && parts.length > 0)
}

function observed(isKnown: boolean): 'observed' | undefined {
  return isKnown ? 'observed' : undefined
}

function listenersIn(nodes: readonly SpanNode[]): string | undefined {
  const named = nodes
    .filter(({ meaning }) => isWork(meaning.operation))
    .flatMap(({ meaning }) => meaning.listener ?? [])
  return named.length === 0 ? undefined : [...new Set(named)].join(', ')
}

/**
 * Sums the tokens of all model calls; a call without counts takes those of the enclosing span, else the topmost spans
 * count.
 */
function totalUsage(nodes: readonly SpanNode[], models: readonly ModelCall[]): Usage | undefined {
  const own = models.filter(({ meaning }) => meaning.usage !== undefined)
  const frames = models
    .filter(({ meaning }) => meaning.usage === undefined)
    .flatMap(({ node }) => findAbove(node, counts) ?? [])
  const around = [...new Set(frames)].filter((frame) => !own.some(({ node }) => isWithin(node, frame)))
  const counted = [...own, ...around].flatMap(({ meaning }) => meaning.usage ?? [])
  return addUsage(counted.length > 0 ? counted : topmost(nodes, counts).flatMap(({ meaning }) => meaning.usage ?? []))
}

function isUncounted({ node, meaning }: ModelCall): boolean {
  return meaning.usage === undefined && findAbove(node, counts) === undefined
}

/** Sums the cost of all model calls, or else of the spans around them; undefined when a part of it is unknown. */
function totalDollars(nodes: readonly SpanNode[], models: readonly ModelCall[]): number | undefined {
  const isTold = models.some(({ meaning }) => meaning.dollars !== undefined)
  const frames = topmost(nodes, isPaid)
  const isCovered = models.every(({ node }) => frames.some((frame) => isWithin(node, frame)))
  const dollars = (isTold ? models : isCovered ? frames : []).map(({ meaning }) => meaning.dollars)
  const known = dollars.filter((one) => one !== undefined)
  return known.length > 0 && known.length === dollars.length ? known.reduce((sum, one) => sum + one, 0) : undefined
}

function counts({ meaning }: SpanNode): boolean {
  return meaning.usage !== undefined
}

function isPaid({ meaning }: SpanNode): boolean {
  return meaning.dollars !== undefined
}

function topmost(nodes: readonly SpanNode[], test: (node: SpanNode) => boolean): readonly SpanNode[] {
  return nodes.filter((node) => test(node) && findAbove(node, test) === undefined)
}

import { parsedJson } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { toldInRequest } from '../frameworks/adk/adk-request.ts'
import type { ReplyFields } from '../reply/reply.ts'
import { adkField } from './adk-api.ts'
import type { AdkApp } from './adk-app.ts'

export type Agents = NonNullable<ReplyFields['agents']>

export type DescribedApp = {
  readonly root?: string | undefined
  readonly agents: Agents
  /** True when the instructions are included. */
  readonly isWhole: boolean
}

/** Returns the description of an app before it runs: complete by Python's servers, only names by TypeScript's. */
export async function describedApp({ api, app }: AdkApp, signal: AbortSignal): Promise<DescribedApp> {
  const name = encodeURIComponent(app)
  // A server without a description (older, or with a root that is no LLM agent) still runs the agent.
  const told = async (path: string) => api.ask(path, { signal }).catch(() => undefined)
  const info = adkField(await told(`/apps/${name}/app-info`), 'agents')
  if (isObject(info)) {
    const agents = Object.entries(info).map(([agent, about]) => [agent, detailsOf(about)])
    return { root: Object.keys(info)[0], agents: Object.fromEntries(agents), isWhole: true }
  }
  const root = adkField(await told(`/dev/apps/${name}/build_graph`), 'rootAgent')
  return { root: textOf(adkField(root, 'name')) || undefined, agents: Object.fromEntries(inTree(root)), isWhole: false }
}

/**
 * Reads the instructions of agents from the spans that a development server keeps of a session. `authors` maps the ids
 * of its events to their authors.
 */
export async function tracedAgents(
  { api, app }: AdkApp,
  { session, authors, signal }: { session: string; authors: ReadonlyMap<string, string>; signal: AbortSignal },
): Promise<Agents> {
  const path = `/debug/trace/session/${encodeURIComponent(session)}`
  const asked = async (from: string) => api.ask(`${from}${path}`, { signal }).catch(() => undefined)
  const spans = (await asked('')) ?? (await asked(`/dev/apps/${encodeURIComponent(app)}`))
  const agents = (Array.isArray(spans) ? spans : []).flatMap((span) => {
    const attributes = adkField(span, 'attributes')
    // The text of a span may be truncated.
    const request = parsedJson(String(adkField(attributes, 'gcp.vertex.agent.llm_request')))
    const name = adkField(attributes, 'gen_ai.agent.name') ?? authors.get(textOf(adkField(attributes, eventId)))
    if (adkField(request, 'config') === undefined || typeof name !== 'string') return []
    return [[name, toldInRequest(request)] as const]
  })
  return Object.fromEntries(agents)
}

const eventId = 'gcp.vertex.agent.event_id'

function detailsOf(about: unknown): Agents[string] {
  return {
    instructions: settled(adkField(about, 'instruction')),
    toolDeclarations: declarationsIn(adkField(about, 'tools')),
  }
}

function inTree(agent: unknown): [string, Agents[string]][] {
  const name = adkField(agent, 'name')
  const others = adkField(agent, 'subAgents')
  if (typeof name !== 'string') return []
  const below = Array.isArray(others) ? others.flatMap(inTree) : []
  const tools = adkField(agent, 'tools')
  const names = (Array.isArray(tools) ? tools : []).flatMap((tool) => textOf(adkField(tool, 'name')) || [])
  return [[name, { instructions: settled(adkField(agent, 'instruction')), toolDeclarations: names }], ...below]
}

function declarationsIn(tools: unknown): unknown[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool) => {
    const functions = adkField(tool, 'functionDeclarations')
    return Array.isArray(functions) ? functions : [tool]
  })
}

/** Undefined for functions, and for text with braces, which the session fills in at each call of the model. */
function settled(instruction: unknown): string | undefined {
  const parts = adkField(instruction, 'parts')
  const text = Array.isArray(parts) ? parts.map((part) => textOf(adkField(part, 'text'))).join('\n') : instruction
  return typeof text === 'string' && !/\{[^{}]+\}/.test(text) ? text : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

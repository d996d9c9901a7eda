import type { JsonObject } from '../../core/index.ts'
import { isObject } from '../../core/basics/is-object.ts'
import { excerpt } from '../excerpt.ts'

type AcpUpdatesCall = { readonly id: string; told: JsonObject; readonly isContinued: boolean }
/** Calls by their ids. */
type AcpCalls = ReadonlyMap<string, AcpUpdatesCall>
type AcpUpdatesStep =
  | { readonly kind: 'text' | 'thought'; text: string }
  | { readonly kind: 'call'; readonly call: AcpUpdatesCall }

/** @param earlier calls of earlier exchanges that go on */
export function acpUpdates(author: string, earlier: AcpCalls = new Map()) {
  let steps: AcpUpdatesStep[] = []
  const calls = new Map<string, AcpUpdatesCall>()
  let cost: number | undefined

  function speak(kind: 'text' | 'thought', content: unknown): void {
    const text = textOf(content)
    if (text === '') return
    const last = steps.at(-1)
    if (last?.kind === kind) last.text += text
    else steps.push({ kind, text })
  }

  function call(update: JsonObject): void {
    const id = String(update['toolCallId'] ?? '')
    const known = calls.get(id)
    const told = Object.fromEntries(callFields.flatMap((name) => (update[name] == null ? [] : [[name, update[name]]])))
    const isBegun = update['sessionUpdate'] === 'tool_call'
    // An agent may use an id for several calls, or none at all.
    if (known !== undefined && !(isBegun && (id === '' || known.isContinued || hasEnded(known)))) {
      known.told = { ...known.told, ...told }
      return
    }
    const before = isBegun ? undefined : earlier.get(id)
    const made = { id, told: { ...before?.told, ...told }, isContinued: before !== undefined }
    calls.set(id, made)
    steps.push({ kind: 'call', call: made })
  }

  return {
    hear(update: unknown): void {
      if (!isObject(update)) return
      const { sessionUpdate: kind, content } = update
      if (kind === 'agent_message_chunk') speak('text', content)
      else if (kind === 'agent_thought_chunk') speak('thought', content)
      else if (kind === 'tool_call' || kind === 'tool_call_update') call(update)
      else if (kind === 'usage_update') cost = dollarsIn(update['cost']) ?? cost
    },
    /** Drops texts from before the exchange, which answer nothing. */
    begin: () => void (steps = steps.filter(({ kind }) => kind === 'call')),
    hasCalls: () => steps.some(({ kind }) => kind === 'call'),
    /** Returns the calls that go on. */
    open: (): AcpCalls => new Map([...new Map([...earlier, ...calls])].filter(([, one]) => !hasEnded(one))),
    /** Costs of the whole session, if the agent reports them. */
    dollars: () => cost,
    /** The last message is the answer. */
    events: (): readonly object[] => steps.flatMap((step) => eventsOf(step, author)),
  }
}

function eventsOf(step: AcpUpdatesStep, author: string): readonly object[] {
  if (step.kind === 'call') return callEvents(step.call, author)
  const thought = step.kind === 'thought' ? { thought: true } : {}
  return [{ author, content: { role: 'model', parts: [{ text: step.text, ...thought }] } }]
}

// A call of many updates with fields of their own would grow without bound.
const callFields = ['name', 'title', 'kind', 'status', 'rawInput', 'rawOutput', 'content', 'locations', '_meta']

function hasEnded({ told }: AcpUpdatesCall): boolean {
  return responseOf(told) !== undefined
}

function callEvents({ id, told, isContinued }: AcpUpdatesCall, author: string): readonly object[] {
  const { title, rawInput, locations } = told
  const name = toolName(told)
  const extra = { ...(typeof title === 'string' && { title }), ...(Array.isArray(locations) && { locations }) }
  // Without its raw input, what a tool was called with is unknown.
  const given = rawInput !== undefined && { args: isObject(rawInput) ? rawInput : { input: rawInput } }
  const asked = { author, content: { role: 'model', parts: [{ toolCall: { id, name, ...given, extra } }] } }
  const response = responseOf(told)
  const begun = isContinued ? [] : [asked]
  if (response === undefined) return begun
  return [...begun, { author, content: { role: 'user', parts: [{ toolResponse: { id, name, response } }] } }]
}

/** The protocol has only a title for people and a kind; some agents add the tool's own name. */
function toolName({ kind, _meta: meta, name }: JsonObject): string {
  const claude = isObject(meta) ? meta['claudeCode'] : undefined
  const own = [name, isObject(meta) ? meta['toolName'] : undefined, isObject(claude) ? claude['toolName'] : undefined]
  const known = own.find((one) => typeof one === 'string' && one !== '') ?? kind
  return typeof known === 'string' ? excerpt(known, 100) : 'other'
}

function responseOf({ status, rawOutput, content }: JsonObject): unknown {
  if (status !== 'completed' && status !== 'failed') return undefined
  const said = rawOutput ?? (Array.isArray(content) ? content.map(contentOf).join('\n') : '')
  return status === 'failed' ? { error: said } : said
}

function contentOf(piece: unknown): string {
  if (!isObject(piece)) return ''
  if (piece['type'] === 'diff') return `${String(piece['path'])}\n${String(piece['newText'])}`
  return textOf(piece['content'])
}

function textOf(content: unknown): string {
  if (!isObject(content)) return ''
  if (typeof content['text'] === 'string') return content['text']
  if (typeof content['uri'] === 'string') return content['uri']
  return isObject(content['resource']) ? textOf(content['resource']) : ''
}

function dollarsIn(cost: unknown): number | undefined {
  if (!isObject(cost) || cost['currency'] !== 'USD') return undefined
  const { amount } = cost
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : undefined
}

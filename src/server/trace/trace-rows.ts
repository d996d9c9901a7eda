import type { AgentEvent, Invocation, Part, Steps, ToolCall, ToolCallRow, ToolResponse } from '../../core/index.ts'
import { expectedCallsOf, toolCallsOf } from '../../core/invocation.ts'
import { valueSays } from '../../core/basics/value-says.ts'
import { type AlignedCalls, alignPlainly, alignRows, notAligned } from './aligned-calls.ts'
import { beginningOf, briefArguments, briefValue } from './brief.ts'
import type { Trace, TraceRow } from './trace-row.ts'

type Beside = {
  readonly expected?: Invocation | undefined
  readonly compared?: readonly ToolCallRow[] | undefined
  readonly dollars?: readonly (number | null)[] | undefined
}

/**
 * Lists what the agent did between question and answer: calls with their answers, model calls with their output below, and
 * sub-agents with their actions below. Expected calls stand in the same lines.
 */
export function traceOf(invocation: Invocation, { expected, compared, dollars }: Beside = {}): Trace {
  const events = invocation.steps === undefined ? [] : eventsOf(invocation.steps)
  const actual = toolCallsOf(invocation)
  const wanted = expectedCallsOf(expected)
  const aligned =
    actual === undefined
      ? notAligned
      : compared === undefined
        ? alignPlainly(wanted, actual)
        : alignRows(compared, actual)
  const answers = answersOf(events)
  const told: TraceRowsDetails = { rows: [], aligned, answers, dollars, made: 0 }
  const { rows } = told
  const root = events.find(({ author }) => author !== '' && author !== 'user')?.author
  let agent: TraceRowsOpening | undefined
  for (const [index, event] of events.entries()) {
    // An event of the user or without an author belongs to the agent at work.
    const author = event.author === '' || event.author === 'user' ? (agent?.name ?? root) : event.author
    if (agent !== undefined && agent.name !== author) agent = finish(agent, rows)
    if (agent === undefined && author !== root) agent = begin(rows, { kind: 'agent', depth: 0, name: author })
    pushEvent(event, { depth: agent === undefined ? 0 : 1, index }, told)
  }
  if (agent !== undefined) finish(agent, rows)
  for (const at of aligned.missing.keys()) if (at >= told.made) pushMissing(rows, aligned, at, 0)
  return { rows, ...(actual === undefined && { callsUnknown: true as const }), ...spanOf(rows, invocation) }
}

type TraceRowsDetails = {
  readonly rows: TraceRowsRow[]
  readonly aligned: AlignedCalls
  readonly answers: ReturnType<typeof answersOf>
  readonly dollars: Beside['dollars']
  made: number
}

type Pushed = { readonly depth: number; readonly index: number }

function pushEvent(event: AgentEvent, { depth, index }: Pushed, told: TraceRowsDetails): void {
  const isModel = event.model !== undefined || event.usage !== undefined
  if (!isModel) {
    pushParts(event, depth, told)
    return
  }
  const dollars = told.dollars?.[index]
  const cost = typeof dollars === 'number' && { dollars }
  const { text, parts } = labelOf(event.content?.parts ?? [])
  const label = text === undefined ? callsLabel(parts) : { text: beginningOf(text), detail: { text } }
  const row = { kind: 'model' as const, depth, name: event.model, ...label }
  const model = begin(told.rows, { ...row, ...timeOf(event), ...tokensOf(event), ...cost })
  pushParts({ ...event, content: { parts } }, depth + 1, told)
  finish(model, told.rows)
}

/** Puts the model's answer into its own row; its other parts go below. */
function labelOf(parts: readonly Part[]): { readonly text?: string; readonly parts: Part[] } {
  const at = parts.findIndex(({ text, thought, media }) => text && thought !== true && media === undefined)
  const text = parts[at]?.text
  return { ...(text !== undefined && { text }), parts: parts.filter((_, index) => index !== at) }
}

/** Labels a model call that only called tools by their names. */
function callsLabel(parts: readonly Part[]): Pick<TraceRow, 'text'> {
  const names = parts.flatMap(({ toolCall }) => toolCall?.name ?? [])
  return names.length === 0 ? {} : { text: `ƒ ${beginningOf(names.join(', '))}` }
}

function pushParts(event: AgentEvent, depth: number, told: TraceRowsDetails): void {
  const { rows, aligned, answers } = told
  const isModel = event.model !== undefined || event.usage !== undefined
  for (const part of event.content?.parts ?? []) {
    if (part.toolResponse !== undefined && answers.of.has(part.toolResponse)) continue
    if (part.toolCall === undefined) {
      const row = partRow(part, depth, isModel ? undefined : event)
      if (row !== undefined) rows.push(row)
      continue
    }
    pushMissing(rows, aligned, told.made, depth)
    const answer = answers.to.get(part.toolCall)
    rows.push(callRow(part.toolCall, { depth, event, answer, aligned, made: told.made }))
    told.made += 1
  }
}

type TraceRowsRow = { -readonly [Key in keyof TraceRow]: TraceRow[Key] }
type TraceRowsOpening = { readonly row: TraceRowsRow; readonly at: number; readonly name: string | undefined }
type TraceRowsAnswer = { readonly response: ToolResponse; readonly event: AgentEvent }

function begin(rows: TraceRowsRow[], row: Omit<TraceRowsRow, 'within'>): TraceRowsOpening {
  const opened = { ...row, within: 0 }
  rows.push(opened)
  return { row: opened, at: rows.length, name: row.name }
}

/** Counts the rows below, and sums their cost and time for an agent. */
function finish({ row, at }: TraceRowsOpening, rows: readonly TraceRowsRow[]): undefined {
  row.within = rows.length - at
  if (row.kind !== 'agent') return
  const own = rows.slice(at)
  const models = own.filter(({ kind }) => kind === 'model')
  for (const key of ['inputTokens', 'outputTokens'] as const) {
    const known = models.flatMap((model) => model[key] ?? [])
    if (known.length > 0) row[key] = known.reduce((sum, one) => sum + one, 0)
  }
  const costs = models.flatMap(({ dollars }) => dollars ?? [])
  if (costs.length > 0 && costs.length === models.length) row.dollars = costs.reduce((sum, one) => sum + one, 0)
  const span = spanOf(own).span
  if (span !== undefined && span.seconds > 0) [row.endedAt, row.seconds] = [span.startedAt + span.seconds, span.seconds]
}

/** Step lists do not order calls and texts; here the calls come first. */
function eventsOf(steps: Steps): readonly AgentEvent[] {
  if (steps.form === 'events') return steps.events
  return [
    ...steps.toolCalls.map((toolCall) => ({ author: '', content: { parts: [{ toolCall }] } })),
    ...steps.toolResponses.map((toolResponse) => ({ author: '', content: { parts: [{ toolResponse }] } })),
    ...steps.responses.map(({ author, parts }) => ({ author, content: { parts } })),
  ]
}

/** Matches answers to calls: by id, else to the tool's first unanswered call. */
function answersOf(events: readonly AgentEvent[]) {
  const open = new Map<string, { readonly calls: ToolCall[]; next: number }>()
  const to = new Map<ToolCall, TraceRowsAnswer>()
  const of = new Set<ToolResponse>()
  const put = (key: string, call: ToolCall) => {
    const waiting = open.get(key)
    if (waiting === undefined) open.set(key, { calls: [call], next: 0 })
    else waiting.calls.push(call)
  }
  const take = (key: string) => {
    const waiting = open.get(key)
    if (waiting === undefined) return undefined
    let call = waiting.calls[waiting.next]
    while (call !== undefined && to.has(call)) call = waiting.calls[(waiting.next += 1)]
    return call
  }
  for (const event of events) {
    for (const { toolCall, toolResponse } of event.content?.parts ?? []) {
      if (toolCall !== undefined) {
        if (toolCall.id !== undefined) put(`id ${toolCall.id}`, toolCall)
        put(`${toolCall.id === undefined ? 'name' : 'named'} ${toolCall.name}`, toolCall)
      }
      if (toolResponse === undefined) continue
      const { id, name } = toolResponse
      const call =
        (id === undefined ? undefined : take(`id ${id}`)) ??
        take(`name ${name}`) ??
        (id === undefined ? take(`named ${name}`) : undefined)
      if (call === undefined) continue
      to.set(call, { response: toolResponse, event })
      of.add(toolResponse)
    }
  }
  return { to, of }
}

type TraceRowsProduct = {
  readonly depth: number
  readonly event: AgentEvent
  readonly answer: TraceRowsAnswer | undefined
  readonly aligned: AlignedCalls
  readonly made: number
}

function callRow(call: ToolCall, { depth, event, answer, aligned, made }: TraceRowsProduct): TraceRowsRow {
  const { mark, expected, differences } = aligned.marks.get(made) ?? {}
  const { args, moreArgs } = briefArguments(call.args ?? {}, differences)
  return {
    kind: 'call',
    depth,
    within: 0,
    name: call.name,
    ...(args.length > 0 && { args }),
    ...(moreArgs > 0 && { moreArgs }),
    ...(answer === undefined ? { unanswered: true } : { text: briefValue(answer.response.response) }),
    ...(mark !== undefined && { mark }),
    ...(answer !== undefined && hasFailed(answer.response) && { failed: true }),
    ...(answer !== undefined && answerTime(event, answer.event)),
    detail: {
      call,
      ...(answer !== undefined && { response: answer.response }),
      ...(expected !== undefined && { expected }),
      ...(differences !== undefined && { differences: [...differences] }),
    },
  }
}

function pushMissing(rows: TraceRowsRow[], { missing }: AlignedCalls, place: number, depth: number): void {
  for (const expected of missing.get(place) ?? []) {
    const { args, moreArgs } = briefArguments(expected.args ?? {})
    rows.push({
      kind: 'call',
      depth,
      within: 0,
      name: expected.name,
      args,
      ...(moreArgs > 0 && { moreArgs }),
      mark: 'missing',
      detail: { expected },
    })
  }
}

function partRow(
  { text, thought, media, toolResponse, extra }: Part,
  depth: number,
  event?: AgentEvent,
): TraceRowsRow | undefined {
  const row = { depth, within: 0, ...(event !== undefined && timeOf(event)) }
  if (toolResponse !== undefined) {
    const { name, response } = toolResponse
    const failed = hasFailed(toolResponse) && { failed: true }
    return { ...row, kind: 'response', name, text: briefValue(response), ...failed, detail: { response: toolResponse } }
  }
  if (media !== undefined)
    return { ...row, kind: 'media', name: media.mimeType, detail: { media, ...(text && { text }) } }
  if (text !== undefined && text !== '')
    return { ...row, kind: thought === true ? 'thought' : 'text', text: beginningOf(text), detail: { text } }
  if (extra !== undefined) return { ...row, kind: 'other', text: briefValue(extra), detail: { extra } }
  return undefined
}

/** Recognizes failures as tools and protocols report them: by an error, or by a flag. */
function hasFailed({ response }: ToolResponse): boolean {
  if (response === undefined) return false
  const { error, isError, is_error: flagged, status } = response
  const says = error !== undefined && error !== null && error !== false && error !== ''
  return says || isError === true || flagged === true || status === 'error'
}

function timeOf({ endedAt, durationSeconds }: AgentEvent): Pick<TraceRowsRow, 'endedAt' | 'seconds'> {
  return {
    ...(endedAt !== undefined && { endedAt }),
    ...(durationSeconds !== undefined && { seconds: durationSeconds }),
  }
}

/** A missing duration is the time from the call until its answer. */
function answerTime(call: AgentEvent, answer: AgentEvent): Pick<TraceRowsRow, 'endedAt' | 'seconds'> {
  const { endedAt, durationSeconds } = answer
  if (durationSeconds !== undefined || endedAt === undefined || call.endedAt === undefined) return timeOf(answer)
  return call !== answer && endedAt >= call.endedAt ? { endedAt, seconds: endedAt - call.endedAt } : { endedAt }
}

function tokensOf({ usage }: AgentEvent): Pick<TraceRowsRow, 'inputTokens' | 'outputTokens'> {
  const input = usage?.inputTokens ?? usage?.promptTokens
  const output = usage?.outputTokens ?? usage?.candidatesTokens
  return { ...(input !== undefined && { inputTokens: input }), ...(output !== undefined && { outputTokens: output }) }
}

function spanOf(rows: readonly TraceRowsRow[], invocation?: Invocation): Pick<Trace, 'span'> {
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { endedAt, seconds = 0 } of rows) {
    if (endedAt === undefined) continue
    start = Math.min(start, endedAt - seconds)
    end = Math.max(end, endedAt)
  }
  if (end < start) return {}
  const { createdAt, durationSeconds } = invocation ?? {}
  // The final answer took time, too. Clocks of other machines may disagree.
  const isWithin = createdAt !== undefined && createdAt <= start && start - createdAt < 3600
  if (isWithin) start = createdAt
  if (isWithin && durationSeconds !== undefined) end = Math.max(end, createdAt + durationSeconds)
  return { span: { startedAt: start, seconds: end - start } }
}

/** Returns the rows that contain a text in names, arguments, results, thoughts or answers, ignoring case. */
export function rowsThatSay(rows: readonly TraceRow[], text: string): number[] {
  const sought = text.toLowerCase()
  if (sought === '') return []
  return rows.flatMap((row, index) => (valueSays(wordsOf(row), sought) ? index : []))
}

/** The words of agent, model and tool, without labels of this program. */
function wordsOf({ name, detail: { call, response, expected, text, media, extra } = {} }: TraceRow): unknown {
  return [name, call?.args, call?.malformed, response?.response, expected?.args, text, media?.mimeType, extra]
}

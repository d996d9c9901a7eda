import { isObject } from '../../core/basics/is-object.ts'
import { type JsonObject, parsedJson } from '../../core/index.ts'
import { finishReasonIn } from '../../messages/finish-reason-in.ts'
import { jsonIn } from '../../messages/json-in.ts'
import type { Span } from '../span.ts'
import { defined } from '../dialects/attributes.ts'
import { recordField, objectOfField, textOfField, timeOfField, type ExportRecord } from './record-fields.ts'

const types = /^(SPAN|GENERATION|EVENT|AGENT|TOOL|CHAIN|RETRIEVER|EMBEDDING|EVALUATOR|GUARDRAIL)$/i

export function isLangfuseObservation(record: ExportRecord): boolean {
  return types.test(textOfField(record, 'type') ?? '') && recordField(record, 'traceId') !== undefined
}

/** Returns whether a record is a Langfuse trace, with or without its observations. */
export function isLangfuseTrace(record: ExportRecord): boolean {
  const observations = recordField(record, 'observations')
  if (Array.isArray(observations)) return isObject(record['trace']) || recordField(record, 'id') !== undefined
  const isTrace =
    ['id', 'timestamp'].every((name) => recordField(record, name) !== undefined) &&
    ('input' in record || 'output' in record)
  return (
    isTrace &&
    ['projectId', 'sessionId', 'htmlPath', 'bookmarked'].some((name) => name in record || snake(name) in record)
  )
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Converts Langfuse exports to spans: traces with observations, or rows of either kind. */
export function langfuseSpans(records: readonly ExportRecord[]): Span[] {
  const traces = new Map<string, ExportRecord>()
  const observations: ExportRecord[] = []
  for (const record of records) {
    if (isLangfuseObservation(record)) {
      observations.push(record)
      continue
    }
    const trace = isObject(record['trace']) ? record['trace'] : record
    const id = textOfField(trace, 'id') ?? ''
    traces.set(id, trace)
    const own = [recordField(record, 'observations'), recordField(trace, 'observations')].find(
      (list) => Array.isArray(list) && list.some((one) => isObject(one)),
    )
    // The API lists observations by id unless more was requested.
    for (const one of Array.isArray(own) ? own : []) if (isObject(one)) observations.push({ traceId: id, ...one })
  }
  const byTrace = Map.groupBy(observations, (one) => textOfField(one, 'traceId') ?? '')
  const ids = new Set([...traces.keys(), ...byTrace.keys()])
  return [...ids].flatMap((id) => spansOfTrace(id, traces.get(id), byTrace.get(id) ?? []))
}

/** List responses of the API name the observations of a trace by id only. */
export function observationsNamed(record: ExportRecord): readonly string[] {
  const named = recordField(record, 'observations')
  return Array.isArray(named) ? named.filter((one) => typeof one === 'string') : []
}

function spansOfTrace(id: string, trace: ExportRecord | undefined, observations: readonly ExportRecord[]): Span[] {
  const session =
    (trace && textOfField(trace, 'sessionId')) ?? observations.flatMap((one) => textOfField(one, 'sessionId') ?? [])[0]
  const spans = observations.map((one, index) => spanFrom(one, { traceId: id, session, index }))
  if (trace === undefined) return spans
  const said = { input: unquoted(recordField(trace, 'input')), output: unquoted(recordField(trace, 'output')) }
  const tops = spans.filter(({ parentSpanId }) => !spans.some(({ spanId }) => spanId === parentSpanId))
  const [top] = tops
  const isTold = said.input !== undefined || said.output !== undefined
  const isWhole = tops.length === 1 && (!isTold || spans.some(mayTalk))
  if (top !== undefined && isWhole) return spans.map((span) => (span === top ? withWordsOf(said, top) : span))
  if (top !== undefined && !isTold && !tops.some(isToolSpan)) return spans
  const frame = frameOf(trace, { traceId: id, session, said, spans })
  return [frame, ...spans.map((span) => (tops.includes(span) ? { ...span, parentSpanId: frame.spanId } : span))]
}

type LangfuseStatement = { readonly input: unknown; readonly output: unknown }

/** Returns whether a span may be the work of an agent or model, not only of a tool or a search. */
function mayTalk({ attributes }: Span): boolean {
  const { 'langfuse.observation.type': type, 'langfuse.observation.input': input } = attributes
  const isSilentSpan = type === 'span' && input === undefined
  const isOfOthers = Object.keys(attributes).some((name) => !/^(langfuse\.|session\.id$)/.test(name))
  return isSilentSpan || isOfOthers || ['agent', 'chain', 'generation'].includes(String(type))
}

function isToolSpan({ attributes }: Span): boolean {
  return attributes['langfuse.observation.type'] === 'tool'
}

/** The top observation stands for the whole; without words of its own, it takes those of the trace. */
function withWordsOf({ input, output }: LangfuseStatement, top: Span): Span {
  const { attributes } = top
  const isSilent = attributes['langfuse.observation.input'] === undefined
  if (!isSilent || (input === undefined && output === undefined)) return top
  const words = defined({ 'langfuse.observation.input': input, 'langfuse.observation.output': output })
  const kind = attributes['langfuse.observation.type'] === 'span' ? { 'langfuse.observation.type': 'agent' } : {}
  return { ...top, attributes: { ...words, ...attributes, ...kind } }
}

type LangfusePlace = { readonly traceId: string; readonly session: string | undefined; readonly index: number }

function spanFrom(record: ExportRecord, { traceId, session, index }: LangfusePlace): Span {
  const metadata = objectOfField(record, 'metadata')
  const scope = objectOfField(metadata, 'scope')
  const type = textOfField(record, 'type')?.toLowerCase() ?? 'span'
  const isError = textOfField(record, 'level') === 'ERROR'
  return defined({
    traceId,
    spanId: textOfField(record, 'id') ?? '',
    parentSpanId: textOfField(record, 'parentObservationId'),
    name: textOfField(record, 'name') ?? type,
    // Without times, the order of the file is used.
    startedAt: timeOfField(record, 'startTime') ?? index,
    endedAt: timeOfField(record, 'endTime'),
    scope: textOfField(scope, 'name'),
    attributes: {
      ...ownAttributes(metadata),
      ...movedByLangfuse(ownAttributes(metadata), record),
      ...defined({
        'langfuse.observation.type': type === 'span' && isTool(record, metadata) ? 'tool' : type,
        'langfuse.observation.input': unquoted(recordField(record, 'input')),
        'langfuse.observation.output': unquoted(recordField(record, 'output')),
        'langfuse.observation.model.name': textOfField(record, 'model') ?? textOfField(record, 'providedModelName'),
        'langfuse.observation.usage_details': usageOf(record),
        'langfuse.observation.cost_details': costOf(record),
        'gen_ai.response.finish_reason': type === 'generation' ? finishReasonIn(metadata) : undefined,
        'session.id': session,
      }),
    },
    resource: objectOfField(metadata, 'resourceAttributes'),
    events: [],
    error: isError ? (textOfField(record, 'statusMessage') ?? '') : undefined,
  })
}

/** Langfuse moves an observation's input and output out of the attributes; for the AI SDK they are put back. */
function movedByLangfuse(own: JsonObject, record: ExportRecord): JsonObject {
  const operation = own['ai.operationId']
  if (typeof operation !== 'string') return {}
  const [input, output] = [unquoted(recordField(record, 'input')), unquoted(recordField(record, 'output'))]
  if (operation === 'ai.toolCall') return defined({ 'ai.toolCall.args': input, 'ai.toolCall.result': output })
  const said = jsonIn(output)
  const calls = Array.isArray(said) ? said : isObject(said) ? said['toolCalls'] : undefined
  const text = isObject(said) ? said['text'] : Array.isArray(said) ? undefined : output
  return defined({ 'ai.prompt': input, 'ai.response.toolCalls': calls, 'ai.response.text': text })
}

/** Older exports, and spans without a declared type, have tools as ordinary spans. */
function isTool(record: ExportRecord, metadata: JsonObject): boolean {
  const own = ownAttributes(metadata)
  if (own['gen_ai.tool.name'] !== undefined || own['ai.toolCall.name'] !== undefined) return true
  const output = jsonIn(recordField(record, 'output'))
  if (!isObject(output)) return false
  const { id, type } = output
  return (Array.isArray(id) && id.at(-1) === 'ToolMessage') || (type === 'tool' && 'tool_call_id' in output)
}

/** Some exports encode texts as JSON once more. */
function unquoted(value: unknown): unknown {
  return typeof value === 'string' && /^".*"$/s.test(value) ? (parsedJson(value) ?? value) : value
}

/** Returns the attributes that the program wrote by OpenTelemetry, which Langfuse keeps as text. */
function ownAttributes(metadata: JsonObject): JsonObject {
  return objectOfField(metadata, 'attributes')
}

function usageOf(record: ExportRecord): unknown {
  const details = [objectOfField(record, 'usageDetails'), objectOfField(record, 'usage')].find(
    (one) => Object.keys(one).length > 0,
  )
  const former = {
    input: recordField(record, 'promptTokens') ?? recordField(record, 'inputTokens'),
    output: recordField(record, 'completionTokens') ?? recordField(record, 'outputTokens'),
  }
  return details ?? (former.input === undefined ? undefined : former)
}

function costOf(record: ExportRecord): unknown {
  const details = objectOfField(record, 'costDetails')
  const total = recordField(record, 'calculatedTotalCost') ?? recordField(record, 'totalCost')
  return 'total' in details ? details : { total }
}

type LangfuseFrame = Omit<LangfusePlace, 'index'> & {
  readonly said: LangfuseStatement
  readonly spans: readonly Span[]
}

/** Builds a span from the trace itself, for traces with several top observations or none. */
function frameOf(trace: ExportRecord, { traceId, session, said, spans }: LangfuseFrame): Span {
  const began = timeOfField(trace, 'timestamp') ?? spans[0]?.startedAt ?? 0
  const isTold = said.input !== undefined || said.output !== undefined
  return defined({
    traceId,
    spanId: `trace:${traceId}`,
    name: textOfField(trace, 'name') ?? 'trace',
    startedAt: spans.reduce((first, { startedAt }) => Math.min(first, startedAt), began),
    endedAt: spans.reduce((last, { startedAt, endedAt }) => Math.max(last, endedAt ?? startedAt), began),
    attributes: defined({
      'langfuse.observation.type': isTold ? 'agent' : 'span',
      'langfuse.observation.input': said.input,
      'langfuse.observation.output': said.output,
      'session.id': session,
    }),
    resource: {},
    events: [],
  })
}

import { isObject } from '../../core/basics/is-object.ts'
import { parseJson } from '../../core/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { jsonIn } from '../messages/json-in.ts'
import type { Span } from '../span.ts'
import { defined } from '../dialects/attributes.ts'
import { fieldOf, objectOfField, textOfField, timeOfField } from './record-fields.ts'
import type { ExportRecord } from './record-fields.ts'

const types = /^(SPAN|GENERATION|EVENT|AGENT|TOOL|CHAIN|RETRIEVER|EMBEDDING|EVALUATOR|GUARDRAIL)$/i

/** Whether a record is an observation of Langfuse. */
export function isLangfuseObservation(record: ExportRecord): boolean {
  return (
    types.test(textOfField(record, 'type') ?? '') &&
    fieldOf(record, 'traceId') !== undefined &&
    fieldOf(record, 'startTime') !== undefined
  )
}

/** Whether a record is a trace of Langfuse, with its observations or without. */
export function isLangfuseTrace(record: ExportRecord): boolean {
  const observations = fieldOf(record, 'observations')
  if (Array.isArray(observations)) return isObject(record['trace']) || fieldOf(record, 'id') !== undefined
  const isTrace =
    ['id', 'timestamp'].every((name) => fieldOf(record, name) !== undefined) &&
    ('input' in record || 'output' in record)
  return (
    isTrace &&
    ['projectId', 'sessionId', 'htmlPath', 'bookmarked'].some((name) => name in record || snake(name) in record)
  )
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The spans of Langfuse's exports: traces with observations, or rows of either kind. */
export function langfuseSpans(records: readonly ExportRecord[]): Span[] {
  const traces = new Map<string, ExportRecord>()
  const observations: ExportRecord[] = []
  for (const record of records) {
    if (isLangfuseObservation(record)) {
      observations.push(record)
      continue
    }
    const trace = isObject(record['trace']) ? record['trace'] : record
    traces.set(textOfField(trace, 'id') ?? '', trace)
    const own = [fieldOf(record, 'observations'), fieldOf(trace, 'observations')].find(
      (list) => Array.isArray(list) && list.some((one) => isObject(one)),
    )
    // The API names observations by id where it was not asked for more.
    if (Array.isArray(own)) observations.push(...own.filter((one) => isObject(one)))
  }
  const byTrace = Map.groupBy(observations, (one) => textOfField(one, 'traceId') ?? '')
  const ids = new Set([...traces.keys(), ...byTrace.keys()])
  return [...ids].flatMap((id) => spansOfTrace(id, traces.get(id), byTrace.get(id) ?? []))
}

function spansOfTrace(id: string, trace: ExportRecord | undefined, observations: readonly ExportRecord[]): Span[] {
  const session =
    (trace && textOfField(trace, 'sessionId')) ?? observations.flatMap((one) => textOfField(one, 'sessionId') ?? [])[0]
  const spans = observations.map((one) => spanFrom(one, { traceId: id, session }))
  const frame = trace && frameOf(id, trace, { spans, session })
  if (frame === undefined) return spans
  return [
    frame,
    ...spans.map((span) => (span.parentSpanId === undefined ? { ...span, parentSpanId: frame.spanId } : span)),
  ]
}

type Place = { readonly traceId: string; readonly session: string | undefined }

function spanFrom(record: ExportRecord, { traceId, session }: Place): Span {
  const metadata = objectOfField(record, 'metadata')
  const scope = objectOfField(metadata, 'scope')
  const type = textOfField(record, 'type')?.toLowerCase() ?? 'span'
  const isError = textOfField(record, 'level') === 'ERROR'
  return defined({
    traceId,
    spanId: textOfField(record, 'id') ?? '',
    parentSpanId: textOfField(record, 'parentObservationId'),
    name: textOfField(record, 'name') ?? type,
    startedAt: timeOfField(record, 'startTime') ?? 0,
    endedAt: timeOfField(record, 'endTime'),
    scope: textOfField(scope, 'name'),
    attributes: {
      ...ownAttributes(metadata),
      ...movedByLangfuse(ownAttributes(metadata), record),
      ...defined({
        'langfuse.observation.type': type === 'span' && isTool(record, metadata) ? 'tool' : type,
        'langfuse.observation.input': unquoted(fieldOf(record, 'input')),
        'langfuse.observation.output': unquoted(fieldOf(record, 'output')),
        'langfuse.observation.model.name': textOfField(record, 'model') ?? textOfField(record, 'providedModelName'),
        'langfuse.observation.usage_details': usageOf(record),
        'session.id': session,
      }),
    },
    resource: objectOfField(metadata, 'resourceAttributes'),
    events: [],
    error: isError ? (textOfField(record, 'statusMessage') ?? '') : undefined,
  })
}

/** What Langfuse takes for an observation's input and output goes out of the attributes; AI SDK's are known by theirs. */
function movedByLangfuse(own: JsonObject, record: ExportRecord): JsonObject {
  const operation = own['ai.operationId']
  if (typeof operation !== 'string') return {}
  const [input, output] = [unquoted(fieldOf(record, 'input')), unquoted(fieldOf(record, 'output'))]
  if (operation === 'ai.toolCall') return defined({ 'ai.toolCall.args': input, 'ai.toolCall.result': output })
  const said = jsonIn(output)
  const calls = Array.isArray(said) ? said : isObject(said) ? said['toolCalls'] : undefined
  const text = isObject(said) ? said['text'] : Array.isArray(said) ? undefined : output
  return defined({ 'ai.prompt': input, 'ai.response.toolCalls': calls, 'ai.response.text': text })
}

/** Before there were observations of tools, and where nobody said what they are, theirs are spans like any other. */
function isTool(record: ExportRecord, metadata: JsonObject): boolean {
  const own = ownAttributes(metadata)
  if (own['gen_ai.tool.name'] !== undefined || own['ai.toolCall.name'] !== undefined) return true
  const output = jsonIn(fieldOf(record, 'output'))
  if (!isObject(output)) return false
  const { id, type } = output
  return (Array.isArray(id) && id.at(-1) === 'ToolMessage') || (type === 'tool' && 'tool_call_id' in output)
}

/** Some exports write what is text as JSON once more. */
function unquoted(value: unknown): unknown {
  if (typeof value !== 'string' || !/^".*"$/s.test(value)) return value
  try {
    return parseJson(value)
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}

/** What the program itself wrote, where it came by OpenTelemetry; Langfuse keeps all of it as text. */
function ownAttributes(metadata: JsonObject): JsonObject {
  return objectOfField(metadata, 'attributes')
}

function usageOf(record: ExportRecord): unknown {
  const details = [objectOfField(record, 'usageDetails'), objectOfField(record, 'usage')].find(
    (one) => Object.keys(one).length > 0,
  )
  const former = { input: fieldOf(record, 'promptTokens'), output: fieldOf(record, 'completionTokens') }
  return details ?? (former.input === undefined ? undefined : former)
}

/** What a trace says of itself stands above its observations, unless the one on top says it already. */
function frameOf(
  traceId: string,
  trace: ExportRecord,
  { spans, session }: { readonly spans: readonly Span[]; readonly session: string | undefined },
): Span | undefined {
  const [input, output] = [unquoted(fieldOf(trace, 'input')), unquoted(fieldOf(trace, 'output'))]
  if (input === undefined && output === undefined) return undefined
  const tops = spans.filter(({ parentSpanId }) => !spans.some(({ spanId }) => spanId === parentSpanId))
  const isSaid = tops.length === 1 && tops[0]?.attributes['langfuse.observation.input'] !== undefined
  if (isSaid) return undefined
  const began = timeOfField(trace, 'timestamp') ?? Math.min(...spans.map(({ startedAt }) => startedAt))
  const ends = spans.map(({ startedAt, endedAt }) => endedAt ?? startedAt)
  return defined({
    traceId,
    spanId: `trace:${traceId}`,
    name: textOfField(trace, 'name') ?? 'trace',
    startedAt: Math.min(began, ...spans.map(({ startedAt }) => startedAt)),
    endedAt: ends.length === 0 ? undefined : Math.max(...ends),
    attributes: defined({
      'langfuse.observation.type': 'agent',
      'langfuse.observation.input': input,
      'langfuse.observation.output': output,
      'session.id': session,
    }),
    resource: {},
    events: [],
  })
}

import { openaiAgentsSpans } from '../capture/openai-agents-spans.ts'
import type { Span } from '../span.ts'
import { recordField, objectOfField, textOfField, timeOfField, type ExportRecord } from './record-fields.ts'
import { isObject } from '../../core/basics/is-object.ts'
import type { TracedConversation } from '../conversations.ts'
import { firstField, firstText } from '../../messages/first-field.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { readOtlp } from '../otlp.ts'
import { atifConversation, isAtif } from './atif.ts'
import { exportPage, type ExportPage } from './export-page.ts'
import { attributesIn } from './flat-attributes.ts'
import { isLangfuseObservation, isLangfuseTrace, langfuseSpans, observationsNamed } from './langfuse.ts'
import { isLangsmithRun, langsmithSpans } from './langsmith.ts'
import { isPhoenixSpan, phoenixSpans, rowsOfColumns } from './phoenix.ts'
import { isPlainSpan, plainSpans } from './plain-spans.ts'
import { cloudWatchMessage, isSdkRecord, sdkSpans, withRecords } from './sdk-spans.ts'

export type PlacedValue = { readonly value: unknown; readonly place: string }

export type TraceRecords = {
  readonly spans: readonly Span[]
  readonly conversations: readonly TracedConversation[]
  /** The ids of spans that a trace only names, one list per trace. */
  readonly named: readonly (readonly string[])[]
  readonly pages: readonly ExportPage[]
  /** Records of another kind, such as scores beside observations. */
  readonly others: readonly PlacedValue[]
}

type TraceRecordsKind = 'otlp' | 'atif' | 'langfuse' | 'langsmith' | 'openai-agents' | 'phoenix' | 'sdk' | 'plain'

const kinds: readonly (readonly [TraceRecordsKind, (record: ExportRecord) => boolean])[] = [
  ['otlp', (record) => otlpKeys.some((key) => Array.isArray(record[key]))],
  ['atif', isAtif],
  ['langfuse', (record) => isLangfuseObservation(record) || isLangfuseTrace(record)],
  ['langsmith', isLangsmithRun],
  ['openai-agents', isOpenaiAgentsRecord],
  ['phoenix', isPhoenixSpan],
  ['sdk', isSdkRecord],
  ['plain', isPlainSpan],
]

const otlpKeys = [
  'resourceSpans',
  'resource_spans',
  'resourceLogs',
  'resource_logs',
  'scopeSpans',
  'scope_spans',
  'instrumentationLibrarySpans',
]

/**
 * Reads the spans and conversations in the values of trace files of any kind.
 *
 * @throws {EvalError} `format` with the place of an invalid trajectory
 */
export function traceRecords(values: readonly PlacedValue[]): TraceRecords {
  const records = values.flatMap(({ value, place }) => recordsIn(value, { place, list: place.replace(/:\d+$/, '') }, 5))
  const of = (kind: TraceRecordsKind) => records.filter((record) => record.kind === kind)
  const rows = (kind: TraceRecordsKind) => of(kind).flatMap(({ value }) => (isObject(value) ? [value] : []))
  const otlp = of('otlp').map(({ value }) => readOtlp(value))
  const spans = [
    ...withRecords(
      otlp.flatMap((read) => read.spans),
      otlp.flatMap((read) => read.records),
    ),
    ...sdkSpans(rows('sdk')),
    ...langfuseSpans(rows('langfuse')),
    ...langsmithSpans(rows('langsmith')),
    ...exportedOpenaiAgentsSpans(rows('openai-agents')),
    ...phoenixSpans(rows('phoenix')),
    ...plainSpans(of('plain').flatMap(({ value, list, answer }) => (isObject(value) ? [{ value, list, answer }] : []))),
  ]
  return {
    spans,
    conversations: of('atif').map(({ value, place }) => atifConversation(value, place)),
    named: rows('langfuse')
      .map(observationsNamed)
      .filter((ids) => ids.length > 0),
    pages: records.flatMap(({ kind, value }) => (kind === 'page' && isObject(value) ? (pageOf(value) ?? []) : [])),
    others: records.filter(({ kind }) => kind === undefined),
  }
}

type TraceRecordsPlace = { readonly place: string; readonly list: string; readonly answer?: unknown }

type FoundRecord = TraceRecordsPlace & { readonly value: unknown; readonly kind: TraceRecordsKind | 'page' | undefined }

function recordsIn(value: unknown, at: TraceRecordsPlace, depth: number): FoundRecord[] {
  const line = depth <= 0 ? undefined : cloudWatchMessage(value)
  if (line !== undefined) return recordsIn(jsonIn(line), at, depth - 1)
  if (Array.isArray(value)) return value.flatMap((one, index) => recordsIn(one, within(at, one, index), depth - 1))
  if (!isObject(value) || depth <= 0) return [{ value, ...at, kind: undefined }]
  const kind = kinds.find(([, isOfKind]) => isOfKind(value))?.[0]
  if (kind !== undefined) return [{ value, ...at, kind }]
  const inner = rowsOfColumns(value) ?? listIn(value)
  if (inner === undefined) return [{ value, ...at, kind: undefined }]
  const list = textOfField(value, 'traceId') ?? textOfField(value, 'traceID') ?? at.list
  const answer = firstField(value, 'final_output', 'finalOutput', 'final_answer') ?? at.answer
  const found = recordsIn(inner, { ...at, list, ...(answer === undefined ? {} : { answer }) }, depth - 1)
  const session = mlflowSession(value)
  return [
    { value, ...at, kind: 'page' },
    ...(session === undefined ? found : found.map((one) => inSession(one, session))),
  ]
}

/** MLflow keeps the session, which is the conversation, beside the spans of a trace. */
function mlflowSession(value: ExportRecord): string | undefined {
  const info = isObject(value['info']) ? value['info'] : value
  const metadata = jsonIn(firstField(info, 'trace_metadata', 'request_metadata'))
  const key = 'mlflow.trace.session'
  if (!Array.isArray(metadata)) return firstText(metadata, key)
  return firstText(
    metadata.filter(isObject).find((one) => one['key'] === key),
    'value',
  )
}

function inSession(record: FoundRecord, session: string): FoundRecord {
  if (!isObject(record.value)) return record
  const attributes = { 'mlflow.trace.session': session, ...attributesIn(record.value['attributes']) }
  return { ...record, value: { ...record.value, attributes } }
}

function pageOf(around: ExportRecord): ExportPage | undefined {
  const list = listIn(around)
  return Array.isArray(list) ? exportPage(around, list.length) : undefined
}

/** A list within a list, or in an object, is a trace of its own. */
function within(at: TraceRecordsPlace, value: unknown, index: number): TraceRecordsPlace {
  const isList = Array.isArray(value) || (isObject(value) && listIn(value) !== undefined)
  return isList ? { ...at, list: `${at.list}#${index}` } : at
}

function listIn(value: ExportRecord): unknown {
  // Rows of a table hold them as text.
  const list = lists.map((one) => jsonIn(value[one])).find((one) => Array.isArray(one))
  if (list !== undefined) return list
  const held = frames.map((one) => jsonIn(value[one])).find((one) => isObject(one) && listIn(one) !== undefined)
  return isObject(held) ? listIn(held) : undefined
}

const frames = ['data', 'trace', 'info', 'result', 'response', 'evaluationInput', 'evaluation_input']

const lists = [
  'data',
  'runs',
  'spans',
  'sessionSpans',
  'session_spans',
  'batches',
  'traces',
  'observations',
  'trajectories',
  'records',
  'items',
  'results',
  'events',
]

function isOpenaiAgentsRecord(record: ExportRecord): boolean {
  return record['object'] === 'trace' || record['object'] === 'trace.span' || isSpan(record)
}

function isSpan(record: ExportRecord): boolean {
  return typeof objectOfField(record, 'spanData')['type'] === 'string' && textOfField(record, 'traceId') !== undefined
}

/** Converts such records to spans; the trace record itself only has the workflow's name and a group. */
function exportedOpenaiAgentsSpans(records: readonly ExportRecord[]): Span[] {
  const traces = new Map(records.filter((one) => !isSpan(one)).map((one) => [textOfField(one, 'id') ?? '', one]))
  return records.filter(isSpan).flatMap((record) => {
    const traceId = textOfField(record, 'traceId') ?? ''
    const group = textOfField(traces.get(traceId) ?? {}, 'groupId')
    const what = {
      spanId: textOfField(record, 'id'),
      parentId: textOfField(record, 'parentId'),
      spanData: objectOfField(record, 'spanData'),
      startedAt: recordField(record, 'startedAt'),
      endedAt: recordField(record, 'endedAt'),
      error: recordField(record, 'error'),
    }
    const at = timeOfField(record, 'startedAt') ?? 0
    return openaiAgentsSpans([{ by: 'openai-agents', what, id: what.spanId ?? '', place: {}, at }]).map((span) => ({
      ...span,
      traceId,
      attributes: { ...(group === undefined ? {} : { 'gen_ai.conversation.id': group }), ...span.attributes },
    }))
  })
}

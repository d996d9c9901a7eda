import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject } from '../../core/index.ts'
import { defined } from '../dialects/attributes.ts'
import { firstField, firstText } from '../../messages/first-field.ts'
import { readOtlp, type LogRecord } from '../otlp.ts'
import { attributesIn } from './flat-attributes.ts'
import { timeIn } from './record-fields.ts'
import type { Span, SpanEvent } from '../span.ts'

type SdkSpansFields = Readonly<Record<string, unknown>>

/**
 * Returns whether a record is a span, or a log record within one, as OpenTelemetry's SDKs print it: `to_json()` and the
 * console exporter in Python, JSON or the console exporter in JavaScript, AWS ADOT in CloudWatch.
 */
export function isSdkRecord(record: SdkSpansFields): boolean {
  const { traceId, spanId } = idsOf(record)
  // Zipkin uses the same names, but has tags instead of attributes.
  const isOthers = 'tags' in record && !('attributes' in record)
  return !isOthers && traceId !== '' && spanId !== '' && (isLogRecord(record) || startOf(record) !== undefined)
}

/** Converts such records to spans, each with its log records, which may be in other files. */
export function sdkSpans(records: readonly SdkSpansFields[]): Span[] {
  const logged = records.filter(isLogRecord).flatMap(logRecords)
  return withRecords(
    records.filter((record) => !isLogRecord(record)).map((record) => otlpSpan(record) ?? spanFrom(record)),
    logged,
  )
}

/** Attaches log records to their spans. A span known only from its log records has nothing but ids. */
export function withRecords(spans: readonly Span[], records: readonly LogRecord[]): Span[] {
  const logged = Map.groupBy(records, ({ traceId, spanId }) => `${traceId}/${spanId}`)
  const known = new Set(spans.map(({ traceId, spanId }) => `${traceId}/${spanId}`))
  const whole = spans.map((span) => {
    const events = logged.get(`${span.traceId}/${span.spanId}`)?.map(({ event }) => event) ?? []
    return events.length === 0 ? span : { ...span, events: [...span.events, ...events] }
  })
  const others = [...logged].filter(([key]) => !known.has(key)).flatMap(([, own]) => spanOfRecords(own))
  return [...whole, ...others]
}

function spanOfRecords(records: readonly LogRecord[]): Span[] {
  const [first] = records
  if (first === undefined || first.spanId === '') return []
  const { traceId, spanId, resource, scope } = first
  const events = records.map(({ event }) => event)
  const startedAt = Math.min(...events.map(({ at }) => at))
  const attributes = Object.assign({}, ...events.map((event) => event.attributes)) as JsonObject // of objects
  return [{ traceId, spanId, name: '', startedAt, ...(scope && { scope }), attributes, resource, events }]
}

/** Returns the message of a CloudWatch line, given as columns of Logs Insights or as an event. */
export function cloudWatchMessage(value: unknown): string | undefined {
  const columns = Array.isArray(value) ? value.find((column) => firstText(column, 'field') === '@message') : undefined
  const line = firstText(columns, 'value') ?? firstText(value, '@message', 'message')
  return line !== undefined && /^\s*\{/.test(line) ? line : undefined
}

function isLogRecord(record: SdkSpansFields): boolean {
  const isLogged = ['body', 'severityNumber', 'severity_number', 'observedTimeUnixNano', 'observed_timestamp']
  return startOf(record) === undefined && isLogged.some((name) => name in record)
}

/** CloudWatch has OTLP's fields without the enclosing structure. */
function otlpSpan(record: SdkSpansFields): Span | undefined {
  if (firstField(record, 'startTimeUnixNano', 'start_time_unix_nano') === undefined) return undefined
  const { resource, scope } = record
  return readOtlp({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [record] }] }] }).spans[0]
}

function logRecords(record: SdkSpansFields): readonly LogRecord[] {
  const { resource, scope } = record
  const { traceId, spanId } = idsOf(record)
  const at = firstField(record, 'timeUnixNano', 'time_unix_nano')
  const asOtlp = { ...record, traceId, spanId, timeUnixNano: at ?? nanoseconds(millisecondsOf(record['timestamp'])) }
  return readOtlp({ resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: [asOtlp] }] }] }).records
}

function nanoseconds(at: number | undefined): string | undefined {
  return at === undefined ? undefined : String(BigInt(Math.round(at * 1000)) * 1000n)
}

function spanFrom(record: SdkSpansFields): Span {
  const { traceId, spanId } = idsOf(record)
  const startedAt = startOf(record) ?? 0
  const duration = record['startTime'] === undefined ? firstField(record, 'duration') : undefined
  const endedAt =
    millisecondsOf(firstField(record, 'endTime', 'end_time')) ??
    (typeof duration === 'number' ? startedAt + duration / 1000 : undefined)
  const parentSpanId = parentOf(record)
  const status = record['status']
  const code = firstField(status, 'status_code', 'code')
  const scope = firstField(record, 'instrumentationScope', 'instrumentationLibrary', 'instrumentation_scope', 'scope')
  const resource = record['resource']
  return defined({
    traceId,
    spanId,
    parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
    name: firstText(record, 'name') ?? '',
    startedAt,
    endedAt: endedAt === 0 ? undefined : endedAt,
    scope: firstText(scope, 'name'),
    attributes: attributesIn(record['attributes']) ?? {},
    resource: objectOf(firstField(resource, 'attributes', '_attributes', '_rawAttributes')),
    events: (Array.isArray(record['events']) ? record['events'] : []).filter(isObject).map(eventFrom),
    error:
      code === 2 || /(^|\.)ERROR$/.test(String(code ?? ''))
        ? (firstText(status, 'description', 'message') ?? '')
        : undefined,
  })
}

function eventFrom(event: SdkSpansFields): SpanEvent {
  return {
    name: firstText(event, 'name') ?? '',
    at: millisecondsOf(firstField(event, 'timestamp', 'time')) ?? 0,
    attributes: objectOf(event['attributes']),
  }
}

function idsOf(record: SdkSpansFields): { readonly traceId: string; readonly spanId: string } {
  const context = firstField(record, 'context', 'spanContext', '_spanContext')
  return {
    traceId: idFrom(firstField(context, 'trace_id', 'traceId') ?? firstField(record, 'traceId', 'trace_id')),
    spanId: idFrom(firstField(context, 'span_id', 'spanId') ?? firstField(record, 'spanId', 'span_id', 'id')),
  }
}

function parentOf(record: SdkSpansFields): string {
  const parent = firstField(record, 'parentSpanContext', 'parent')
  const held = firstField(parent, 'spanId', 'span_id') ?? (isObject(parent) ? undefined : parent)
  return idFrom(firstField(record, 'parent_id', 'parentSpanId', 'parentId', 'parent_span_id') ?? held)
}

/** Python prefixes ids with `0x`. */
function idFrom(id: unknown): string {
  const text = typeof id === 'string' ? id.toLowerCase().replace(/^0x/, '') : ''
  return /^0*$/.test(text) ? '' : text
}

function startOf(record: SdkSpansFields): number | undefined {
  const start = firstField(record, 'startTimeUnixNano', 'start_time_unix_nano', 'startTime', 'start_time')
  // JavaScript's console exporter has microseconds in `timestamp`, a name that others use for log records.
  const printed = typeof record['duration'] === 'number' ? record['timestamp'] : undefined
  return millisecondsOf(start ?? printed)
}

/** Reads [seconds, nanoseconds], ISO 8601, or a number in the unit that yields a plausible time. */
function millisecondsOf(time: unknown): number | undefined {
  return Array.isArray(time) ? Number(time[0]) * 1000 + Number(time[1] ?? 0) / 1e6 : timeIn(time)
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

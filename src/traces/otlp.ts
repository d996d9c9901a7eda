import { isObject } from '../core/basics/is-object.ts'
import type { JsonObject } from '../core/index.ts'
import type { Span, SpanEvent } from './span.ts'

export type Otlp = {
  readonly spans: readonly Span[]
  readonly records: readonly LogRecord[]
}

export type LogRecord = {
  readonly traceId: string
  readonly spanId: string
  readonly event: SpanEvent
  readonly resource: JsonObject
  readonly scope?: string
}

/**
 * Reads OTLP JSON (`resourceSpans`, `resourceLogs`). Names in snake_case, ids in Base64 and attributes as a plain
 * object, which some writers produce, are accepted. Values without the shape of a span are left out.
 */
export function readOtlp(json: unknown): Otlp {
  const spans = scoped(json, 'resourceSpans', 'scopeSpans', 'spans').map(({ item, scope, resource }) =>
    spanFrom(item, { scope, resource }),
  )
  const records = scoped(json, 'resourceLogs', 'scopeLogs', 'logRecords').map(({ item, resource, scope }) => ({
    traceId: idOf(field(item, 'traceId')),
    spanId: idOf(field(item, 'spanId')),
    event: recordedEvent(item),
    resource,
    ...(scope !== '' && { scope }),
  }))
  return { spans: spans.filter(({ traceId, spanId }) => traceId !== '' && spanId !== ''), records }
}

type Scoped = { readonly item: JsonObject; readonly scope: string; readonly resource: JsonObject }

function scoped(json: unknown, resources: string, scopes: string, items: string): readonly Scoped[] {
  // Tempo lists the entries as `batches`, so each is read alone.
  return [json, ...objectsIn(json, resources)].flatMap((entry) => {
    const resource = attributesOf(field(entry, 'resource'))
    // Before version 1.0 scopes were called instrumentation libraries.
    const older = scopes === 'scopeSpans' ? objectsIn(entry, 'instrumentationLibrarySpans') : []
    return [...objectsIn(entry, scopes), ...older].flatMap((group) => {
      const named = field(group, 'scope') ?? field(group, 'instrumentationLibrary')
      const scope = textOf(field(named, 'name'))
      return objectsIn(group, items).map((item) => ({ item, scope, resource }))
    })
  })
}

function spanFrom(item: JsonObject, { scope, resource }: Omit<Scoped, 'item'>): Span {
  const parentSpanId = idOf(field(item, 'parentSpanId'))
  const endedAt = millisecondsOf(field(item, 'endTimeUnixNano'))
  const error = errorOf(field(item, 'status'))
  return {
    traceId: idOf(field(item, 'traceId')),
    spanId: idOf(field(item, 'spanId')),
    ...(parentSpanId !== '' && { parentSpanId }),
    name: textOf(field(item, 'name')),
    startedAt: millisecondsOf(field(item, 'startTimeUnixNano')) ?? 0,
    ...(endedAt !== undefined && { endedAt }),
    ...(scope !== '' && { scope }),
    attributes: attributesOf(item),
    resource,
    events: objectsIn(item, 'events').map((event) => ({
      name: textOf(field(event, 'name')),
      at: millisecondsOf(field(event, 'timeUnixNano')) ?? 0,
      attributes: attributesOf(event),
    })),
    ...(error !== undefined && { error }),
  }
}

function recordedEvent(item: JsonObject): SpanEvent {
  const attributes = attributesOf(item)
  const at = millisecondsOf(field(item, 'timeUnixNano')) ?? millisecondsOf(field(item, 'observedTimeUnixNano')) ?? 0
  const body = field(item, 'body')
  return {
    name: textOf(field(item, 'eventName')) || textOf(attributes['event.name']),
    at,
    attributes,
    ...(body !== undefined && { body: valueOf(body) }),
  }
}

function errorOf(status: unknown): string | undefined {
  const code = field(status, 'code')
  return code === 2 || code === '2' || /^(STATUS_CODE_)?ERROR$/.test(String(code))
    ? textOf(field(status, 'message'))
    : undefined
}

function attributesOf(owner: unknown): JsonObject {
  const attributes = field(owner, 'attributes')
  if (!Array.isArray(attributes)) return isObject(attributes) ? attributes : {}
  return keyValues(attributes)
}

export function keyValues(pairs: readonly unknown[]): JsonObject {
  return Object.fromEntries(
    pairs.filter(isObject).map((pair) => [textOf(pair['key']), valueOf(pair['value'])] as const),
  )
}

function valueOf(value: unknown): unknown {
  if (!isObject(value)) return value
  for (const [kind, read] of Object.entries(kinds)) {
    const given = field(value, kind)
    if (given !== undefined && given !== null) return read(given)
  }
  // An empty `AnyValue` means null; an object of another kind is returned as it is.
  return Object.keys(value).length === 0 ? null : value
}

const kinds: Readonly<Record<string, (given: unknown) => unknown>> = {
  stringValue: String,
  boolValue: (given) => given === true || given === 'true',
  intValue: numberOf,
  doubleValue: numberOf,
  arrayValue: (given) => listIn(given, 'values').map(valueOf),
  kvlistValue: (given) => keyValues(listIn(given, 'values')),
  bytesValue: (given) => given,
}

/** Keeps integers as text that a double cannot hold. */
function numberOf(given: unknown): unknown {
  const number = Number(given)
  const text = String(given)
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(number) ? number : text
  return Number.isFinite(number) ? number : text
}

function millisecondsOf(nanoseconds: unknown): number | undefined {
  const text = typeof nanoseconds === 'string' ? nanoseconds : String(nanoseconds ?? '')
  if (!/^\d+$/.test(text) || /^0+$/.test(text)) return undefined
  // Nanoseconds since 1970 exceed a double's precision, so they are converted in two parts.
  return Number(text.slice(0, -6)) + Number(`0.${text.slice(-6).padStart(6, '0')}`)
}

/** Returns the id in lower-case hexadecimal; empty when there is none. */
function idOf(given: unknown): string {
  const text = textOf(given)
  const isHex = /^[0-9a-f]+$/i.test(text) && [16, 32].includes(text.length)
  const isBase64 = !isHex && /^(?:[\w+/-]{11}=|[\w+/-]{22}==)$/.test(text)
  const id = isBase64 ? Buffer.from(text, 'base64').toString('hex') : text.toLowerCase()
  return /^0*$/.test(id) ? '' : id
}

function field(owner: unknown, name: string): unknown {
  if (!isObject(owner)) return undefined
  return owner[name] ?? owner[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
}

function listIn(owner: unknown, name: string): readonly unknown[] {
  const list = field(owner, name)
  return Array.isArray(list) ? list : []
}

function objectsIn(owner: unknown, name: string): readonly JsonObject[] {
  return listIn(owner, name).filter(isObject)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject } from '../../core/index.ts'
import { jsonIn } from '../../messages/json-in.ts'
import type { Span } from '../span.ts'
import { defined } from '../dialects/attributes.ts'
import { recordField, textOfField, timeOfField, type ExportRecord } from './record-fields.ts'

/** Returns whether a record is a span of Phoenix or Arize, from their clients or as a table row. */
export function isPhoenixSpan(record: ExportRecord): boolean {
  if (textOfRow(record, 'context.span_id') !== undefined) return true
  const isTheirs = 'span_kind' in record || 'spanKind' in record
  return isTheirs && idOf(record, 'span') !== undefined
}

/** Reads a table in pandas' default form, with its columns apart from the rows; undefined for anything else. */
export function rowsOfColumns(value: unknown): ExportRecord[] | undefined {
  if (!isObject(value)) return undefined
  const names = Object.keys(value)
  const { columns, data } = value
  if (Array.isArray(columns) && Array.isArray(data) && data.every((row) => Array.isArray(row))) {
    return data.map((row: unknown[]) => Object.fromEntries(columns.map((name, at) => [String(name), row[at]])))
  }
  const ids = value['context.span_id'] ?? value['span_id']
  if (!isObject(ids) || !names.every((name) => isObject(value[name]))) return undefined
  return Object.keys(ids).map((row) =>
    Object.fromEntries(names.map((name) => [name, (value[name] as ExportRecord)[row]])),
  ) // all are objects
}

export function phoenixSpans(records: readonly ExportRecord[]): Span[] {
  return records.map(spanFrom)
}

function spanFrom(record: ExportRecord): Span {
  const kind = textOfField(record, 'spanKind')
  const attributes = attributesOf(record)
  const status = textOfField(record, 'statusCode') ?? textOfRow(record, 'status.code')
  return defined({
    traceId: idOf(record, 'trace') ?? '',
    spanId: idOf(record, 'span') ?? '',
    parentSpanId: textOfField(record, 'parentId') ?? textOfField(record, 'parentSpanId'),
    name: textOfField(record, 'name') ?? kind ?? '',
    startedAt: timeOfField(record, 'startTime') ?? 0,
    endedAt: timeOfField(record, 'endTime'),
    attributes: {
      ...(kind === undefined || 'openinference.span.kind' in attributes
        ? {}
        : { 'openinference.span.kind': kind.toUpperCase() }),
      ...attributes,
    },
    resource: {},
    events: [],
    error: status === 'ERROR' ? (textOfField(record, 'statusMessage') ?? '') : undefined,
  })
}

function idOf(record: ExportRecord, of: 'trace' | 'span'): string | undefined {
  const context = isObject(record['context']) ? record['context'] : {}
  return (
    textOfRow(record, `context.${of}_id`) ??
    textOfField(context, `${of}Id`) ??
    textOfField(record, `${of}Id`) ??
    textOfRow(record, `${of}.id`)
  )
}

function textOfRow(record: ExportRecord, column: string): string | undefined {
  return Object.hasOwn(record, column) ? textOfField(record, column) : undefined
}

/** Reads attributes that are nested, flat with dots, or columns beginning with `attributes.`, and returns them flat. */
function attributesOf(record: ExportRecord): JsonObject {
  const own = jsonIn(recordField(record, 'attributes'))
  const flat: JsonObject = {}
  if (isObject(own)) for (const [name, value] of Object.entries(own)) flatten(name, value, flat)
  for (const [name, value] of Object.entries(record)) {
    if (name.startsWith('attributes.')) flatten(name.slice('attributes.'.length), jsonIn(value), flat)
  }
  return flat
}

const opaque = /(^|\.)(value|arguments|json_schema|parameters|metadata|content|invocation_parameters|variables)$/

function flatten(name: string, value: unknown, into: JsonObject, depth = 12): void {
  if (value === null || value === undefined || value === '') return
  const isBranch = typeof value === 'object' && depth > 0 && !opaque.test(name)
  if (!isBranch) into[name] = value
  else for (const [key, child] of Object.entries(value)) flatten(`${name}.${key}`, child, into, depth - 1)
}

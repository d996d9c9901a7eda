import { isObject } from '../../core/basics/is-object.ts'
import { stringifyJson, type JsonObject } from '../../core/index.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { defined } from '../dialects/attributes.ts'
import type { Span, SpanEvent } from '../span.ts'
import { attributesIn } from './flat-attributes.ts'
import { timeIn, type ExportRecord } from './record-fields.ts'

/** A record and the list that holds it; records of one list that name no trace form one trace. */
export type ListedRecord = {
  readonly value: ExportRecord
  readonly list: string
  /** The agent's answer, given beside the list. */
  readonly answer?: unknown
}

/**
 * Returns whether a record is a span in other forms: rows of ClickHouse and Logfire, Jaeger, Zipkin, MLflow, and
 * hand-written lists of names and attributes, with numeric ids or none.
 */
export function isPlainSpan(record: ExportRecord): boolean {
  const fields = fieldsIn(record)
  if (textIn(fields, ...names) === undefined) return false
  const attributes = attributesOf(fields)
  if (attributes === undefined) return false
  const hasIds = textIn(fields, ...spanIds) !== undefined && textIn(fields, ...traceIds) !== undefined
  const isTimed = starts.some((name) => fields.has(name))
  return (hasIds && isTimed) || Object.keys(attributes).some((name) => spoken.test(name))
}

/** Attribute prefixes of agents' and models' work. */
const spoken =
  /^(gen_ai|llm|openinference|traceloop|ai|langfuse|langsmith|mlflow|mastra|pydantic_ai|gcp\.vertex\.agent|tool)\.\w|^(input|output)\.value$/

const names = ['name', 'spanname', 'operationname']
const traceIds = ['traceid', 'contexttraceid']
const spanIds = ['spanid', 'contextspanid', 'id']
const parents = ['parentspanid', 'parentid', 'parent']
const starts = ['starttime', 'starttimeunixnano', 'starttimestamp', 'startedat', 'start', 'timestamp']
const ends = ['endtime', 'endtimeunixnano', 'endtimestamp', 'endedat', 'end']
const attributeFields = ['attributes', 'spanattributes', 'tags', 'attrs']
const below = ['children', 'childspans']

/** Converts such records to spans. Without times they keep the order of the file; a parent may be given by name. */
export function plainSpans(records: readonly ListedRecord[]): Span[] {
  const made = withChildren(records).map(spanFrom)
  const byName = new Map(made.map(({ span }) => [`${span.traceId}/${span.name}`, span.spanId]))
  const known = new Set(made.map(({ span }) => `${span.traceId}/${span.spanId}`))
  return made.map(({ span, parent, answer }) => {
    if (parent === undefined) return withAnswer(span, answer)
    const isKnown = known.has(`${span.traceId}/${parent}`)
    return { ...span, parentSpanId: isKnown ? parent : (byName.get(`${span.traceId}/${parent}`) ?? parent) }
  })
}

/** Gives the root of a list the answer beside the list, unless it has one. */
function withAnswer(span: Span, answer: unknown): Span {
  const said = typeof answer === 'string' ? answer : answer === undefined ? '' : stringifyJson(answer)
  return said === '' ? span : { ...span, attributes: { 'gen_ai.output': said, ...span.attributes } }
}

type PlacedRecord = ListedRecord & { readonly parent?: string; readonly id: string; readonly index: number }

function withChildren(records: readonly ListedRecord[]): readonly PlacedRecord[] {
  const placed: PlacedRecord[] = []
  const left: (ListedRecord & { readonly parent?: string })[] = records.toReversed()
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const fields = fieldsIn(next.value)
    const id = textIn(fields, ...spanIds) ?? `${next.list}/${placed.length}`
    placed.push({ ...next, id, index: placed.length })
    const children = below.map((name) => fields.get(name)).find((one) => Array.isArray(one))
    const { list } = next
    const inner = (Array.isArray(children) ? children : []).filter(isObject)
    left.push(...inner.map((value) => ({ value, list, parent: id })).toReversed())
  }
  return placed
}

function spanFrom({ value, list, parent, id, index, answer }: PlacedRecord) {
  const fields = fieldsIn(value)
  const startedAt = timeIn(first(fields, ...starts))
  const span: Span = defined({
    traceId: textIn(fields, ...traceIds) ?? list,
    spanId: id,
    name: textIn(fields, ...names) ?? '',
    startedAt: startedAt ?? index,
    endedAt: timeIn(first(fields, ...ends)) ?? endAfter(fields, startedAt),
    scope: textIn(fields, 'otelscopename', 'scopename'),
    attributes: attributesOf(fields) ?? {},
    resource: attributesIn(first(fields, 'resourceattributes', 'otelresourceattributes')) ?? {},
    events: eventsIn(first(fields, 'events', 'logs', 'otelevents')),
    error: errorOf(fields),
  })
  return { span, parent: parent ?? parentOf(fields), answer }
}

/** Jaeger and Zipkin give a span's duration in microseconds, ClickHouse in nanoseconds. */
function endAfter(fields: PlainSpansFields, startedAt: number | undefined): number | undefined {
  const duration = Number(fields.get('duration') ?? Number.NaN)
  if (startedAt === undefined || Number.isNaN(duration)) return undefined
  return startedAt + duration / (fields.has('spanattributes') ? 1e6 : 1e3)
}

function parentOf(fields: PlainSpansFields): string | undefined {
  const references = fields.get('references')
  const parent = Array.isArray(references)
    ? references.find((one) => isObject(one) && one['refType'] === 'CHILD_OF')
    : undefined
  if (isObject(parent)) return textIn(fieldsIn(parent), ...spanIds)
  const held = first(fields, ...parents)
  return isObject(held) ? textIn(fieldsIn(held), ...spanIds) : textIn(fields, ...parents)
}

function errorOf(fields: PlainSpansFields): string | undefined {
  const status = fields.get('status')
  const inner = isObject(status) ? fieldsIn(status) : fields
  const code = isObject(status)
    ? first(inner, 'statuscode', 'code')
    : first(fields, 'statuscode', 'otelstatuscode', 'status')
  if (code !== 2 && !/(^|[._])ERROR$/i.test(String(code ?? ''))) return undefined
  return textIn(inner, 'description', 'message', 'statusmessage', 'otelstatusmessage') ?? ''
}

function eventsIn(value: unknown): readonly SpanEvent[] {
  const listed = jsonIn(value)
  return (Array.isArray(listed) ? listed : []).filter(isObject).map((event) => {
    const fields = fieldsIn(event)
    const attributes = attributesIn(first(fields, 'attributes', 'fields')) ?? {}
    return {
      name: textIn(fields, 'name', 'eventname') ?? String(attributes['event'] ?? ''),
      at: timeIn(first(fields, 'timestamp', 'eventtimestamp', 'time', 'timeunixnano')) ?? 0,
      attributes,
    }
  })
}

function attributesOf(fields: PlainSpansFields): JsonObject | undefined {
  const attributes = attributesIn(first(fields, ...attributeFields))
  // ClickHouse and Zipkin write all values as texts.
  if (attributes === undefined || !(fields.has('spanattributes') || fields.has('tags'))) return attributes
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, counted(name, value)]))
}

function counted(name: string, value: unknown): unknown {
  return /token|usage/.test(name) && typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
}

type PlainSpansFields = ReadonlyMap<string, unknown>

/** Normalizes field names to lower case without signs: `TraceId`, `trace_id` and `traceID` are the same. */
function fieldsIn(record: ExportRecord): PlainSpansFields {
  return new Map(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      if (value === null || value === '') return []
      const short = name.toLowerCase().replace(/[^a-z]/g, '')
      if ((short === 'context' || short === 'spancontext') && isObject(value))
        return [...fieldsIn(value)].map(([inner, held]) => [inner, held])
      return [[short, value]]
    }),
  )
}

function first(fields: PlainSpansFields, ...all: readonly string[]): unknown {
  const name = all.find((one) => fields.has(one))
  return name === undefined ? undefined : fields.get(name)
}

function textIn(fields: PlainSpansFields, ...all: readonly string[]): string | undefined {
  const value = all.map((name) => fields.get(name)).find((one) => ['string', 'number', 'bigint'].includes(typeof one))
  return value === undefined ? undefined : String(value as string | number | bigint)
}

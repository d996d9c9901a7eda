import { isObject } from '../../core/basics/is-object.ts'
import type { TracedConversation } from '../conversations.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { readOtlp } from '../otlp.ts'
import type { Span } from '../span.ts'
import { atifConversation, isAtif } from './atif.ts'
import { isLangfuseObservation, isLangfuseTrace, langfuseSpans, observationsNamed } from './langfuse.ts'
import { isLangsmithRun, langsmithSpans } from './langsmith.ts'
import { isPhoenixSpan, phoenixSpans, rowsOfColumns } from './phoenix.ts'
import type { ExportRecord } from './record-fields.ts'
import { cloudWatchMessage, isSdkRecord, sdkSpans, withRecords } from './sdk-spans.ts'

/** A value of a file, and where it stands there. */
export type PlacedValue = { readonly value: unknown; readonly place: string }

/** What the values of trace files say. */
export type TraceRecords = {
  readonly spans: readonly Span[]
  /** What stands there as a conversation already. */
  readonly conversations: readonly TracedConversation[]
  /** The ids of spans that a trace only names, a list for each such trace. */
  readonly named: readonly (readonly string[])[]
  /** What is nothing of the kind, such as scores beside observations. */
  readonly others: readonly PlacedValue[]
}

type Kind = 'otlp' | 'atif' | 'langfuse' | 'langsmith' | 'phoenix' | 'sdk'

/** By their shape; the first that fits. */
const kinds: readonly (readonly [Kind, (record: ExportRecord) => boolean])[] = [
  ['otlp', (record) => otlpKeys.some((key) => Array.isArray(record[key]))],
  ['atif', isAtif],
  ['langfuse', (record) => isLangfuseObservation(record) || isLangfuseTrace(record)],
  ['langsmith', isLangsmithRun],
  ['phoenix', isPhoenixSpan],
  ['sdk', isSdkRecord],
]

const otlpKeys = ['resourceSpans', 'resource_spans', 'resourceLogs', 'resource_logs']

/**
 * The spans and conversations in the values of trace files, whatever wrote them.
 *
 * @throws {EvalError} `format` with the place of a trajectory that is none
 */
export function traceRecords(values: readonly PlacedValue[]): TraceRecords {
  const records = values.flatMap(({ value, place }) => recordsIn(value, place, 4))
  const of = (kind: Kind) => records.filter((record) => record.kind === kind)
  const rows = (kind: Kind) => of(kind).flatMap(({ value }) => (isObject(value) ? [value] : []))
  const otlp = of('otlp').map(({ value }) => readOtlp(value))
  const spans = [
    ...withRecords(
      otlp.flatMap((read) => read.spans),
      otlp.flatMap((read) => read.records),
    ),
    ...sdkSpans(rows('sdk')),
    ...langfuseSpans(rows('langfuse')),
    ...langsmithSpans(rows('langsmith')),
    ...phoenixSpans(rows('phoenix')),
  ]
  return {
    spans,
    conversations: of('atif').map(({ value, place }) => atifConversation(value, place)),
    named: rows('langfuse')
      .map(observationsNamed)
      .filter((ids) => ids.length > 0),
    others: records.filter(({ kind }) => kind === undefined),
  }
}

type FoundRecord = PlacedValue & { readonly kind: Kind | undefined }

/** Records stand alone, in lists, or in an answer of an API around a list. */
function recordsIn(value: unknown, place: string, depth: number): FoundRecord[] {
  const line = depth <= 0 ? undefined : cloudWatchMessage(value)
  if (line !== undefined) return recordsIn(jsonIn(line), place, depth - 1)
  if (Array.isArray(value)) return value.flatMap((one) => recordsIn(one, place, depth - 1))
  if (!isObject(value) || depth <= 0) return [{ value, place, kind: undefined }]
  const kind = kinds.find(([, isOfKind]) => isOfKind(value))?.[0]
  if (kind !== undefined) return [{ value, place, kind }]
  const list = rowsOfColumns(value) ?? lists.map((name) => value[name]).find((one) => Array.isArray(one))
  return list === undefined ? [{ value, place, kind: undefined }] : recordsIn(list, place, depth - 1)
}

const lists = [
  'data',
  'runs',
  'spans',
  'traces',
  'observations',
  'trajectories',
  'records',
  'items',
  'results',
  'events',
]

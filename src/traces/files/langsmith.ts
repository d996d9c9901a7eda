import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject } from '../../core/index.ts'
import { jsonIn } from '../messages/json-in.ts'
import { firstField } from '../messages/first-field.ts'
import type { Span } from '../span.ts'
import { defined } from '../dialects/attributes.ts'
import { fieldOf, objectOfField, textOfField, timeOfField } from './record-fields.ts'
import type { ExportRecord } from './record-fields.ts'

/** Whether a record is a run of LangSmith. */
export function isLangsmithRun(record: ExportRecord): boolean {
  return typeof record['run_type'] === 'string' && ('inputs' in record || 'outputs' in record || 'start_time' in record)
}

/** The spans of LangSmith's runs, listed or as trees of `child_runs`. A run that was written twice has what each of both says. */
export function langsmithSpans(records: readonly ExportRecord[]): Span[] {
  const runs = new Map<string, ExportRecord>()
  const left = records
    .map((record) => ({ record, parent: undefined as string | undefined, trace: undefined as string | undefined }))
    .toReversed()
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { record, parent } = next
    const id = textOfField(record, 'id') ?? textOfField(record, 'run_id') ?? `run-${runs.size}`
    const trace = textOfField(record, 'trace_id') ?? next.trace ?? id
    const placed = { ...runs.get(id), parent_run_id: parent, trace_id: trace, ...withoutNothing(record), id }
    runs.set(id, placed)
    const children = fieldOf(record, 'child_runs')
    if (Array.isArray(children)) {
      left.push(
        ...children
          .filter((one) => isObject(one))
          .map((one) => ({ record: one, parent: id, trace }))
          .toReversed(),
      )
    }
  }
  return withTraces([...runs.values()]).map(spanFrom)
}

function withoutNothing(record: ExportRecord): ExportRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined))
}

/** Older exports have no `trace_id`; the run on top is the trace. */
function withTraces(runs: readonly ExportRecord[]): readonly ExportRecord[] {
  const byId = new Map(runs.map((run) => [textOfField(run, 'id'), run]))
  return runs.map((run) => {
    if (textOfField(run, 'trace_id') !== textOfField(run, 'id')) return run
    let top = run
    for (let hops = 0; hops < 1000; hops += 1) {
      const parent = byId.get(parentOf(top))
      if (parent === undefined || parent === top) break
      top = parent
    }
    return { ...run, trace_id: fieldOf(top, 'trace_id') ?? fieldOf(top, 'id') }
  })
}

function parentOf(run: ExportRecord): string | undefined {
  const said = textOfField(run, 'parent_run_id')
  if (said !== undefined) return said
  const above = textOfField(run, 'dotted_order')?.split('.').at(-2)
  return above === undefined ? undefined : /Z(.+)$/.exec(above)?.[1]
}

function spanFrom(run: ExportRecord): Span {
  const extra = objectOfField(run, 'extra')
  const metadata = { ...objectOfField(run, 'metadata'), ...objectOfField(extra, 'metadata') }
  const kind = textOfField(run, 'run_type') ?? 'chain'
  const began = timeOfField(run, 'start_time') ?? 0
  const error = textOfField(run, 'error')
  return defined({
    traceId: textOfField(run, 'trace_id') ?? '',
    spanId: textOfField(run, 'id') ?? '',
    parentSpanId: parentOf(run),
    name: textOfField(run, 'name') ?? kind,
    startedAt: began,
    endedAt: timeOfField(run, 'end_time'),
    scope: 'langsmith',
    attributes: defined({
      'langsmith.span.kind': kind,
      'gen_ai.prompt': jsonIn(fieldOf(run, 'inputs')),
      'gen_ai.completion': jsonIn(fieldOf(run, 'outputs')),
      'session.id': textOfField(run, 'thread_id'),
      'gen_ai.tool.call.id': textOfField(metadata, 'tool_call_id') ?? textOfField(extra, 'tool_call_id'),
      'langsmith.invocation_params': fieldOf(extra, 'invocation_params'),
      ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`langsmith.metadata.${name}`, value])),
      ...usageOf(run),
    }),
    resource: {},
    events: [],
    // The whole traceback of Python; its last line says what it was.
    error: error === undefined ? undefined : (error.trim().split('\n').at(-1) ?? ''),
  })
}

function usageOf(run: ExportRecord): JsonObject {
  const outputs = objectOfField(run, 'outputs')
  const told = firstField(outputs, 'usage_metadata', 'usage')
  const usage = isObject(told) ? told : {}
  return defined({
    'gen_ai.usage.input_tokens': fieldOf(run, 'prompt_tokens') ?? usage['input_tokens'] ?? usage['prompt_tokens'],
    'gen_ai.usage.output_tokens':
      fieldOf(run, 'completion_tokens') ?? usage['output_tokens'] ?? usage['completion_tokens'],
  })
}

import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject } from '../../core/index.ts'
import { jsonIn } from '../../messages/json-in.ts'
import { countedTokens } from '../../messages/counted-tokens.ts'
import { firstField } from '../../messages/first-field.ts'
import type { Span } from '../span.ts'
import { defined } from '../dialects/attributes.ts'
import { recordField, objectOfField, textOfField, timeOfField, type ExportRecord } from './record-fields.ts'

export function isLangsmithRun(record: ExportRecord): boolean {
  return typeof record['run_type'] === 'string' && ('inputs' in record || 'outputs' in record || 'start_time' in record)
}

/** Converts LangSmith's runs, listed or as trees of `child_runs`, to spans. Duplicate runs are merged. */
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
    const children = recordField(record, 'child_runs')
    for (const one of Array.isArray(children) ? children.toReversed() : []) {
      if (isObject(one)) left.push({ record: one, parent: id, trace })
    }
  }
  const all = withTraces([...runs.values()])
  const parents = new Set(all.map(parentOf))
  return all.map((run) =>
    spanFrom(run, { isAlone: parentOf(run) === undefined && !parents.has(textOfField(run, 'id')) }),
  )
}

function withoutNothing(record: ExportRecord): ExportRecord {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined))
}

/** Older exports have no `trace_id`; the topmost run identifies the trace. */
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
    return { ...run, trace_id: recordField(top, 'trace_id') ?? recordField(top, 'id') }
  })
}

function parentOf(run: ExportRecord): string | undefined {
  const said = textOfField(run, 'parent_run_id')
  if (said !== undefined) return said
  const above = textOfField(run, 'dotted_order')?.split('.').at(-2)
  return above === undefined ? undefined : /Z(.+)$/s.exec(above)?.[1]
}

/** A run of an exchange that was exported without the runs in it, as lists of root runs are, is all that is known. */
function spanFrom(run: ExportRecord, { isAlone }: { readonly isAlone: boolean }): Span {
  const extra = objectOfField(run, 'extra')
  const metadata = { ...objectOfField(run, 'metadata'), ...objectOfField(extra, 'metadata') }
  const kind = textOfField(run, 'run_type') ?? 'chain'
  const runName = textOfField(run, 'name') ?? kind
  // LangChain's agents have this name in their metadata; runs within them repeat it but have other names.
  const isNamed = metadata['lc_agent_name'] === runName
  const isAgent = kind !== 'llm' && kind !== 'tool' && (isNamed || (isAlone && kind === 'chain'))
  const error = textOfField(run, 'error')
  return defined({
    traceId: textOfField(run, 'trace_id') ?? '',
    spanId: textOfField(run, 'id') ?? '',
    parentSpanId: parentOf(run),
    name: runName,
    startedAt: timeOfField(run, 'start_time') ?? 0,
    endedAt: timeOfField(run, 'end_time'),
    scope: 'langsmith',
    attributes: defined({
      'langsmith.span.kind': isAgent ? 'agent' : kind,
      'gen_ai.agent.name': isAgent && isNamed ? runName : undefined,
      'gen_ai.prompt': jsonIn(recordField(run, 'inputs')),
      'gen_ai.completion': jsonIn(recordField(run, 'outputs')),
      'session.id': textOfField(run, 'thread_id'),
      'gen_ai.tool.call.id': textOfField(metadata, 'tool_call_id') ?? textOfField(extra, 'tool_call_id'),
      'gen_ai.tool.definitions': firstField(objectOfField(extra, 'invocation_params'), 'tools', 'functions'),
      ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`langsmith.metadata.${name}`, value])),
      ...usageOf(run),
    }),
    resource: {},
    events: [],
    // The last line of a Python traceback names the error.
    error: error === undefined ? undefined : (error.trim().split('\n').at(-1) ?? ''),
  })
}

/** Reads the tokens of a model call, which some providers nest in the output, or the sum that a root run has. */
function usageOf(run: ExportRecord): JsonObject {
  if (run['run_type'] !== 'llm' && parentOf(run) !== undefined) return {}
  const usage = run['run_type'] === 'llm' ? countedTokens(usageIn(objectOfField(run, 'outputs'), 8)) : undefined
  return defined({
    'gen_ai.usage.input_tokens': usage?.inputTokens ?? recordField(run, 'prompt_tokens'),
    'gen_ai.usage.output_tokens': usage?.outputTokens ?? recordField(run, 'completion_tokens'),
    'gen_ai.usage.cache_read.input_tokens':
      usage?.cachedTokens ?? recordField(objectOfField(run, 'prompt_token_details'), 'cache_read'),
    'gen_ai.usage.reasoning.output_tokens': usage?.reasoningTokens,
    'gen_ai.usage.cost': recordField(run, 'total_cost'),
  })
}

function usageIn(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return undefined
  const told = firstField(value, 'usage_metadata', 'usage', 'token_usage')
  if (isObject(told)) return told
  for (const child of Object.values(value)) {
    const found = usageIn(child, depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}

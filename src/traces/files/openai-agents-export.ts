import { openaiAgentsSpans } from '../capture/openai-agents-spans.ts'
import type { Span } from '../span.ts'
import { recordField, objectOfField, textOfField, timeOfField, type ExportRecord } from './record-fields.ts'

/** Whether a record is a trace or a span as the tracing of OpenAI Agents exports them. */
export function isOpenaiAgentsRecord(record: ExportRecord): boolean {
  return record['object'] === 'trace' || record['object'] === 'trace.span' || isSpan(record)
}

function isSpan(record: ExportRecord): boolean {
  return typeof objectOfField(record, 'spanData')['type'] === 'string' && textOfField(record, 'traceId') !== undefined
}

/** The spans of such records; a trace itself says no more than the name of its workflow, and its group. */
export function exportedOpenaiAgentsSpans(records: readonly ExportRecord[]): Span[] {
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

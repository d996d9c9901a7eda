import { isObject } from '../../core/basics/is-object.ts'
import type { JsonObject } from '../../core/index.ts'
import type { Span, SpanEvent } from '../span.ts'
import { fieldsOf } from './fields-of.ts'
import { plainValue } from './plain-value.ts'

/** Reads the current state of a span of any version of OpenTelemetry's SDK. */
export function liveSpan(span: object): Span | undefined {
  const live = span as JsonObject // every field is checked
  const own = typeof live['spanContext'] === 'function' ? fieldsOf(live['spanContext']()) : {}
  const { traceId, spanId } = own
  if (typeof traceId !== 'string' || typeof spanId !== 'string') return undefined
  const parent = fieldsOf(live['parentSpanContext'])['spanId'] ?? live['parentSpanId']
  const status = fieldsOf(live['status'])
  const startedAt = millisecondsOf(live['startTime']) ?? 0
  const endedAt = live['ended'] === false ? undefined : millisecondsOf(live['endTime'])
  const scope = fieldsOf(live['instrumentationScope'] ?? live['instrumentationLibrary'])['name']
  return {
    traceId,
    spanId,
    ...(typeof parent === 'string' && parent !== '' && { parentSpanId: parent }),
    name: String(live['name']),
    startedAt,
    ...(endedAt !== undefined && endedAt >= startedAt && { endedAt }),
    ...(typeof scope === 'string' && { scope }),
    attributes: fieldsOf(plainValue(live['attributes'])),
    resource: fieldsOf(plainValue(fieldsOf(live['resource'])['attributes'])),
    events: [live['events']].flat().filter(isObject).map(eventOf),
    ...(status['code'] === 2 && { error: String(status['message'] ?? '') }),
  }
}

function eventOf({ name, attributes, time }: JsonObject): SpanEvent {
  return { name: String(name), at: millisecondsOf(time) ?? 0, attributes: fieldsOf(plainValue(attributes)) }
}

/**
 * Reads OpenTelemetry's forms of time: [seconds, nanoseconds], milliseconds since 1970 or since process start, a Date.
 */
function millisecondsOf(time: unknown): number | undefined {
  if (Array.isArray(time)) return Number(time[0]) * 1000 + Number(time[1]) / 1e6
  if (time instanceof Date) return time.getTime()
  if (typeof time !== 'number') return undefined
  return time < performance.timeOrigin ? performance.timeOrigin + time : time
}

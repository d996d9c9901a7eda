import type { MessageSchema } from './protobuf.ts'

// The fields we read of opentelemetry-proto 1.x: trace/v1, logs/v1, common/v1, resource/v1. Their numbers never change.

const anyValue: MessageSchema = {
  1: { name: 'stringValue', kind: 'text' },
  2: { name: 'boolValue', kind: 'boolean' },
  3: { name: 'intValue', kind: 'integer' },
  4: { name: 'doubleValue', kind: 'double' },
  5: { name: 'arrayValue', kind: () => ({ 1: { name: 'values', kind: () => anyValue, many: true } }) },
  6: { name: 'kvlistValue', kind: () => ({ 1: { name: 'values', kind: () => keyValue, many: true } }) },
  7: { name: 'bytesValue', kind: 'base64' },
}

const keyValue: MessageSchema = {
  1: { name: 'key', kind: 'text' },
  2: { name: 'value', kind: () => anyValue },
}

const attributes = { name: 'attributes', kind: () => keyValue, many: true } as const
const resource = { name: 'resource', kind: () => ({ 1: attributes }) } as const

const scope: MessageSchema = { 1: { name: 'name', kind: 'text' } }

const span: MessageSchema = {
  1: { name: 'traceId', kind: 'hex' },
  2: { name: 'spanId', kind: 'hex' },
  4: { name: 'parentSpanId', kind: 'hex' },
  5: { name: 'name', kind: 'text' },
  7: { name: 'startTimeUnixNano', kind: 'fixed64' },
  8: { name: 'endTimeUnixNano', kind: 'fixed64' },
  9: attributes,
  11: {
    name: 'events',
    kind: () => ({ 1: { name: 'timeUnixNano', kind: 'fixed64' }, 2: { name: 'name', kind: 'text' }, 3: attributes }),
    many: true,
  },
  15: {
    name: 'status',
    kind: () => ({ 2: { name: 'message', kind: 'text' }, 3: { name: 'code', kind: 'enum' } }),
  },
}

const logRecord: MessageSchema = {
  1: { name: 'timeUnixNano', kind: 'fixed64' },
  5: { name: 'body', kind: () => anyValue },
  6: attributes,
  9: { name: 'traceId', kind: 'hex' },
  10: { name: 'spanId', kind: 'hex' },
  11: { name: 'observedTimeUnixNano', kind: 'fixed64' },
  12: { name: 'eventName', kind: 'text' },
}

const scopeSpans: MessageSchema = {
  1: { name: 'scope', kind: () => scope },
  2: { name: 'spans', kind: () => span, many: true },
}
const scopeLogs: MessageSchema = {
  1: { name: 'scope', kind: () => scope },
  2: { name: 'logRecords', kind: () => logRecord, many: true },
}
const resourceSpans: MessageSchema = { 1: resource, 2: { name: 'scopeSpans', kind: () => scopeSpans, many: true } }
const resourceLogs: MessageSchema = { 1: resource, 2: { name: 'scopeLogs', kind: () => scopeLogs, many: true } }

export const traceRequest: MessageSchema = { 1: { name: 'resourceSpans', kind: () => resourceSpans, many: true } }

export const logRequest: MessageSchema = { 1: { name: 'resourceLogs', kind: () => resourceLogs, many: true } }

import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { nestingDepth, parseJson } from '../../core/index.ts'
import { readOtlp, type Otlp } from '../otlp.ts'
import { readProtobuf, type MessageSchema } from './protobuf.ts'

export type PostedBody = {
  readonly signal: 'traces' | 'logs'
  /** Undefined when the content type is unknown; JSON begins with a brace. */
  readonly isJson: boolean | undefined
  readonly encoding: string
  readonly bytes: Buffer
}

/** Limits both the compressed and the decompressed size. */
export const mostBodyBytes = 32 * 2 ** 20

const unpackers = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
}

export function isKnownEncoding(encoding: string): encoding is 'identity' | keyof typeof unpackers {
  return encoding === 'identity' || Object.hasOwn(unpackers, encoding)
}

/** @returns the message and how long decompression took; undefined when it is invalid or too large */
export async function readOtlpBody({
  signal,
  isJson,
  encoding,
  bytes,
}: PostedBody): Promise<(Otlp & { readonly bytes: number }) | undefined> {
  try {
    const unpacked = await unpack(bytes, encoding)
    const json =
      (isJson ?? unpacked[0] === 0x7b)
        ? shallow(unpacked)
        : readProtobuf(unpacked, signal === 'traces' ? traceRequest : logRequest)
    return { ...readOtlp(json), bytes: unpacked.length }
  } catch (error) {
    // zlib: damaged or too large; the readers: not an OTLP message, or nested too deep.
    const isForeign = error instanceof SyntaxError || error instanceof RangeError || isZlibError(error)
    if (isForeign) return undefined
    throw error
  }
}

async function unpack(bytes: Buffer, encoding: string): Promise<Buffer> {
  if (!isKnownEncoding(encoding)) throw new RangeError('an unknown encoding')
  return encoding === 'identity' ? bytes : unpackers[encoding](bytes, { maxOutputLength: mostBodyBytes })
}

function shallow(bytes: Buffer): unknown {
  const json = parseJson(bytes.toString('utf8'))
  if (nestingDepth(json, deepest) >= deepest) throw new RangeError('nested too deep')
  return json
}

// Each nested value takes four levels of JSON.
const deepest = 300

function isZlibError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^(?:Z_|ERR_(?:_|BUFFER_TOO_LARGE|ZSTD|BROTLI))/.test(String(error.code))
  )
}

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

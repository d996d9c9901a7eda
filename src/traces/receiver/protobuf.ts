/** Maps field numbers to fields; `many` marks repeated ones. */
export type MessageSchema = Readonly<Record<number, ProtobufField>>
type ProtobufField = {
  readonly name: string
  readonly many?: boolean
  readonly kind: ProtobufKind | (() => MessageSchema)
}
/** `hex` and `base64` are bytes written as in OTLP's JSON; numbers are written as there too. */
type ProtobufKind = 'text' | 'hex' | 'base64' | 'boolean' | 'integer' | 'enum' | 'fixed64' | 'double'

const deepest = 64
const mostMessages = 500_000

/**
 * Reads a protobuf message as the JSON object that it is in OTLP. Fields that the schema does not have are skipped.
 *
 * @throws {RangeError} for bytes that are no such message, are nested too deep, or contain too many messages
 */
export function readProtobuf(bytes: Uint8Array, schema: MessageSchema): Record<string, unknown> {
  return readMessage(wireReader(bytes), bytes.length, schema, { depth: 0, left: { messages: mostMessages } })
}

type Budget = { readonly depth: number; readonly left: { messages: number } }

function readMessage(wire: WireReader, end: number, schema: MessageSchema, { depth, left }: Budget) {
  // A message needs few bytes but much more memory.
  if (depth > deepest || (left.messages -= 1) < 0) throw new RangeError('a message with too much in it')
  const message: Record<string, unknown> = {}
  while (wire.position() < end) {
    const tag = Number(wire.varint())
    const wireType = tag & 7
    const field = schema[tag >>> 3]
    if (field === undefined || wireType !== wireTypeOf(field)) {
      wire.skip(wireType)
      continue
    }
    const { name, kind, many = false } = field
    const value =
      typeof kind === 'function'
        ? readMessage(wire, wire.endOfBytes(end), kind(), { depth: depth + 1, left })
        : readScalar(wire, kind, end)
    if (!many) message[name] = value
    else if (Array.isArray(message[name])) message[name].push(value)
    else message[name] = [value]
  }
  if (wire.position() !== end) throw truncated()
  return message
}

function wireTypeOf({ kind }: ProtobufField): number {
  if (kind === 'fixed64' || kind === 'double') return 1
  return kind === 'boolean' || kind === 'integer' || kind === 'enum' ? 0 : 2
}

function readScalar(wire: WireReader, kind: ProtobufKind, end: number): unknown {
  switch (kind) {
    case 'text':
      return wire.bytes(wire.endOfBytes(end)).toString('utf8')
    case 'hex':
    case 'base64':
      return wire.bytes(wire.endOfBytes(end)).toString(kind)
    case 'boolean':
      return wire.varint() !== 0n
    case 'enum':
      return Number(wire.varint())
    case 'integer':
      return String(BigInt.asIntN(64, wire.varint()))
    case 'fixed64':
      return String(wire.fixed64())
    case 'double':
      return wire.double()
  }
}

type WireReader = ReturnType<typeof wireReader>

function wireReader(given: Uint8Array) {
  const buffer = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  let at = 0
  const advance = (length: number): number => {
    if (length > buffer.length - at) throw truncated()
    at += length
    return at - length
  }

  function varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = buffer.readUInt8(advance(1))
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw truncated()
  }

  /** Reads a length and returns the offset at which its bytes end, which must not exceed `limit`. */
  function endOfBytes(limit: number): number {
    const end = Number(varint()) + at
    if (end > limit) throw truncated()
    return end
  }

  return {
    position: () => at,
    varint,
    endOfBytes,
    bytes: (end: number) => buffer.subarray(advance(end - at), end),
    fixed64: () => buffer.readBigUInt64LE(advance(8)),
    double: () => buffer.readDoubleLE(advance(8)),
    skip(wireType: number): void {
      if (wireType === 0) varint()
      else if (wireType === 1) advance(8)
      else if (wireType === 2) advance(Number(varint()))
      else if (wireType === 5) advance(4)
      else throw truncated()
    },
  }
}

function truncated(): RangeError {
  return new RangeError('not a message of protobuf')
}

import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { nestingDepth, parseJson } from '../../core/index.ts'
import { readOtlp, type Otlp } from '../otlp.ts'
import { logRequest, traceRequest } from './otlp-schema.ts'
import { readProtobuf } from './protobuf.ts'

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

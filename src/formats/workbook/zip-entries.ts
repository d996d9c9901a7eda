import { inflateRawSync, zstdDecompressSync } from 'node:zlib'
import { EvalError, message } from '../../core/index.ts'

/** The files of a zip archive by their names, read when they are asked for. */
export type ZipEntries = {
  readonly names: readonly string[]
  /** Undefined where there is none. @throws {EvalError} `format` for one that is damaged or too large */
  readonly text: (name: string) => string | undefined
}

type Entry = { readonly method: number; readonly size: number; readonly length: number; readonly offset: number }

const LARGEST_ENTRY = 64 * 1024 * 1024
const MOST_ENTRIES = 10_000

/**
 * What its directory says is checked against the bytes there are, and nothing unpacks to more than 64 MiB.
 *
 * @throws {EvalError} `format` for what is no zip archive
 */
export function zipEntries(bytes: Uint8Array, file: string): ZipEntries {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = damagedAs(file, () => directoryOf(view))
  return {
    names: [...entries.keys()],
    text(name) {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      if (entry.length > LARGEST_ENTRY) throw tooLarge(file, name)
      return new TextDecoder().decode(damagedAs(file, () => contentOf(view, entry), name))
    },
  }
}

class Damaged extends Error {}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50

function directoryOf(view: DataView): ReadonlyMap<string, Entry> {
  const end = endOfDirectory(view)
  const count = view.getUint16(end + 10, true)
  if (count > MOST_ENTRIES) throw new Damaged('too many entries')
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== entryMark) throw new Damaged('no entry')
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytesAt(view, at + 46, nameLength))
    entries.set(name.replaceAll('\\', '/'), {
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      length: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** It stands at the end, before a comment of up to 64 KiB. */
function endOfDirectory(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - 22 - 0xff_ff)
  for (let at = view.byteLength - 22; at >= earliest; at -= 1) {
    if (view.getUint32(at, true) === endMark) return at
  }
  throw new Damaged('no directory')
}

function contentOf(view: DataView, { method, size, offset }: Entry): Uint8Array {
  if (view.getUint32(offset, true) !== localMark) throw new Damaged('no content')
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const packed = bytesAt(view, start, size)
  if (method === 0) return packed
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: LARGEST_ENTRY })
  // Newer logs of Inspect.
  if (method === 93) return zstdDecompressSync(packed, { maxOutputLength: LARGEST_ENTRY })
  throw new Damaged('unknown method')
}

function bytesAt(view: DataView, start: number, length: number): Uint8Array {
  if (start + length > view.byteLength) throw new Damaged('cut off')
  return new Uint8Array(view.buffer, view.byteOffset + start, length)
}

function damagedAs<T>(file: string, read: () => T, name?: string): T {
  try {
    return read()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(file, name ?? '')
    // A view throws a RangeError behind its end, zlib an error with a code of its own.
    if (!(cause instanceof Damaged) && !(cause instanceof RangeError) && !/^(Z_|ZSTD_|ERR_ZSTD)/.test(code)) throw cause
    if (/\.eval$/i.test(file)) {
      throw new EvalError('format', message('{file}: this is no log of Inspect, or it is damaged', { file }), {
        hint: message('As JSON it can be read, too: inspect log convert --to json'),
        cause,
      })
    }
    throw new EvalError('format', message('{file}: this is no workbook, or it is damaged', { file }), {
      hint: message('Save it again as .xlsx. One that is protected by a password, or an old .xls, is not read.'),
      cause,
    })
  }
}

function tooLarge(file: string, name: string): EvalError {
  return new EvalError(
    'format',
    message('{file}: {name} unpacks to more than {size} MiB', { file, name, size: LARGEST_ENTRY / 1024 / 1024 }),
    { hint: message('Write one case per line into a .jsonl file instead: it is streamed, however large it is.') },
  )
}

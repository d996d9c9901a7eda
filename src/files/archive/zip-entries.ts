import { inflateRawSync, zstdDecompressSync } from 'node:zlib'
import { type Message, EvalError, message } from '../../core/index.ts'

/** The files of a zip archive by name, decompressed on demand. */
export type ZipEntries = {
  readonly names: readonly string[]
  /** Undefined where there is no such file. @throws {EvalError} `format` for one that is damaged or too large */
  readonly text: (name: string) => string | undefined
}

type ZipEntriesEntry = {
  readonly method: number
  readonly size: number
  readonly length: number
  readonly offset: number
}

/** Error messages for an unreadable archive, worded for the type of file that it should be. */
export type ArchiveWords = {
  readonly damaged: Message
  readonly damagedHint: Message
  readonly tooLargeHint: Message
}

const LARGEST_ENTRY = 64 * 1024 * 1024
const MOST_ENTRIES = 10_000

/**
 * Reads the directory of a zip archive, checked against the bytes present. No file decompresses to more than 64 MiB.
 *
 * @throws {EvalError} `format` for bytes that are no zip archive
 */
export function zipEntries(bytes: Uint8Array, file: string, words: ArchiveWords): ZipEntries {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const refuse = refusalsOf(file, words)
  const entries = guarded(refuse, '', () => directoryOf(view))
  return {
    names: [...entries.keys()],
    text(name) {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      if (entry.length > LARGEST_ENTRY) throw refuse.tooLarge(name)
      return new TextDecoder().decode(guarded(refuse, name, () => contentOf(view, entry)))
    },
  }
}

class Damaged extends Error {}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50

function directoryOf(view: DataView): ReadonlyMap<string, ZipEntriesEntry> {
  const end = endOfDirectory(view)
  const count = view.getUint16(end + 10, true)
  if (count > MOST_ENTRIES) throw new Damaged('too many entries')
  const entries = new Map<string, ZipEntriesEntry>()
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

/** Finds the directory's end record, which stands before a comment of up to 64 KiB. */
function endOfDirectory(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - 22 - 0xff_ff)
  for (let at = view.byteLength - 22; at >= earliest; at -= 1) {
    if (view.getUint32(at, true) === endMark) return at
  }
  throw new Damaged('no directory')
}

function contentOf(view: DataView, { method, size, offset }: ZipEntriesEntry): Uint8Array {
  if (view.getUint32(offset, true) !== localMark) throw new Damaged('no content')
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const packed = bytesAt(view, start, size)
  if (method === 0) return packed
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: LARGEST_ENTRY })
  // Newer logs of Inspect use Zstandard.
  if (method === 93) return zstdDecompressSync(packed, { maxOutputLength: LARGEST_ENTRY })
  throw new Damaged('unknown method')
}

function bytesAt(view: DataView, start: number, length: number): Uint8Array {
  if (start + length > view.byteLength) throw new Damaged('cut off')
  return new Uint8Array(view.buffer, view.byteOffset + start, length)
}

type Refusals = ReturnType<typeof refusalsOf>

function guarded<T>(refuse: Refusals, name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code === 'ERR_BUFFER_TOO_LARGE') throw refuse.tooLarge(name)
    // A DataView throws a RangeError past its end; zlib throws errors with codes of its own.
    if (!(cause instanceof Damaged) && !(cause instanceof RangeError) && !/^(Z_|ZSTD_|ERR_ZSTD)/.test(code)) throw cause
    throw refuse.damaged(cause)
  }
}

function refusalsOf(file: string, { damaged, damagedHint, tooLargeHint }: ArchiveWords) {
  return {
    damaged: (cause: unknown) => new EvalError('format', damaged, { hint: damagedHint, cause }),
    tooLarge: (name: string) =>
      new EvalError(
        'format',
        message('{file}: {name} unpacks to more than {size} MiB', { file, name, size: LARGEST_ENTRY / 1024 / 1024 }),
        { hint: tooLargeHint },
      ),
  }
}

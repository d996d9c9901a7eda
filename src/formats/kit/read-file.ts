import type { Stats } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { EvalError, message } from '../../core/index.ts'
import { reading, refuseOtherThanFile } from '../../files/index.ts'

/** Bytes that are read at once. */
const CHUNK = 256 * 1024

/** The size and modification time of an existing file, which show whether it has changed since. */
export type FileState = { readonly path: string; readonly size: number; readonly modifiedMs: number }

/** @throws {EvalError} when the file does not exist, is not an ordinary file, is empty, or may not be read */
export async function fileState(path: string): Promise<FileState> {
  const stats = await reading(path, () => stat(path))
  refuseOtherThanFile(path, stats)
  if (stats.size === 0) {
    throw new EvalError('format', message('{file} is empty', { file: path }), {
      hint: message('A dataset has at least one case.'),
    })
  }
  return toState(path, stats)
}

export async function readBeginning(path: string, length: number): Promise<Uint8Array> {
  const handle = await reading(path, () => open(path))
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

export async function readWhole(path: string): Promise<Uint8Array> {
  return reading(path, () => readFile(path))
}

/**
 * Yields the bytes of a file in chunks, each in the same memory as the last one.
 *
 * @throws {EvalError} when the file has changed since
 */
export async function* readChunks(file: FileState): AsyncGenerator<Uint8Array> {
  const now = toState(file.path, await reading(file.path, () => stat(file.path)))
  if (now.size !== file.size || now.modifiedMs !== file.modifiedMs) {
    throw new EvalError('usage', message('{file} changed while it was read', { file: file.path }), {
      hint: message('Start again when nobody writes to it.'),
    })
  }
  const handle = await reading(file.path, () => open(file.path))
  try {
    const chunk = Buffer.allocUnsafeSlow(CHUNK)
    for (let length = 1; length > 0;) {
      length = (await handle.read(chunk, 0, CHUNK)).bytesRead
      if (length > 0) yield chunk.subarray(0, length)
    }
  } finally {
    await handle.close()
  }
}

function toState(path: string, { size, mtimeMs }: Stats): FileState {
  return { path, size, modifiedMs: mtimeMs }
}

import { constants, write } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Stream } from './destination.ts'
import { type Writing, codeOf } from './write-error.ts'

const writeTo = promisify(write)
const readerWaitMs = 50
const longestWaitMs = 10_000

/** Writes pieces to a pipe, a device or an open file as they arrive. */
export async function writeToStream(
  stream: Stream,
  pieces: AsyncIterable<Uint8Array>,
  writing: Writing,
): Promise<void> {
  if ('path' in stream) return writeToPath(stream.path, pieces, writing)
  for await (const piece of pieces) await writing(async () => writeToDescriptor(stream.descriptor, piece))
}

async function writeToPath(path: string, pieces: AsyncIterable<Uint8Array>, writing: Writing): Promise<void> {
  const handle = await writing(async () => openForReader(path))
  try {
    for await (const piece of pieces) await writing(async () => handle.writeFile(piece))
  } finally {
    await handle.close()
  }
}

/** Waits for a pipe's reader without blocking a thread, which would keep the process alive. */
async function openForReader(path: string): Promise<FileHandle> {
  for (let waited = 0; ; waited += readerWaitMs) {
    try {
      const probe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK)
      try {
        return await open(path, 'w')
      } finally {
        await probe.close()
      }
    } catch (error) {
      if (codeOf(error) !== 'ENXIO' || !(await stat(path)).isFIFO()) throw error
      if (waited >= longestWaitMs) throw nobodyReads(path)
    }
    await setTimeout(readerWaitMs)
  }
}

function nobodyReads(path: string): Error {
  return Object.assign(new Error('ENXIO: nobody reads from the pipe'), { code: 'ENXIO', syscall: 'open', path })
}

async function writeToDescriptor(descriptor: number, piece: Uint8Array): Promise<void> {
  if (descriptor === 1 || descriptor === 2) {
    const output = descriptor === 1 ? process.stdout : process.stderr
    return new Promise((resolve, reject) => {
      output.write(piece, (error) => (error ? reject(error) : resolve()))
    })
  }
  for (let at = 0; at < piece.length;) at += (await writeTo(descriptor, piece, at)).bytesWritten
}

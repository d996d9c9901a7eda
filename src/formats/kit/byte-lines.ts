import { EvalError, message } from '../../core/index.ts'
import { decodeText } from './decode-text.ts'

export type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export type ByteLine = {
  readonly text: string
  readonly number: number
  /** True for a last line without a line break, which may have been cut off. */
  readonly unended?: boolean
}

/** A longer line is probably a whole document on one line, and would be held in memory at once. */
export const LONGEST_LINE = 16 * 1024 * 1024

/**
 * Yields the lines that are not blank in batches, so that a million lines do not cost a million promises. One chunk and
 * one line are in memory at a time.
 *
 * @throws {EvalError} for a line over 16 MiB and for bytes that are not UTF-8
 */
export async function* lineBatches(bytes: Bytes, file: string): AsyncGenerator<readonly ByteLine[]> {
  let number = 1
  for await (const block of textBlocks(bytes, file)) {
    const { batch, next } = splitLines(block, file, number)
    if (batch.length > 0) yield batch
    number = next
  }
}

export async function* textBlocks(bytes: Bytes, file: string): AsyncGenerator<string> {
  let rest: Uint8Array[] = []
  let restLength = 0
  let offset = 0
  let lines = 0
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(NEWLINE) + 1
    if (end > 0) {
      const block = concatenate(rest, restLength, chunk.subarray(0, end))
      yield decodeText(block, file, offset)
      offset += block.length
      lines += newlines(block)
      rest = []
      restLength = 0
    }
    if (end < chunk.length) {
      // A stream may reuse its buffer, so the rest is copied.
      rest.push(chunk.slice(end))
      restLength += chunk.length - end
    }
    if (restLength > LONGEST_LINE) throw tooLong(file, lines + 1)
  }
  if (restLength > 0) yield decodeText(concatenate(rest, restLength, new Uint8Array()), file, offset)
}

const NEWLINE = 0x0a

function newlines(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1
  return count
}

function splitLines(text: string, file: string, first: number): { batch: readonly ByteLine[]; next: number } {
  const batch: ByteLine[] = []
  let number = first
  let start = 0
  while (start < text.length) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    if (end - start > LONGEST_LINE) throw tooLong(file, number)
    const line = text.slice(start, end)
    if (line.trim() !== '') batch.push(newline < 0 ? { text: line, number, unended: true } : { text: line, number })
    number += 1
    start = end + 1
  }
  return { batch, next: number }
}

function concatenate(parts: readonly Uint8Array[], length: number, last: Uint8Array): Uint8Array {
  if (parts.length === 0) return last
  const whole = new Uint8Array(length + last.length)
  let at = 0
  for (const part of [...parts, last]) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function tooLong(file: string, number: number): EvalError {
  return new EvalError(
    'format',
    message('{file}:{line}: this line is longer than {limit} MiB', {
      file,
      line: number,
      limit: LONGEST_LINE / 1024 / 1024,
    }),
    { hint: message('A .jsonl file has one case on each line.') },
  )
}

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
export async function* lineBatches(
  bytes: Bytes,
  file: string,
  mayMatter: (block: Buffer) => boolean = () => true,
): AsyncGenerator<readonly ByteLine[]> {
  for await (const { block, offset, line } of wholeLines(bytes, file)) {
    if (!mayMatter(block)) continue
    const batch = splitLines(decodeText(block, file, offset), file, line)
    if (batch.length > 0) yield batch
  }
}

export async function* textBlocks(bytes: Bytes, file: string): AsyncGenerator<string> {
  for await (const { block, offset } of wholeLines(bytes, file)) yield decodeText(block, file, offset)
}

/** Some lines, with the position of their first byte and the number of their first line. */
type LineBlock = { readonly block: Buffer; readonly offset: number; readonly line: number }

async function* wholeLines(bytes: Bytes, file: string): AsyncGenerator<LineBlock> {
  let rest: Buffer = Buffer.alloc(0)
  let offset = 0
  let line = 1
  for await (const { buffer, byteOffset, length } of bytes) {
    const chunk = Buffer.from(buffer, byteOffset, length)
    // Only the line that began in an earlier chunk is copied, not the chunk.
    const first = rest.length === 0 ? 0 : chunk.indexOf(NEWLINE) + 1
    const last = chunk.lastIndexOf(NEWLINE) + 1
    const joined = last === 0 ? [] : [Buffer.concat([rest, chunk.subarray(0, first)]), chunk.subarray(first, last)]
    for (const block of joined.filter((one) => one.length > 0)) {
      yield { block, offset, line }
      offset += block.length
      line += newlines(block)
    }
    // The reader fills the same buffer again.
    rest = Buffer.concat([last === 0 ? rest : Buffer.alloc(0), chunk.subarray(last)])
    if (rest.length > LONGEST_LINE) throw tooLong(file, line)
  }
  if (rest.length > 0) yield { block: rest, offset, line }
}

const NEWLINE = 0x0a

function newlines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1
  return count
}

function splitLines(text: string, file: string, first: number): readonly ByteLine[] {
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
  return batch
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

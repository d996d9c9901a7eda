import { type Transcripts, parsedJson } from '../core/index.ts'
import { open } from 'node:fs/promises'
import { isObject } from '../core/basics/is-object.ts'

const endBytes = 1024 * 1024

/**
 * Returns whether a recording has a transcript of the case. Recordings usually keep the order of the cases, so the last
 * line is read first, and all lines only when it belongs to another case.
 *
 * @throws {EvalError} `format` with the line that cannot be read
 */
export async function hasTranscript(caseId: string, path: string, transcripts: Transcripts): Promise<boolean> {
  if ((await lastCaseId(path)) === caseId) return true
  for await (const transcript of transcripts()) if (transcript.caseId === caseId) return true
  return false
}

/** Returns the case id of the last line; undefined when the end of the file does not show it. */
async function lastCaseId(path: string): Promise<unknown> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, endBytes)
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    const lines = buffer.toString('utf8').trimEnd()
    const last = parsedJson(lines.slice(lines.lastIndexOf('\n') + 1))
    return isObject(last) ? last['eval_id'] : undefined
  } finally {
    await handle.close()
  }
}

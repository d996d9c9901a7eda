import type { CaseRecord, Run } from '../core/index.ts'

/** What a report is written from. `records` come in dataset order and are read once, so that a long run streams. */
export type RunReport = {
  readonly run: Run
  readonly records: AsyncIterable<CaseRecord> | Iterable<CaseRecord>
}

/** Hands a report to whoever writes it, in pieces that are worth a system call. */
async function writeChunks(
  chunks: AsyncIterable<string> | Iterable<string>,
  write: (text: string) => void | Promise<void>,
): Promise<void> {
  let pending = ''
  for await (const chunk of chunks) {
    pending += chunk
    if (pending.length < 65_536) continue
    await write(pending)
    pending = ''
  }
  if (pending !== '') await write(pending)
}

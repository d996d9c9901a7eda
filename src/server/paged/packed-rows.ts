import { setImmediate } from 'node:timers/promises'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type RunStore, parseJson, stringifyJson } from '../../core/index.ts'
import type { CaseRow } from '../api/runs.ts'
import { rowsByCase } from '../case-walk.ts'

/** All rows of a run, compressed to a tenth of their memory in pieces of about a hundred, and read once from beginning to end. */
export type PackedRows = {
  /** Resolves with the rows of a piece, whole cases only; undefined behind the last piece. */
  piece(index: number): Promise<readonly CaseRow[] | undefined>
  read(): number
  isDone(): boolean
}

const rowsInPiece = 100

export function packedRows(store: Pick<RunStore, 'records'>, runId: string): PackedRows {
  const pieces: Uint8Array[] = []
  let read = 0
  let isDone = false
  let more = Promise.withResolvers<void>()
  const reading = readAll()
  // `piece` rethrows the error; without a waiting caller it must not end the process.
  reading.catch(() => undefined)

  async function readAll(): Promise<void> {
    let rows: CaseRow[] = []
    const pack = async () => {
      pieces.push(deflateRawSync(stringifyJson(rows), { level: 1 }))
      read += rows.length
      rows = []
      more.resolve()
      more = Promise.withResolvers()
      await setImmediate()
    }
    for await (const repeats of rowsByCase(store.records(runId))) {
      rows.push(...repeats)
      if (rows.length >= rowsInPiece) await pack()
    }
    if (rows.length > 0) await pack()
    isDone = true
    more.resolve()
  }

  return {
    async piece(index) {
      const isComing = () => !isDone && pieces.length <= index
      while (isComing()) await Promise.race([more.promise, reading])
      const packed = pieces[index]
      // The cast: `readAll` packed these rows.
      return packed && (parseJson(inflateRawSync(packed).toString()) as CaseRow[])
    },
    read: () => read,
    isDone: () => isDone,
  }
}

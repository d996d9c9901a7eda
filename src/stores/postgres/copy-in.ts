import type { Connection as PostgresConnection, Submittable } from 'pg'
import type { Connection } from './postgres-database.ts'

type Cell = string | number

// The size in characters of each batch of rows.
const chunkSize = 262_144

/** Writes rows by `COPY`, PostgreSQL's fastest way. `into` names the table and its columns. */
export async function copyIn(connection: Connection, into: string, rows: Iterable<readonly Cell[]>): Promise<void> {
  const finished = Promise.withResolvers<void>()
  let failure: Error | undefined
  const statement = {
    submit: (to: PostgresConnection) => asCopying(to).query(`COPY ${into} FROM STDIN`),
    handleCopyInResponse(to: PostgresConnection) {
      for (const chunk of chunksOf(rows)) asCopying(to).sendCopyFromChunk(Buffer.from(chunk))
      asCopying(to).endCopyFrom()
    },
    handleError(error: Error) {
      failure = error
      finished.reject(error)
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery() {
      if (failure === undefined) finished.resolve()
    },
  } satisfies Submittable & Record<string, unknown>
  connection.query(statement)
  await finished.promise
}

function* chunksOf(rows: Iterable<readonly Cell[]>): Generator<string> {
  let chunk = ''
  for (const row of rows) {
    chunk += `${row.map(escaped).join('\t')}\n`
    if (chunk.length < chunkSize) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

const special = /[\\\n\r\t]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(cell: Cell): string {
  if (typeof cell === 'number' || !special.test(cell)) return String(cell)
  return cell.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character)
}

type CopyingConnection = {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

// The cast is safe: `pg` supports custom statements, but its types lack them.
function asCopying(connection: PostgresConnection): CopyingConnection {
  return connection as unknown as CopyingConnection
}

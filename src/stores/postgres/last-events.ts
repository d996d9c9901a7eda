import type { StoreEntry } from '../commit-entries.ts'
import type { Connection, PostgresRow } from './postgres-database.ts'

export type LastEvent = { readonly seq: number; readonly type: string }

/** The last event of each case that this process is writing, which saves a query for each event. */
export type OpenCases = Map<string, LastEvent>

/** Reads the last events that are not remembered, or must be certain, in one query for all entries. */
export async function lastEvents(
  connection: Connection,
  events: string,
  entries: readonly StoreEntry[],
  { numbers, open }: { readonly numbers: ReadonlyMap<string, number>; readonly open: ReadonlyMap<string, LastEvent> },
): Promise<OpenCases> {
  const found: OpenCases = new Map()
  const wanted = new Map<string, readonly [number, number, number]>()
  for (const { runId, change } of entries) {
    const run = numbers.get(runId)
    const place = 'body' in change ? change : change.type === 'label' ? change.label : undefined
    if (run === undefined || place === undefined) continue
    const key = eventKey(run, place)
    const known = open.get(key)
    const isCertain = 'body' in change && change.type !== 'case-start' && change.type !== 'case-reopened'
    if (known !== undefined && isCertain) found.set(key, known)
    else wanted.set(key, [run, place.position, place.repeat])
  }
  if (wanted.size === 0) return found
  const places = [...wanted.values()]
  const { rows } = await connection.query<PostgresRow>(
    `SELECT place.*, last.seq, last.type
     FROM unnest($1::integer[], $2::integer[], $3::integer[]) AS place (run, position, repeat),
     LATERAL (SELECT seq, type FROM ${events} events
              WHERE events.run = place.run AND events.position = place.position AND events.repeat = place.repeat
              ORDER BY seq DESC LIMIT 1) AS last`,
    [0, 1, 2].map((column) => places.map((place) => place[column])),
  )
  for (const key of wanted.keys()) found.delete(key)
  for (const { run, position, repeat, seq, type } of rows) {
    const key = eventKey(Number(run), { position: Number(position), repeat: Number(repeat) })
    found.set(key, { seq: Number(seq), type: String(type) })
  }
  return found
}

export function eventKey(
  run: number,
  { position, repeat }: { readonly position: number; readonly repeat: number },
): string {
  return `${run}/${position}/${repeat}`
}

import type { RunEvent } from '../core/index.ts'
import type { Sql } from './sql.ts'

type CaseEvent = Extract<RunEvent, { readonly position: number }>

export type CallOptions = {
  readonly run: string
  readonly worker: string
  /** Of how many exchanges a conversation has; undefined where nobody knows before. */
  readonly exchanges: (position: number) => number | undefined
  /** Whether the agent can pick up the thread of a conversation that was cut off; otherwise all of it is asked again. */
  readonly continues: boolean
}

/** Which questions are open now: of each case the last thing that is said counts. */
export async function markCalls(
  sql: Sql,
  events: readonly CaseEvent[],
  { run, worker, exchanges, continues }: CallOptions,
): Promise<void> {
  const calls = new Map<string, { readonly place: CaseEvent; readonly open: number }>()
  for (const event of events) {
    const open = openCalls(event, exchanges, continues)
    if (open !== undefined) calls.set(`${event.position}/${event.repeat}`, { place: event, open })
  }
  const begun = [...calls.values()].filter(({ open }) => open > 0)
  const over = [...calls.values()].filter(({ open }) => open === 0)
  if (begun.length > 0)
    await sql.query(
      `INSERT INTO ${sql.fleet}.calling (run, position, repeat, worker, calls)
       SELECT $1, position, repeat, $2, calls FROM unnest($3::int[], $4::int[], $5::int[]) AS new (position, repeat, calls)
       ON CONFLICT (run, position, repeat) DO UPDATE SET worker = excluded.worker, calls = excluded.calls`,
      [run, worker, ...placesOf(begun), begun.map(({ open }) => open)],
    )
  if (over.length > 0)
    await sql.query(
      `DELETE FROM ${sql.fleet}.calling AS call USING unnest($2::int[], $3::int[]) AS old (position, repeat)
       WHERE call.run = $1 AND call.position = old.position AND call.repeat = old.repeat`,
      [run, ...placesOf(over)],
    )
}

function placesOf(calls: readonly { readonly place: CaseEvent }[]): readonly [number[], number[]] {
  return [calls.map(({ place }) => place.position), calls.map(({ place }) => place.repeat)]
}

/** How many questions of a case would be asked again, if nobody heard more of it; undefined where an event says nothing of that. */
function openCalls(event: CaseEvent, exchanges: CallOptions['exchanges'], continues: boolean): number | undefined {
  if (event.type === 'case-start') return 1
  if (event.type === 'scores' || event.type === 'case-end') return 0
  if (event.type !== 'invocation') return undefined
  const asked = event.index + 1
  if (asked >= (exchanges(event.position) ?? Infinity)) return 0
  return continues ? 1 : asked + 1
}

import type { RunEvent } from '../core/index.ts'
import type { Sql, FleetDatabase } from './sql.ts'
import { settleCalls } from './call-marks.ts'
import { leaseLost } from './lease-lost.ts'
import type { HeldLot, LotQueue } from './lot-queue.ts'

/** Sees to it that what a worker writes of a run counts only as long as its lease does. */
export type Fence = {
  /** Lots whose results are going to be written. */
  hold(lots: readonly HeldLot[]): void
  /** A result that was there already. */
  known(place: { readonly position: number; readonly repeat: number }): void
  /** In the transaction in which all of it is written: refuses it, or completes the lots that are whole with it. It may be asked twice. */
  check(sql: Sql, events: readonly RunEvent[]): Promise<void>
  /** Hears that it is. */
  written(events: readonly RunEvent[]): void
  /** When all results of the lots that it holds are written. */
  emptied(): Promise<void>
  /** Completes lots of which everything was there already. */
  completeKnown(database: FleetDatabase): Promise<void>
}

type FenceOptions = {
  readonly run: string
  readonly worker: string
  readonly queue: LotQueue
  /** Whether an agent is asked, and not a recording. */
  readonly asksAgent: boolean
}

export function fenceOf({ run, worker, queue, asksAgent }: FenceOptions): Fence {
  const lotOf = new Map<string, Lot>()
  /** Lots of which everything was there already. */
  const known = new Set<Lot>()
  let isEmpty = Promise.withResolvers<void>()

  function drop(key: string): void {
    lotOf.delete(key)
    if (lotOf.size === 0) isEmpty.resolve()
  }

  async function assertHeld(sql: Sql): Promise<void> {
    const { rows } = await sql.query(
      `SELECT 1 FROM ${sql.fleet}.worker AS me, ${sql.fleet}.open_run AS its
       WHERE me.id = $1 AND me.until > now() AND its.run = $2 FOR KEY SHARE`,
      [worker, run],
    )
    if (rows.length === 0) throw leaseLost()
  }

  async function complete(sql: Sql, lots: readonly Lot[]): Promise<void> {
    if (lots.length > 0 && (await queue.complete(sql, run, lots)) !== lots.length) throw leaseLost()
  }

  /** Those of which nothing is left when these places are there. */
  function wholeWith(places: ReadonlySet<string>): readonly Lot[] {
    const touched = new Set([...places].flatMap((key) => lotOf.get(key) ?? []))
    return [...touched].filter(({ left }) => [...left].every((key) => places.has(key)))
  }

  return {
    hold(lots) {
      if (lotOf.size === 0) isEmpty = Promise.withResolvers()
      for (const { id, attempt, places } of lots) {
        const lot: Lot = { id, attempt, left: new Set(places.map(([position, repeat]) => `${position}/${repeat}`)) }
        for (const key of lot.left) lotOf.set(key, lot)
      }
    },

    known(place) {
      const lot = lotOf.get(repeatKey(place))
      lot?.left.delete(repeatKey(place))
      drop(repeatKey(place))
      if (lot?.left.size === 0) known.add(lot)
    },

    async check(sql, events) {
      await assertHeld(sql)
      const ended = endedIn(events)
      if (asksAgent) await settleCalls(sql, run, { role: 'agent', what: [...ended] })
      await countResults(sql, events, { run, worker })
      await complete(sql, wholeWith(ended))
    },

    written(events) {
      for (const key of endedIn(events)) {
        lotOf.get(key)?.left.delete(key)
        drop(key)
      }
    },

    emptied: async () => (lotOf.size === 0 ? undefined : isEmpty.promise),

    async completeKnown(database) {
      const lots = [...known]
      if (lots.length === 0) return
      await database.transaction(async (sql) => {
        await assertHeld(sql)
        await complete(sql, lots)
      })
      for (const lot of lots) known.delete(lot)
    },
  }
}

function endedIn(events: readonly RunEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap((event) => (event.type === 'case-end' ? repeatKey(event.result) : [])))
}

type Lot = Pick<HeldLot, 'id' | 'attempt'> & { readonly left: Set<string> }

export function repeatKey({ position, repeat }: { readonly position: number; readonly repeat: number }): string {
  return `${position}/${repeat}`
}

/** Adds to what a worker has done and spent, which those who wait look at. */
async function countResults(
  sql: Sql,
  events: readonly RunEvent[],
  { run, worker }: { readonly run: string; readonly worker: string },
): Promise<void> {
  const results = new Map<string, number>()
  let dollars = 0
  for (const event of events) {
    if (event.type === 'case-end') results.set(event.result.verdict, (results.get(event.result.verdict) ?? 0) + 1)
    if (event.type === 'spent') dollars += dollarsOf(event.cost)
  }
  if (dollars > 0) results.set('', 0)
  if (results.size === 0) return
  await sql.query(
    `INSERT INTO ${sql.fleet}.progress (run, worker, verdict, results, dollars)
     SELECT $1, $2, verdict, results, dollars FROM unnest($3::text[], $4::int[], $5::float8[]) AS new (verdict, results, dollars)
     ON CONFLICT (run, worker, verdict) DO UPDATE
     SET results = progress.results + excluded.results, dollars = progress.dollars + excluded.dollars`,
    [
      run,
      worker,
      [...results.keys()],
      [...results.values()],
      [...results.keys()].map((key) => (key === '' ? dollars : 0)),
    ],
  )
}

function dollarsOf(cost: Extract<RunEvent, { type: 'spent' }>['cost']): number {
  return [cost.judge, cost.user, cost.environment, cost.agent].reduce((sum, part) => sum + (part?.dollars ?? 0), 0)
}

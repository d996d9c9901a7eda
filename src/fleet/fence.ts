import type { RunEvent } from '../core/index.ts'
import type { Sql, FleetDatabase } from './sql.ts'
import { settleCalls } from './call-marks.ts'
import { leaseLost } from './lease-lost.ts'
import type { HeldLot, LotQueue } from './lot-queue.ts'

/** Rejects what a worker writes to a run once its lease has ended. */
export type Fence = {
  hold(lots: readonly HeldLot[]): void
  known(place: { readonly position: number; readonly repeat: number }): void
  /** Runs in the transaction of the write: rejects it, or completes the lots that it fills. It may run twice. */
  check(sql: Sql, events: readonly RunEvent[]): Promise<void>
  written(events: readonly RunEvent[]): void
  /** Resolves when all results of the held lots are written. */
  emptied(): Promise<void>
  /** Completes lots whose results all existed already. */
  completeKnown(database: FleetDatabase): Promise<void>
}

type FenceOptions = {
  readonly run: string
  readonly worker: string
  readonly queue: LotQueue
  /** False when the target is a recording. */
  readonly asksAgent: boolean
}

export function fenceOf({ run, worker, queue, asksAgent }: FenceOptions): Fence {
  const lotOf = new Map<string, Lot>()
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

  /** Returns the lots that these places would fill. */
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

/** Updates the worker's progress and spending, which waiting processes read. */
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

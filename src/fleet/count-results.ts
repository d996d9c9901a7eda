import type { RunEvent } from '../core/index.ts'
import type { Sql } from './sql.ts'

/** Adds to what a worker has done and spent, which those who wait look at. */
export async function countResults(
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

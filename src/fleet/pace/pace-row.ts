import { z } from 'zod'
import type { Sql } from '../sql.ts'
import { FleetPace, HORIZON_MS, startPace } from './fleet-pace.ts'

const PaceNews = z.object({ key: z.string(), round: z.number(), pace: FleetPace })

/** A worker's report on its calls to a provider, and its request for times. */
export type PaceAsk = {
  /** Correction of the admitted calls for times that were unused or refused. */
  readonly admitted: number
  /** Calls that it wants to start in the next seconds. */
  readonly want: number
  /** Milliseconds between two calls of the fleet at this round's pace. */
  readonly every: number
  readonly round: number
  /** A new pace, applied if no other worker has changed it in this round. */
  readonly next?: FleetPace | undefined
}

/** The answer: the pace, and the times at which calls may start, `every` milliseconds apart. */
const Told = z.object({
  /** Milliseconds since 1970 by the database's clock. */
  now: z.number(),
  round: z.number(),
  pace: FleetPace,
  /** Calls of all workers in this round, counted when their times are given. */
  admitted: z.coerce.number(),
  /** Milliseconds since the last request. */
  idleMs: z.number(),
  from: z.number(),
  count: z.number(),
  /** The end of the times that were given to anybody. */
  givenUntil: z.number(),
})
export type PaceTold = z.infer<typeof Told>

/** Creates the row of a quota if needed. */
export async function makePaceRow(sql: Sql, key: string): Promise<void> {
  const { rows } = await sql.query(`SELECT ${nowMs} AS now`)
  const now = Number(rows[0]?.['now'])
  await sql.query(
    `INSERT INTO ${sql.fleet}.quota (key, pace, next_at, asked_at) VALUES ($1, $2, $3, $3)
     ON CONFLICT (key) DO NOTHING`,
    [key, JSON.stringify(startPace(now)), now],
  )
}

/** Counts calls, changes the pace if nobody else has, and gives away each time once, in a single statement. */
export async function exchangePace(sql: Sql, key: string, ask: PaceAsk): Promise<PaceTold> {
  const { rows } = await sql.query(
    `WITH before AS MATERIALIZED (
       SELECT key, asked_at, next_at, round = $2 AS is_current, round = $2 AND $3::jsonb IS NOT NULL AS is_changed,
         CASE WHEN round <> $2 THEN admitted WHEN $3::jsonb IS NULL THEN admitted + $6::int ELSE 0 END AS admitted,
         ${nowMs} AS now
       FROM ${sql.fleet}.quota WHERE key = $1 FOR UPDATE
     ), ahead AS MATERIALIZED (
       SELECT *, greatest(now, CASE WHEN is_changed THEN ($3::jsonb ->> 'heldUntil')::float8 ELSE next_at END) AS "from"
       FROM before
     ), given AS MATERIALIZED (
       SELECT *, CASE WHEN is_current
         THEN greatest(0, least($4::int, ceil((now + ${HORIZON_MS} - "from") / $5::float8)))::int
         ELSE 0 END AS count
       FROM ahead
     )
     UPDATE ${sql.fleet}.quota AS its
     SET pace = CASE WHEN given.is_changed THEN $3::jsonb ELSE its.pace END,
       round = its.round + given.is_changed::int, admitted = given.admitted + given.count,
       next_at = CASE WHEN given.count > 0 THEN given."from" + given.count * $5::float8
         WHEN given.is_changed THEN ($3::jsonb ->> 'heldUntil')::float8 ELSE its.next_at END, asked_at = given.now
     FROM given WHERE its.key = given.key
     RETURNING given.now, its.round, its.pace, its.admitted, given.now - given.asked_at AS "idleMs", given."from", given.count,
       its.next_at AS "givenUntil", CASE WHEN given.is_changed THEN pg_notify($7, 'paced ' || jsonb_build_object('key', its.key, 'round', its.round, 'pace', its.pace)::text) END`,
    [
      key,
      ask.round,
      ask.next === undefined ? null : JSON.stringify(ask.next),
      ask.want,
      ask.every,
      ask.admitted,
      sql.channel,
    ],
  )
  return Told.parse(rows[0])
}

/** Parses a notification about a quota; undefined for others. */
export function paceNews(text: string): z.infer<typeof PaceNews> | undefined {
  return text.startsWith('paced ') ? PaceNews.parse(JSON.parse(text.slice('paced '.length))) : undefined
}

const nowMs = '(extract(epoch FROM clock_timestamp()) * 1000)::float8'

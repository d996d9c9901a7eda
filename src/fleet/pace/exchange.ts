import { z } from 'zod'
import type { QuotaState } from '../../models/pace/quota-state.ts'
import { FleetPace } from './fleet-pace.ts'

/** A pace that has changed. */
export const PaceNews = z.object({ key: z.string(), round: z.number(), pace: FleetPace })
export type PaceNews = z.infer<typeof PaceNews>

/** What a worker says of its calls to one provider, and what it asks for. */
export type PaceAsk = {
  /** What times that were given say wrongly of the calls that were let in: fewer, where some were not used or were refused. */
  readonly admitted: number
  /** How many calls it would begin in the next seconds. */
  readonly want: number
  /** No times are given for more calls than this were let in ever. */
  readonly most?: number | undefined
  /** The milliseconds between two calls of the fleet, by the pace of this round. */
  readonly every: number
  readonly round: number
  /** The pace from now on, if nobody else has changed it since this round began. */
  readonly next?: FleetPace | undefined
  /** What the provider said of its quota, where that is newer than what it was told. */
  readonly quota?: QuotaState | undefined
}

/** What it is told: the pace, and the times at which it may begin calls, `every` apart. */
export type PaceTold = Omit<PaceNews, 'key'> & {
  /** Milliseconds since 1970, of the database. */
  readonly now: number
  /** Calls by all workers ever, counted when their times are given. */
  readonly admitted: number
  /** For how long nobody had asked. */
  readonly idleMs: number
  readonly from: number
  readonly count: number
  /** Up to when times were given to anybody. */
  readonly givenUntil: number
}

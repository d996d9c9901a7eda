import { setTimeout as wait } from 'node:timers/promises'
import type { PaceOf } from '../../core/index.ts'
import type { Notices } from '../notices.ts'
import type { FleetDatabase } from '../sql.ts'
import { storeTrouble } from '../store-trouble.ts'
import { fleetLimiter, type FleetLimiter } from './fleet-limiter.ts'
import { exchangePace, makePaceRow, paceNews } from './pace-row.ts'

/** The limiters of this process, one per quota, which share their pace with all workers. */
export type SharedPaces = {
  readonly of: PaceOf
  close(): void
}

type SharedPacesOptions = {
  readonly notices: Pick<Notices, 'on'>
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number
}

export function sharedPaces(database: FleetDatabase, { notices, clock }: SharedPacesOptions): SharedPaces {
  const limiters = new Map<string, FleetLimiter>()
  let isClosed = false
  const stopListening = notices.on((text) => {
    const news = paceNews(text)
    if (news !== undefined) limiters.get(news.key)?.hear(news)
  })

  function open(key: string, startsFree: boolean): FleetLimiter {
    let isMade = false
    return fleetLimiter({
      now: clock,
      // The timer does not keep the process alive.
      sleep: async (ms, signal) => wait(ms, undefined, { signal, ref: false }),
      random: Math.random,
      startsFree,
      async exchange(ask) {
        if (!isMade) await makePaceRow(database, key)
        isMade = true
        return exchangePace(database, key, ask)
      },
      onTrouble(error) {
        // While the database is away nobody gets times; whoever loses its lease gives up.
        if (!isClosed && storeTrouble(error) === undefined) throw error
      },
    })
  }

  return {
    of(quota, { startsFree } = { startsFree: false }) {
      const limiter = limiters.get(quota) ?? open(quota, startsFree)
      limiters.set(quota, limiter)
      return limiter
    },
    close() {
      isClosed = true
      stopListening()
    },
  }
}

import type { CaseRecord, RunStore, ScoredCase } from '../core/index.ts'
import { EvalError } from '../core/index.ts'
import type { CaseRows } from './case-row.ts'
import { recordFrom, scoredCaseFrom, scoredFrom } from './case-row.ts'
import type { CaseTable, Place } from './case-table.ts'
import type * as FirstEvents from './first-events.ts'
import type { StoreFailures } from './store-failures.ts'
import type { StoreTables } from './store-tables.ts'
import { unlessDamaged } from './unless-damaged.ts'

type Shorten = (kept: CaseRows) => ReturnType<typeof FirstEvents.withFirstEvents>

/** Cases as they were kept, put together again. */
export function caseReader(
  { runs, cases }: Pick<StoreTables, 'runs' | 'cases'>,
  { explain, explained }: StoreFailures,
): Pick<RunStore, 'records' | 'record' | 'scoredCases'> {
  async function* pagesOf(runId: string, select: CaseTable['scored']): AsyncGenerator<readonly CaseRows[]> {
    try {
      yield* select({ runId, run: runs.numberOf(runId) })
    } catch (error) {
      throw explain(error)
    }
  }

  function recordAt(runId: string, place: Place, shorten?: Shorten): CaseRecord | undefined {
    return explained(() => {
      const whole = cases.one({ runId, run: runs.numberOf(runId) }, place)
      if (whole === undefined || shorten === undefined) return whole && recordFrom(whole, metricsOf(runId))
      const { kept, cut } = shorten(whole)
      const record = recordFrom(kept, metricsOf(runId))
      return record === undefined || cut.length === 0 ? record : { ...record, cut }
    })
  }

  /** Of a damaged case: what it is called stands in rows that are not read for its scores. */
  function scoredAt(runId: string, place: Place): ScoredCase | undefined {
    const record = recordAt(runId, place)
    return record === undefined ? undefined : scoredFrom(record)
  }

  function metricsOf(runId: string): readonly string[] {
    return explained(() => runs.find(runId)?.plan.metrics.map(({ name }) => name) ?? [])
  }

  return {
    async *records(runId, from) {
      const metrics = metricsOf(runId)
      for await (const page of pagesOf(runId, (key) => cases.all(key, from))) {
        for (const kept of page) {
          const record = recordFrom(kept, metrics)
          if (record !== undefined) yield record
        }
      }
    },

    async record(runId, { position, repeat }, { events } = {}) {
      if (events === undefined) return recordAt(runId, { position, repeat })
      const { withFirstEvents } = await import('./first-events.ts')
      return recordAt(runId, { position, repeat }, (kept) => withFirstEvents(kept, events))
    },

    async *scoredCases(runId) {
      const metrics = metricsOf(runId)
      for await (const page of pagesOf(runId, cases.scored)) {
        for (const kept of page) {
          const read = unlessDamaged(() => scoredCaseFrom(kept, metrics))
          const scoredCase = read instanceof EvalError ? scoredAt(runId, kept) : read
          if (scoredCase !== undefined) yield scoredCase
        }
      }
    },
  }
}

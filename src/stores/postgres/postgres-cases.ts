import type { StoredCases } from '../case-reader.ts'
import type { CaseEventRows } from '../case-row.ts'
import type { RunKey } from '../case-table.ts'
import { eventRows } from './event-rows.ts'
import { type PostgresDatabase, explainedBy } from './postgres-database.ts'
import type { runRows } from './run-rows.ts'

/** The rows of cases in a database. */
export function postgresCases(database: PostgresDatabase, runs: ReturnType<typeof runRows>): StoredCases {
  const cases = eventRows(database)
  const explained = explainedBy(database)

  async function* pagesOf(
    runId: string,
    select: (key: RunKey) => AsyncIterable<readonly CaseEventRows[]>,
  ): AsyncGenerator<readonly CaseEventRows[]> {
    const pages = select({ runId, run: await explained(async () => runs.numberOf(runId)) })[Symbol.asyncIterator]()
    const nextPage = async () => explained(async () => pages.next())
    const first = await nextPage()
    if (first.done === true) return
    yield first.value
    // Whoever wants a second one wants all: the server looks for the next while one is read.
    let next = nextPage()
    try {
      for (let page = await next; page.done !== true; page = await next) {
        next = nextPage()
        // Thrown where it is awaited.
        next.catch(() => undefined)
        yield page.value
      }
    } finally {
      await next.catch(() => undefined)
    }
  }

  return {
    metricsOf: async (runId) =>
      explained(async () => (await runs.find(runId))?.plan.metrics.map(({ name }) => name) ?? []),
    all: (runId, from) => pagesOf(runId, (key) => cases.all(key, from)),
    scored: (runId) => pagesOf(runId, cases.scored),
    one: async (runId, place) => explained(async () => cases.one({ runId, run: await runs.numberOf(runId) }, place)),
  }
}

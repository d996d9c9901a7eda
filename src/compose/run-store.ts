import type { AnswerCache, RunStore } from '../core/index.ts'
import { withCurrentSummaries } from '../runner/with-current-summaries.ts'
import { gateMeasuresOf } from './pack-parts.ts'
import { openSqliteAnswerCache, openSqliteStore } from '../stores/index.ts'
import type { Environment } from './config/environment.ts'

/** Opens the run store that a setting names: a file of SQLite, or the address of a PostgreSQL database. */
export function openStore(setting: string, environment: Environment = process.env): RunStore {
  const store = isAddress(setting) ? storeAt(setting, environment) : openSqliteStore(setting)
  return withCurrentSummaries(store, gateMeasuresOf())
}

/** Judges' answers, beside the runs. */
export function openAnswerCache(
  setting: string,
  environment: Environment = process.env,
): AnswerCache & { close(): Promise<void> } {
  return isAddress(setting) ? answersAt(setting, environment) : openSqliteAnswerCache(setting)
}

function isAddress(setting: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(setting)
}

// Whoever keeps runs in a file loads nothing of this.
function storeAt(address: string, environment: Environment): RunStore {
  let opened: Promise<RunStore> | undefined
  const store = async () =>
    (opened ??= import('../stores/postgres/postgres-store.ts').then(({ openPostgresStore }) =>
      openPostgresStore(address, { environment }),
    ))
  return {
    append: async (...given) => (await store()).append(...given),
    list: async () => (await store()).list(),
    unreadable: async () => (await store()).unreadable(),
    find: async (...given) => (await store()).find(...given),
    async *records(...given) {
      yield* (await store()).records(...given)
    },
    record: async (...given) => (await store()).record(...given),
    async *scoredCases(...given) {
      yield* (await store()).scoredCases(...given)
    },
    spending: async (...given) => (await store()).spending(...given),
    label: async (...given) => (await store()).label(...given),
    labels: async (...given) => (await store()).labels(...given),
    delete: async (...given) => (await store()).delete(...given),
    revision: async () => (await store()).revision(),
    close: async () => (await opened)?.close(),
  }
}

function answersAt(address: string, environment: Environment): AnswerCache & { close(): Promise<void> } {
  let opened: Promise<ReturnType<typeof openAnswerCache>> | undefined
  const answers = async () =>
    (opened ??= import('../stores/postgres/postgres-answer-cache.ts').then(({ openPostgresAnswerCache }) =>
      openPostgresAnswerCache(address, { environment }),
    ))
  return {
    get: async (...given) => (await answers()).get(...given),
    set: async (...given) => (await answers()).set(...given),
    close: async () => (await opened)?.close(),
  }
}

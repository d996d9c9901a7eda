import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { type AnswerCache, type RunStore, EvalError, message } from '../core/index.ts'
import { withLabelledSummaries } from '../runner/with-labelled-summaries.ts'
import { gateMeasuresOf } from './pack-parts.ts'
import { openSqliteAnswerCache, openSqliteStore } from '../stores/index.ts'
import type { Secrets } from '../text/secrets/secrets.ts'
import { type Environment, fillEnvironment } from './config/environment.ts'
import { findConfig, loadConfig, projectFolder } from './config/load-config.ts'
import { refuseWrittenSecrets } from './secrets/secrets.ts'

type RunStoreSources = {
  readonly cwd: string
  readonly environment: Environment
  readonly said?: string | undefined
  readonly config?: string | undefined
  readonly secrets?: Pick<Secrets, 'add'> | undefined
}

/**
 * Returns the store of runs: the `said` setting, `SHINSA_STORE`, the config's `store`, or `.shinsa/runs.db` in the
 * project's folder. A config is code, so it is not run unless the word `store` occurs in it.
 */
export async function storeSetting({ cwd, environment, said, config, secrets }: RunStoreSources): Promise<string> {
  const written = said === undefined ? undefined : filledStore(said, environment)
  const setting = written ?? storeVariable(environment) ?? (await configStore({ cwd, environment, config }))
  if (setting !== undefined && isPostgres(setting)) await hidePassword(setting, environment, secrets)
  return setting ?? join(projectFolder(cwd), '.shinsa', 'runs.db')
}

/** A variable that is set to nothing counts as not set: that is what CI makes of a secret that is not there. */
export function storeVariable(environment: Environment): string | undefined {
  const { SHINSA_STORE: setting } = environment
  return setting?.trim() === '' ? undefined : setting
}

/** Refuses what SQLite would take for a file's name: other databases, misspelt addresses, and nothing. */
function refuseOtherPlaces(setting: string): void {
  const scheme = /^(?:[a-z][a-z\d+.-]+:(?=\/\/)|(?:sqlite\d?|file):)/i.exec(setting)?.[0]
  if (isPostgres(setting) || (scheme === undefined && setting.trim() !== '')) return
  // The rest of an address may hold a password.
  const place = scheme === undefined ? '""' : `${scheme}…`
  throw new EvalError('usage', message('runs cannot be kept in {place}', { place }), {
    hint: message('Name a file, such as {file}, or a PostgreSQL database, {address}.', {
      file: '.shinsa/runs.db',
      address: 'postgres://USER@HOST/DATABASE',
    }),
  })
}

/** Tells the address of a PostgreSQL database from the path of a file. */
export function isPostgres(setting: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(setting)
}

/** The place of the runs as people may see it: the address of a database without its password. */
export async function storeName(setting: string, environment: Environment): Promise<string> {
  if (!isPostgres(setting)) return setting
  const { postgresAddress } = await import('../stores/postgres/postgres-address.ts')
  return postgresAddress(setting, environment).name
}

async function configStore({
  cwd,
  environment,
  config: named,
}: Pick<RunStoreSources, 'cwd' | 'environment' | 'config'>): Promise<string | undefined> {
  const file = named === undefined || !/\.[cm]?[jt]s$/.test(named) ? findConfig({ cwd }) : join(cwd, named)
  if (file === undefined || !mentionsStore(file)) return undefined
  const { config, folder } = await loadConfig({ named: file, cwd })
  if (config.store === undefined) return undefined
  const store = filledStore(config.store, environment)
  return isPostgres(store) || store === ':memory:' || isAbsolute(store) ? store : join(folder, store)
}

/** Command lines and configs are stored and shown, so a password in them is refused; a variable may hold it. */
function filledStore(written: string, environment: Environment): string {
  if (isPostgres(written)) refuseWrittenSecrets([written.replace(/(?<=[?&])sslkey=/g, 'file=')])
  const setting = fillEnvironment(written, environment, () => undefined)
  refuseOtherPlaces(setting)
  return setting
}

// A missing file is reported where the config is loaded.
function mentionsStore(file: string): boolean {
  try {
    return /\bstore\b/.test(readFileSync(file, 'utf8'))
  } catch {
    return false
  }
}

async function hidePassword(
  setting: string,
  environment: Environment,
  secrets: Pick<Secrets, 'add'> | undefined,
): Promise<void> {
  if (secrets === undefined) return
  const { postgresAddress } = await import('../stores/postgres/postgres-address.ts')
  const { password } = postgresAddress(setting, environment)
  if (password !== undefined) secrets.add(password, { name: 'PGPASSWORD', sentIn: setting })
}

export function openStore(setting: string, environment: Environment = process.env): RunStore {
  refuseOtherPlaces(setting)
  const store = isPostgres(setting) ? storeAt(setting, environment) : openSqliteStore(setting)
  return withCurrent(store)
}

/** Wraps a store so that summaries include the corrections by labels, under the gate rules of the built-in packs. */
export function withCurrent(store: RunStore): RunStore {
  return withLabelledSummaries(store, gateMeasuresOf())
}

export function openAnswerCache(
  setting: string,
  environment: Environment = process.env,
): AnswerCache & { close(): Promise<void> } {
  return isPostgres(setting) ? answersAt(setting, environment) : openSqliteAnswerCache(setting)
}

// PostgreSQL's driver is loaded only for stores that need it.
function storeAt(address: string, environment: Environment): RunStore {
  let opened: Promise<RunStore> | undefined
  const store = async () =>
    (opened ??= import('../stores/postgres/postgres-store.ts').then(({ openPostgresStore }) =>
      openPostgresStore(address, { environment }),
    ))
  return {
    append: async (...given) => (await store()).append(...given),
    list: async () => (await store()).list(),
    unreadable: async (...given) => (await store()).unreadable(...given),
    find: async (...given) => (await store()).find(...given),
    async *records(...given) {
      yield* (await store()).records(...given)
    },
    record: async (...given) => (await store()).record(...given),
    async *recordsOf(...given) {
      yield* (await store()).recordsOf(...given)
    },
    casesSaying: async (...given) => (await store()).casesSaying(...given),
    async *scoredCases(...given) {
      yield* (await store()).scoredCases(...given)
    },
    spending: async (...given) => (await store()).spending(...given),
    label: async (...given) => (await store()).label(...given),
    labels: async (...given) => (await store()).labels(...given),
    note: async (...given) => (await store()).note(...given),
    views: async () => (await store()).views(),
    keepView: async (...given) => (await store()).keepView(...given),
    delete: async (...given) => (await store()).delete(...given),
    revision: async () => (await store()).revision(),
    listen(listener) {
      const listening = store().then((made) => made.listen?.(listener))
      return () => void listening.then((stop) => stop?.())
    },
    callsUnderWay: async (...given) => (await store()).callsUnderWay(...given),
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

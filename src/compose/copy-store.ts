import { resolve } from 'node:path'
import { EvalError, message } from '../core/index.ts'
import { copyRuns } from '../stores/copy/copy-runs.ts'
import { sqliteRuns } from '../stores/copy/sqlite-runs.ts'
import type { StoredRuns } from '../stores/copy/stored-runs.ts'
import type { Secrets } from '../text/secrets/secrets.ts'
import type { Environment } from './config/environment.ts'
import { isPostgres, storeSetting } from './run-store.ts'

type Copying = {
  readonly cwd: string
  readonly environment: Environment
  readonly secrets: Pick<Secrets, 'add'>
  /** Empty copies all runs. */
  readonly runIds: readonly string[]
}

/** Copies runs between two stores, and with all runs the saved views. @throws {EvalError} `usage` for a missing run */
export async function* copyStore(
  fromSetting: string,
  toSetting: string,
  { runIds, ...place }: Copying,
): ReturnType<typeof copyRuns> {
  const missing = new Set(runIds)
  const from = await openRuns(fromSetting, place, { isNew: false })
  try {
    const to = await openRuns(toSetting, place, { isNew: true })
    try {
      for await (const copied of copyRuns(from, to, (id) => runIds.length === 0 || missing.has(id))) {
        missing.delete(copied.runId)
        yield copied
      }
      if (runIds.length === 0) await copyViews(from, to)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
  const [runId] = missing
  if (runId !== undefined) throw new EvalError('usage', message('the store has no run {run}', { run: runId }))
}

/** Views that the target store has by the same name are not replaced. */
async function copyViews(from: StoredRuns, to: StoredRuns): Promise<void> {
  const there = new Set((await to.views()).map(({ name }) => name))
  for (const view of await from.views()) if (!there.has(view.name)) await to.keepView(view)
}

async function openRuns(
  written: string,
  { cwd, environment, secrets }: Omit<Copying, 'runIds'>,
  options: { readonly isNew: boolean },
): Promise<StoredRuns> {
  const setting = await storeSetting({ cwd, environment, said: written, secrets })
  if (!isPostgres(setting)) return sqliteRuns(resolve(cwd, setting), options)
  const { postgresRuns } = await import('../stores/copy/postgres-runs.ts')
  return postgresRuns(setting, environment)
}

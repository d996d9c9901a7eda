import { existsSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { EvalError, message } from '../../core/index.ts'
import { isPathInside } from '../../files/path-inside.ts'

/** Names that may be part of a path. ADK nests apps by dots. */
const appName = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u

/**
 * The folder of an app, whether it is there or not: its own below that of all agents, or that one where it is the app's.
 *
 * @throws {EvalError} `usage` for a name that leads elsewhere
 */
export async function appFolder(agents: string, app: string): Promise<string> {
  const refused = new EvalError('usage', message('{app} is no name of an app here', { app: JSON.stringify(app) }))
  if (!appName.test(app)) throw refused
  const nested = join(agents, ...app.split('.'))
  const folder = existsSync(join(agents, app)) ? join(agents, app) : nested
  if (!existsSync(folder)) return basename(agents) === app ? agents : join(agents, app)
  if (!(await isPathInside(folder, agents))) throw refused
  return folder
}

/**
 * Where ADK keeps an app's results, whether it is there or not.
 *
 * @throws {EvalError} `usage` where a link leads elsewhere
 */
export async function historyFolder(agents: string, app: string): Promise<string> {
  const kept = join(await appFolder(agents, app), '.adk')
  const history = join(kept, 'eval_history')
  for (const folder of [kept, history]) {
    if (!existsSync(folder) || (await isPathInside(folder, agents))) continue
    throw new EvalError('usage', message('{folder} leads out of the folder of the agents', { folder }))
  }
  return history
}

/** Returns the files of a folder with this ending, by their name without it. Links that lead out of the folder are left out. */
export async function filesEnding(ending: string, folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  if (!existsSync(folder)) return files
  const place = await realpath(folder)
  for (const entry of await readdir(place, { withFileTypes: true })) {
    const file = join(place, entry.name)
    if (!entry.name.endsWith(ending) || entry.name === ending || entry.isDirectory()) continue
    if (entry.isFile() || (await isPathInside(file, place).catch(() => false))) {
      files.set(entry.name.slice(0, -ending.length), file)
    }
  }
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { projectFolder } from '../compose/config/load-config.ts'
import type { RunDependencies } from '../compose/run-dependencies.ts'
import { isPostgres, openAnswerCache, openStore, storeSetting, storeVariable } from '../compose/run-store.ts'
import { EvalError, message, type RunStore } from '../core/index.ts'
import type { Terminal } from './command.ts'
import { version } from '../compose/version.ts'

/** Takes clock, randomness, environment and store from the process for the composition root. */
export function dependenciesOf(terminal: Terminal, open = storeOf): RunDependencies {
  return {
    environment: terminal.environment,
    secrets: terminal.secrets,
    place: 'command line',
    version: version(),
    openStore: once(() => open(terminal)),
    openCache: once(() => openAnswerCache(storeFile(terminal), terminal.environment)),
    now: () => new Date(),
    random: unforeseeable,
    sleep: async (ms, signal) => setTimeout(ms, undefined, { signal }),
  }
}

/** Adds the run store to the terminal, from a flag, the environment or the config. */
export async function withStore(terminal: Terminal, flags: Readonly<Record<string, unknown>>): Promise<Terminal> {
  const { cwd, environment, secrets } = terminal
  const said = typeof flags['store'] === 'string' ? flags['store'] : undefined
  const config = typeof flags['config'] === 'string' ? flags['config'] : undefined
  return { ...terminal, store: await storeSetting({ cwd, environment, said, config, secrets }) }
}

/** Opens the project's run store until the command ends: `SHINSA_STORE`, or `.shinsa/runs.db` in the project's folder. */
export function storeOf(terminal: Terminal): RunStore {
  const store = openStore(storeFile(terminal), terminal.environment)
  terminal.closeAtEnd(store)
  return store
}

/**
 * Opens the run store for a command that needs what is in it, and makes none: without the project's own there are no runs yet.
 *
 * @throws {EvalError} `usage` where somebody named another place that has none
 */
export function storeToRead(terminal: Terminal): RunStore {
  const file = missingStore(terminal)
  if (file === undefined) return storeOf(terminal)
  if (file === ownStore(terminal)) return storeOf({ ...terminal, store: ':memory:' })
  throw new EvalError('usage', message('there is no run store {file}', { file }), {
    hint: message('Check the place, or make a run there with `shinsa run DATASET`.'),
  })
}

/** The file of the run store, where it is yet to be made. */
export function missingStore(terminal: Terminal): string | undefined {
  const place = storeFile(terminal)
  return isPostgres(place) || place === ':memory:' || existsSync(place) ? undefined : place
}

export function ownStore({ cwd }: Terminal): string {
  return join(projectFolder(cwd), '.shinsa', 'runs.db')
}

export function storeFile(terminal: Terminal): string {
  return terminal.store ?? storeVariable(terminal.environment) ?? ownStore(terminal)
}

/** Uniform in [0, 1) and unpredictable, since the marks around evidence are drawn from it. */
function unforeseeable(): number {
  return randomInt(2 ** 32) / 2 ** 32
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

import { join } from 'node:path'
import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { projectFolder } from '../compose/config/load-config.ts'
import type { RunDependencies } from '../compose/run-dependencies.ts'
import { openAnswerCache, openStore, storeSetting, storeVariable } from '../compose/run-store.ts'
import type { RunStore } from '../core/index.ts'
import type { Terminal } from './command.ts'
import { version } from '../compose/version.ts'

/** Takes clock, randomness, environment and store from the process for the composition root. */
export function dependenciesOf(terminal: Terminal): RunDependencies {
  return {
    environment: terminal.environment,
    secrets: terminal.secrets,
    place: 'command line',
    version: version(),
    openStore: once(() => storeOf(terminal)),
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

export function storeFile({ cwd, environment, store = storeVariable(environment) }: Terminal): string {
  return store ?? join(projectFolder(cwd), '.shinsa', 'runs.db')
}

/** Uniform in [0, 1) and unpredictable, since the marks around evidence are drawn from it. */
function unforeseeable(): number {
  return randomInt(2 ** 32) / 2 ** 32
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

import { join } from 'node:path'
import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { projectFolder } from '../compose/config/load-config.ts'
import type { RunDependencies } from '../compose/run-dependencies.ts'
import { openAnswerCache, openStore, storeSetting } from '../compose/run-store.ts'
import type { RunStore } from '../core/index.ts'
import type { Terminal } from './command.ts'
import { version } from '../compose/version.ts'

/** What the composition root takes from the process: clock, chance, environment, the project's store. */
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

/** A terminal that knows where runs are kept, whoever said so: a flag, the environment, or the config. */
export async function withStore(terminal: Terminal, flags: Readonly<Record<string, unknown>>): Promise<Terminal> {
  const { cwd, environment, secrets } = terminal
  const said = typeof flags['store'] === 'string' ? flags['store'] : undefined
  const config = typeof flags['config'] === 'string' ? flags['config'] : undefined
  return { ...terminal, store: await storeSetting({ cwd, environment, said, config, secrets }) }
}

/** The project's run store: `SHINSA_STORE`, or `.shinsa/runs.db` in the project's folder. */
export function storeOf(terminal: Terminal): RunStore {
  return openStore(storeFile(terminal), terminal.environment)
}

/** Where the project's runs are kept. */
export function storeFile({ cwd, environment, store = environment['SHINSA_STORE'] }: Terminal): string {
  return store ?? join(projectFolder(cwd), '.shinsa', 'runs.db')
}

/** Uniform in [0, 1). The marks around evidence come from it, so nobody may be able to guess it. */
function unforeseeable(): number {
  return randomInt(2 ** 32) / 2 ** 32
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

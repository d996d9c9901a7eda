import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { RunStore } from '../core/index.ts'
import { openBudget } from './cost/open-account.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { openAnswerCache, storeSetting } from './run-store.ts'
import { version } from './version.ts'

type LibraryDependenciesOptions = Pick<RunDependencies, 'target' | 'metrics' | 'setMetrics' | 'cases' | 'tools'> & {
  readonly store: RunStore
  readonly file: string
  readonly maxCost: number | undefined
}

/** Creates the dependencies of runs that are started from code. `close` closes everything opened meanwhile. */
export function libraryDependencies({ store, file, maxCost, ...given }: LibraryDependenciesOptions): {
  readonly dependencies: RunDependencies
  readonly close: () => Promise<void>
} {
  let cache: ReturnType<typeof openAnswerCache> | undefined
  return {
    dependencies: {
      environment: process.env,
      version: version(),
      openStore: () => store,
      openCache: () => (cache ??= openAnswerCache(file)),
      now: () => new Date(),
      random: () => randomInt(2 ** 32) / 2 ** 32,
      sleep: async (ms, abort) => setTimeout(ms, undefined, { signal: abort }),
      ...given,
      ...(maxCost !== undefined && { budget: openBudget(maxCost) }),
    },
    close: async () => cache?.close(),
  }
}

export async function projectStore(cwd: string): Promise<string> {
  return storeSetting({ cwd, environment: process.env })
}

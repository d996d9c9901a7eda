import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { RunStore } from '../core/index.ts'
import { openBudget } from './cost/open-account.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { openAnswerCache, storeSetting } from './run-store.ts'
import { version } from './version.ts'

type LibraryDependenciesOptions = Pick<RunDependencies, 'target' | 'metrics' | 'setMetrics' | 'cases' | 'tools'> & {
  readonly store: RunStore
  /** Where judges' answers are kept, beside the runs. */
  readonly file: string
  readonly maxCost: number | undefined
}

/** What runs take from the process of somebody who calls us in code. `close` lets go of what was opened meanwhile. */
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

/** Where the runs of the project around a folder are kept: what `SHINSA_STORE` or the config says, or its file. */
export async function projectStore(cwd: string): Promise<string> {
  return storeSetting({ cwd, environment: process.env })
}

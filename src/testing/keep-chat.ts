import { projectStore } from '../compose/library-dependencies.ts'
import { openStore } from '../compose/run-store.ts'
import { collection, leaveChat } from './collected-run.ts'
import type { PlayedChat } from './play-chat.ts'

type Keeping = {
  /** The same for all that is played of a conversation. */
  readonly key: string
  readonly passed: boolean
  readonly store?: string | undefined
  readonly cwd?: string | undefined
}

/**
 * Keeps a conversation: for the reporter of the runner, which makes one run of all; without one, what failed is a run of its own.
 *
 * @returns the run that has it; undefined where the project's store has none
 */
export async function keepChat(
  { run, events }: PlayedChat,
  { key, passed, store: file, cwd = process.cwd() }: Keeping,
): Promise<string | undefined> {
  const collecting = file === undefined ? collection(process.env) : undefined
  if (collecting !== undefined) {
    // Where nothing was expected there is nothing to count.
    if (run.summary?.results.evaluated !== 0 || !passed) leaveChat(collecting.folder, key, { plan: run.plan, events })
    return collecting.runId
  }
  if (passed || file === ':memory:') return undefined
  const store = openStore(file ?? (await projectStore(cwd)))
  try {
    for (const event of events) await store.append(run.plan.runId, event)
  } finally {
    await store.close()
  }
  return file === undefined ? run.plan.runId : undefined
}

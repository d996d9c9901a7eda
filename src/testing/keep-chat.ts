import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringifyJson } from '../core/index.ts'
import { projectStore } from '../compose/library-dependencies.ts'
import { openStore } from '../compose/run-store.ts'
import type { PlayedChat } from './play-chat.ts'

type Keeping = { readonly passed: boolean; readonly store?: string; readonly cwd?: string }

/** The run into which a reporter puts all tests, and the folder where it finds them. */
const collectedRun = 'SHINSA_TEST_RUN'
const collectedFolder = 'SHINSA_TEST_FOLDER'

/**
 * Keeps a conversation: for the reporter of the runner, which makes one run of all; without one what failed is a run of its own.
 *
 * @returns the run that has it; undefined where it is not kept in the project's store
 */
export async function keepChat(
  { run, result, events }: PlayedChat,
  { passed, store: file, cwd = process.cwd() }: Keeping,
): Promise<string | undefined> {
  const { [collectedRun]: collected, [collectedFolder]: folder } = process.env
  if (collected !== undefined && folder !== undefined && file === undefined) {
    writeFileSync(join(folder, `${randomUUID()}.json`), stringifyJson({ plan: run.plan, result }))
    return collected
  }
  if (passed || file === ':memory:') return undefined
  const store = openStore(file ?? projectStore(cwd))
  try {
    for (const event of events) await store.append(run.plan.runId, event)
  } finally {
    await store.close()
  }
  return file === undefined ? run.plan.runId : undefined
}

import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseJson, stringifyJson, type Run, type RunEvent, type RunPlan } from '../core/index.ts'
import { openStore } from '../compose/run-store.ts'
import { timeId } from '../compose/time-id.ts'
import { codeFormat } from '../formats/code/code-format.ts'
import { summarise } from '../runner/summarise.ts'

/** The variables by which the reporter tells test processes where to leave their conversations, of which it makes one run. */
const variables = { run: 'SHINSA_TEST_RUN', folder: 'SHINSA_TEST_FOLDER' }

type CollectedRunEnvironment = Record<string, string | undefined>

export type Left = { readonly plan: RunPlan; readonly events: readonly RunEvent[] }

/** Returns the run and the folder for conversations; undefined without a reporter. */
export function collection(
  env: CollectedRunEnvironment,
): { readonly runId: string; readonly folder: string } | undefined {
  const { [variables.run]: runId, [variables.folder]: folder } = env
  return runId === undefined || folder === undefined ? undefined : { runId, folder }
}

/** Creates a folder for the conversations of a new test run, and tells test processes that start from now on. */
export function openCollection(env: CollectedRunEnvironment): void {
  env[variables.run] = timeId(new Date(), Math.random)
  env[variables.folder] = mkdtempSync(join(tmpdir(), 'shinsa-tests-'))
}

/** Writes a conversation, replacing its earlier, shorter version. */
export function leaveChat(folder: string, key: string, left: Left): void {
  writeFileSync(join(folder, `${key}.chat`), stringifyJson(left))
}

/** Records that a run was added to the project's store. */
export function leaveRun(folder: string): void {
  writeFileSync(join(folder, `${randomUUID()}.run`), '')
}

/** The run made of the conversations, and the number of other runs. */
export type CollectedRun = { readonly run: Run | undefined; readonly others: number }

/** Makes the run and removes the folder. */
export async function closeCollection(env: CollectedRunEnvironment, file: string): Promise<CollectedRun> {
  const { runId, folder } = collection(env) ?? {}
  if (runId === undefined || folder === undefined) return { run: undefined, others: 0 }
  delete env[variables.run]
  delete env[variables.folder]
  const names = readdirSync(folder).toSorted()
  const chats = names.filter((name) => name.endsWith('.chat')).map((name) => leftIn(join(folder, name)))
  rmSync(folder, { recursive: true })
  const run = chats.length === 0 ? undefined : await storedRun(runId, chats, file)
  return { run, others: names.filter((name) => name.endsWith('.run')).length }
}

/** The file was written by `leaveChat`, so it is not checked. */
function leftIn(path: string): Left {
  return parseJson(readFileSync(path, 'utf8')) as Left
}

async function storedRun(runId: string, chats: readonly Left[], file: string): Promise<Run | undefined> {
  const plan = planOf(runId, chats)
  const store = openStore(file)
  try {
    await store.append(runId, { type: 'run-start', plan, resumed: false, done: 0 })
    for (const [position, { events }] of chats.entries()) {
      for (const event of events) if ('position' in event) await store.append(runId, placedAt(position, event))
    }
    const summary = await summarise(plan, store)
    const durationMs = chats.reduce((sum, { events }) => sum + durationOf(events), 0)
    await store.append(runId, { type: 'run-end', status: 'finished', summary, durationMs })
    return await store.find(runId)
  } finally {
    await store.close()
  }
}

function placedAt(position: number, event: Extract<RunEvent, { position: number }>): RunEvent {
  if (event.type !== 'case-end') return { ...event, position }
  return { ...event, position, result: { ...event.result, position } }
}

function durationOf(events: readonly RunEvent[]): number {
  return events.reduce((sum, event) => (event.type === 'run-end' ? sum + event.durationMs : sum), 0)
}

function planOf(runId: string, chats: readonly Left[]): RunPlan {
  const plans = chats.map(({ plan }) => plan)
  const [first] = plans
  if (first === undefined) throw new Error('there is no conversation')
  const metrics = new Map(plans.flatMap((plan) => plan.metrics.map((metric) => [metric.name, metric] as const)))
  // Metrics that only some conversations have come first.
  const isOfAll = (name: string): number => Number(plans.every((plan) => plan.metrics.some((one) => one.name === name)))
  const targets = new Set(plans.map(({ target }) => target.name))
  return {
    ...first,
    runId,
    name: 'vitest',
    dataset: { id: 'vitest', format: codeFormat, cases: chats.length },
    target: { name: [...targets].join(', ') },
    metrics: [...metrics.values()].toSorted((a, b) => isOfAll(a.name) - isOfAll(b.name)),
    origin: undefined,
  }
}

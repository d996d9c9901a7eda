import { type Run, type RunStore, hasProcess, message } from '../core/index.ts'
import { isAlive } from '../workspace/runs/active-run.ts'
import { askPermission } from './ask-permission.ts'
import type { Terminal } from './command.ts'
import { sayLine, printLine } from './print-message.ts'

/** The run to be deleted, by its whole id; it may be one that can no longer be read. */
export type Doomed = Pick<Run['plan'], 'runId' | 'name'>

/** Deletes runs after confirmation, and prints how much space that freed. */
export async function deleteAgreedRuns(
  doomed: readonly Doomed[],
  { store, terminal, yes }: { readonly store: RunStore; readonly terminal: Terminal; readonly yes: boolean },
): Promise<void> {
  const ids = new Set(doomed.map(({ runId }) => runId))
  const labels = (await store.labels(undefined, { notes: true })).filter(({ runId }) => ids.has(runId)).length
  sayLine(message('to be deleted: {runs}', { runs: doomed.map(nameOf).join(', ') }), terminal)
  if (labels > 0) sayLine(message('with {count} {count|label|labels} that people gave', { count: labels }), terminal)
  if (!yes) await askPermission(terminal, nobodyAgreed)
  const freed = await store.delete([...ids])
  const size = (freed / 1_000_000).toFixed(1)
  printLine(message('{count} {count|run|runs} deleted, {size} MB freed', { count: ids.size, size }), terminal)
}

export function isActive(run: Run): boolean {
  return run.status === 'running' && hasProcess(run, isAlive)
}

const nobodyAgreed = {
  sentence: message('nothing is deleted unless somebody agrees, and nobody is there to be asked'),
  hint: message('Agree with --yes.'),
}

function nameOf({ runId, name }: Doomed): string {
  return name === undefined ? runId : `${runId} (${name})`
}

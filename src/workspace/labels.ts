import { resolve } from 'node:path'
import {
  type CaseRecord,
  type HumanLabel,
  type Run,
  type RunStore,
  EvalError,
  message,
  nearestNames,
  readingAspects,
} from '../core/index.ts'
import { openLabelLines, toLabelLine } from '../formats/index.ts'
import { jsonWithoutCommands } from '../reporters/workflow-commands.ts'
import { atomicWrite } from '../files/index.ts'
import { didYouMean } from '../core/basics/nearest-names.ts'

/** Writes human labels, one line per result and metric, with all that is needed to judge the result again. */
export async function exportLabels(
  runs: readonly Run[],
  store: RunStore,
  to: { readonly file: string | undefined; readonly stdout: (text: string) => void },
): Promise<{ readonly lines: number }> {
  let lines = 0
  async function* chunks() {
    for (const run of runs) {
      for await (const line of labelLines(run, store)) {
        lines += 1
        yield `${line}\n`
      }
    }
  }
  if (to.file === undefined) for await (const chunk of chunks()) to.stdout(chunk)
  else await atomicWrite(to.file, chunks())
  return { lines }
}

/** Yields the labels of one run as lines without line breaks, one per result and metric. */
export async function* labelLines(run: Run, store: RunStore): AsyncGenerator<string> {
  const labels = Map.groupBy(await store.labels(run.plan.runId, { notes: true }), placeOf)
  if (labels.size === 0) return
  for await (const record of store.records(run.plan.runId)) {
    const ofMetrics = Map.groupBy(labels.get(placeOf(record)) ?? [], ({ metric }) => metric)
    for (const group of ofMetrics.values()) {
      const line = toLabelLine(run, record, group)
      if (line !== undefined) yield jsonWithoutCommands(line)
    }
  }
}

/** Adds labels to the store that has their runs; a label that exists already is not added twice. */
export async function importLabels(path: string, { cwd, store }: { readonly cwd: string; readonly store: RunStore }) {
  const file = resolve(cwd, path)
  const known = new Set((await store.list()).map(({ plan }) => plan.runId))
  const cases = new Map<string, ReadonlyMap<string, string>>()
  let kept = 0
  let unknown = 0
  for (const { runId, position, repeat, metric, case: evalCase, labels } of await openLabelLines(file)) {
    const ofRun = cases.get(runId) ?? (known.has(runId) ? await caseIdsOf(runId, store) : new Map<string, string>())
    cases.set(runId, ofRun)
    if (ofRun.get(placeOf({ position, repeat })) !== evalCase.id) {
      unknown += labels.length
      continue
    }
    const place = { position, repeat, caseId: evalCase.id, ...(metric !== undefined && { metric: metric.name }) }
    await Promise.all(labels.map((label) => store.label(runId, { ...place, ...label })))
    kept += labels.length
  }
  return { kept, unknown }
}

async function caseIdsOf(runId: string, store: RunStore): Promise<ReadonlyMap<string, string>> {
  return new Map(await Array.fromAsync(store.scoredCases(runId), (one) => [placeOf(one), one.caseId] as const))
}

type LabelOfCase = Omit<HumanLabel, 'runId' | 'position'>

/** @throws {EvalError} `usage` when the run has no such result or metric */
export async function addLabel(run: Run, label: LabelOfCase, store: RunStore): Promise<void> {
  const ids = new Set<string>()
  for await (const { position, repeat, caseId } of store.scoredCases(run.plan.runId)) {
    ids.add(caseId)
    if (caseId === label.caseId && repeat === label.repeat) return addLabelAt(run, { ...label, position }, store)
  }
  throw notThere('case', label.caseId, [...ids])
}

/** Adds a label for a case whose position in the dataset is known. */
export async function addLabelAt({ plan }: Run, label: Omit<HumanLabel, 'runId'>, store: RunStore): Promise<void> {
  const metrics = plan.metrics.map(({ name }) => name)
  const isReading = Object.values<string | undefined>(readingAspects).includes(label.aspect)
  if (label.metric === undefined && label.aspect !== undefined && !isReading) {
    throw new EvalError('usage', message('an aspect is one of a metric: name the metric too'))
  }
  if (label.metric !== undefined && !metrics.includes(label.metric)) throw notThere('metric', label.metric, metrics)
  await store.label(plan.runId, label)
}

function notThere(thing: 'case' | 'metric', name: string, known: readonly string[]): EvalError {
  const near = nearestNames(name, known)
  return new EvalError(
    'usage',
    thing === 'case'
      ? message('the run has no result of the case {name}', { name: JSON.stringify(name) })
      : message('the run has no metric {name}', { name: JSON.stringify(name) }),
    {
      hint: didYouMean(near, message('There are: {names}.', { names: known.slice(0, 20).join(', ') })),
    },
  )
}

function placeOf({ position, repeat }: Pick<CaseRecord, 'position' | 'repeat'>): string {
  return `${position}/${repeat}`
}

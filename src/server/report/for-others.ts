import { dirname, isAbsolute } from 'node:path'
import { z } from 'zod'
import { type CaseRecord, type Invocation, type Run, type RunStore, stringifyJson } from '../../core/index.ts'

/** What a report reads of a store. */
export type ReportStore = Pick<RunStore, 'records' | 'record' | 'scoredCases'>

/** The store as people elsewhere may see it. */
export function storeForOthers(store: ReportStore, runs: readonly Run[]): ReportStore {
  const shown = new Map(runs.map((run) => [run.plan.runId, withoutPlaces(run)]))
  const told = (runId: string, record: CaseRecord) => (shown.get(runId) ?? ((same) => same))(recordForOthers(record))
  return {
    async *records(runId, from) {
      for await (const record of store.records(runId, from)) yield told(runId, record)
    },
    async record(runId, place, options) {
      const record = await store.record(runId, place, options)
      return record && told(runId, record)
    },
    scoredCases: (runId) => store.scoredCases(runId),
  }
}

/** A run for people elsewhere: without paths of this machine and without the command line that made it. */
export function runForOthers(run: Run): Run {
  const { origin: _origin, environment, dataset, ...plan } = run.plan
  const { path: _path, ...rest } = dataset
  return withoutPlaces(run)({
    ...run,
    plan: {
      ...plan,
      dataset: rest,
      ...(environment !== undefined && { environment: { model: environment.model, seeds: environment.seeds } }),
    },
  })
}

/**
 * What a run says, with the paths of its files as they are from its working folder; of what lies elsewhere the names. Answers,
 * reasons and stacks may name files, too.
 */
function withoutPlaces({ plan }: Run): <Value>(value: Value) => Value {
  const { cwd, dataset } = PlacesOfRun.safeParse(plan.origin).data ?? {}
  const folders = [cwd, plan.dataset.path && dirname(plan.dataset.path), dataset && dirname(dataset)]
  const known = [...new Set(folders)].filter(
    (folder) => folder !== undefined && isAbsolute(folder) && folder.length > 1,
  )
  const [agent, kind = '', file] = absoluteName.exec(plan.target.name) ?? []
  return (value) => {
    const inside = known.reduce((rest, folder) => withoutFolder(rest, folder ?? ''), value)
    return agent === undefined ? inside : replacedIn(inside, [agent, `${kind}${file}`])
  }
}

const absoluteName = /^(recorded:)?(?:\/(?!\/)|[a-z]:[\\/])(?:.*[\\/])?([^\\/]+)$/is

// A plan may be of any version: only these are looked at.
const PlacesOfRun = z.object({ cwd: z.string().optional(), dataset: z.string().optional() })

/** A case for people elsewhere: without the folder of its documents and the logins of tools that a review may use. */
function recordForOthers(record: CaseRecord): CaseRecord {
  const { review } = record.evalCase
  if (review === undefined) return record
  const { folder, tools: _tools, ...task } = review
  const { documents, checkName, checkDescription, languageName } = task
  const asked = stringifyJson({ documents, checkName, checkDescription, languageName })
  const ask = (invocation: Invocation): Invocation => ({
    ...invocation,
    userContent: { ...invocation.userContent, parts: [{ text: asked }] },
  })
  const evalCase = {
    ...record.evalCase,
    review: { ...task, folder: '' },
    conversation: record.evalCase.conversation?.map(ask),
  }
  const invocations = record.invocations.map(ask)
  const { result } = record
  const changed: CaseRecord = {
    ...record,
    evalCase,
    invocations,
    result: result && { ...result, evalCase, transcript: { ...result.transcript, invocations } },
  }
  return folder === '' ? changed : withoutFolder(changed, folder)
}

/** Reasons and answers of a reviewer may name files, too. */
function withoutFolder<Value>(value: Value, folder: string): Value {
  return [`${folder}/`, `${folder}\\`, folder].reduce((rest, place) => replacedIn(rest, [place, '']), value)
}

function replacedIn<Value>(value: Value, change: readonly [from: string, to: string]): Value
function replacedIn(value: unknown, [from, to]: readonly [string, string]): unknown {
  if (typeof value === 'string') return value.replaceAll(from, to)
  if (Array.isArray(value)) return value.map((one: unknown) => replacedIn(one, [from, to]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replacedIn(one, [from, to])]))
}

import type { CaseRecord, Invocation, Run, RunStore } from '../../core/index.ts'
import { stringifyJson } from '../../core/index.ts'

/** What a report reads of a store. */
export type ReportStore = Pick<RunStore, 'records' | 'record' | 'scoredCases'>

/** The store as people elsewhere may see it. */
export function storeForOthers(store: ReportStore): ReportStore {
  return {
    async *records(runId, from) {
      for await (const record of store.records(runId, from)) yield recordForOthers(record)
    },
    async record(runId, place, options) {
      const record = await store.record(runId, place, options)
      return record && recordForOthers(record)
    },
    scoredCases: (runId) => store.scoredCases(runId),
  }
}

/** A run for people elsewhere: without paths of this machine and without the command line that made it. */
export function runForOthers(run: Run): Run {
  const { origin: _origin, environment, dataset, ...plan } = run.plan
  const { path: _path, ...rest } = dataset
  return {
    ...run,
    plan: {
      ...plan,
      dataset: rest,
      ...(environment !== undefined && { environment: { model: environment.model, seeds: environment.seeds } }),
    },
  }
}

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
function withoutFolder<Value>(value: Value, folder: string): Value
function withoutFolder(value: unknown, folder: string): unknown {
  if (typeof value === 'string') return value.replaceAll(`${folder}/`, '').replaceAll(folder, '')
  if (Array.isArray(value)) return value.map((one: unknown) => withoutFolder(one, folder))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutFolder(one, folder)]))
}

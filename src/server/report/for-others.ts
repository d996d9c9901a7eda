import { dirname, isAbsolute } from 'node:path'
import { z } from 'zod'
import { type CaseRecord, type Invocation, type Run, type RunStore, stringifyJson } from '../../core/index.ts'

export type ReportStore = Pick<RunStore, 'records' | 'record' | 'scoredCases'>

/** Wraps a store so that its records can be given to people elsewhere. */
export function storeForOthers(store: ReportStore, runs: readonly Run[]): ReportStore {
  const shown = new Map(runs.map((run) => [run.plan.runId, withoutPlaces(run)]))
  const told = (runId: string, record: CaseRecord) => {
    const known = recordForOthers(record)
    const change = shown.get(runId)
    if (change === undefined) return known
    if (known.result === undefined) return change(known)
    // The result repeats all other fields of the record.
    const result = change(known.result)
    const { evalCase, scores, transcript } = result
    return result === known.result ? known : { ...known, evalCase, scores, invocations: transcript.invocations, result }
  }
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

/** Returns a run without paths of this machine and without the command line that started it. */
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
 * Shortens file paths in a value: those below the run's folders become relative, others keep only the file name. Answers, reasons
 * and stacks may contain paths, too.
 */
function withoutPlaces({ plan }: Run): <Value>(value: Value) => Value {
  const { cwd, dataset } = PlacesOfRun.safeParse(plan.origin).data ?? {}
  const folders = [cwd, plan.dataset.path && dirname(plan.dataset.path), dataset && dirname(dataset)]
  const known = [...new Set(folders)].filter(
    (folder) => folder !== undefined && isAbsolute(folder) && folder.length > 1,
  )
  const [agent, kind = '', file] = absoluteName.exec(plan.target.name) ?? []
  const changes: readonly TextChange[] = [
    ...known.map((folder) => withoutFolder(folder ?? '')),
    ...(agent === undefined ? [] : [{ sign: agent, from: agent, to: `${kind}${file}` }]),
  ]
  return (value) => replacedIn(value, changes)
}

const absoluteName = /^(recorded:)?(?:\/(?!\/)|[a-z]:[\\/])(?:.*[\\/])?([^\\/]+)$/is

// A plan may be of any version; only these fields are read.
const PlacesOfRun = z.object({ cwd: z.string().optional(), dataset: z.string().optional() })

/** Removes the folder of a case's documents and the credentials of tools that its review may use. */
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
  // A reviewer's reasons and answers may contain paths, too.
  return folder === '' ? changed : replacedIn(changed, [withoutFolder(folder)])
}

/** `sign` is a plain text that occurs wherever `from` matches. */
type TextChange = { readonly sign: string; readonly from: string | RegExp; readonly to: string }

function withoutFolder(folder: string): TextChange {
  const from = new RegExp(String.raw`${folder.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}[/\\]?`, 'g')
  return { sign: folder, from, to: '' }
}

/** Values without any of these texts are returned uncopied: copying each case would take several times as long as the rest. */
function replacedIn<Value>(value: Value, changes: readonly TextChange[]): Value
function replacedIn(value: unknown, changes: readonly TextChange[]): unknown {
  if (typeof value === 'string') {
    return changes.reduce((text, { sign, from, to }) => (text.includes(sign) ? text.replaceAll(from, to) : text), value)
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined
    for (const [index, one] of value.entries()) {
      const replaced = replacedIn(one, changes)
      if (replaced !== one) (copy ??= [...value])[index] = replaced
    }
    return copy ?? value
  }
  let changed: (readonly [string, unknown])[] | undefined
  const fields = value as Readonly<Record<string, unknown>>
  for (const name in fields) {
    const replaced = replacedIn(fields[name], changes)
    if (replaced !== fields[name]) (changed ??= []).push([name, replaced])
  }
  return changed === undefined ? value : { ...value, ...Object.fromEntries(changed) }
}

import { type Run, type RunStore, type Verdict, EvalError, message } from '../../core/index.ts'
import { caseIdPattern } from '../../formats/choose-cases.ts'
import { shellWord } from '../../reporters/failure/show-command.ts'
import { RunRequest } from '../../settings/run-request.ts'

/** Selects cases of a run. A case must meet all conditions that are given. */
export type CasesToRerun = {
  /** Cases with one of these verdicts in a repeat. */
  readonly only?: readonly Verdict[] | undefined
  readonly caseIds?: readonly string[] | undefined
  /** Patterns of case ids, as in `shinsa run --filter`. */
  readonly filter?: readonly string[] | undefined
}

/** The verdicts that are rerun by default. */
export const notPassed = ['failed', 'error', 'not-evaluated'] as const satisfies readonly Verdict[]

/**
 * Returns the request of the former run for the selected cases; the new run refers to the old one.
 *
 * @throws {EvalError} `usage` for runs that no request began, for cases that the run does not have, and for patterns that none fits
 */
export async function rerunRequest(run: Run, again: CasesToRerun, store: RunStore): Promise<RunRequest> {
  const { plan } = run
  const origin = RunRequest.safeParse(plan.origin)
  if (!origin.success) {
    throw new EvalError('usage', message('run {run} does not say how it was begun', { run: plan.runId }), {
      hint: message('Begin a new one with `shinsa run`.'),
    })
  }
  return {
    ...origin.data,
    selected: await casesOf(run, again, store),
    rerunOf: plan.runId,
    name: undefined,
    filter: undefined,
    tag: undefined,
    first: undefined,
    sample: undefined,
    chosenByOutcome: true,
    stopEarly: false,
  }
}

/** What a former run found out about its dataset, if the file is still the same. */
export function knownDatasetOf({ plan: { dataset } }: Run) {
  const { sha256, cases, selected, total = selected === undefined ? cases : undefined } = dataset
  return { sha256, cases: total }
}

async function casesOf({ plan }: Run, { only, caseIds, filter }: CasesToRerun, store: RunStore) {
  const patterns = filter?.map(caseIdPattern)
  const [fitting, meant] = [new Set<string>(), new Set<string>()]
  for await (const { caseId, verdict } of resultsOf(plan.runId, caseIds ?? wholeIds(filter), store)) {
    if (patterns?.some((pattern) => pattern.test(caseId)) === false) continue
    fitting.add(caseId)
    if (only?.includes(verdict) !== false) meant.add(caseId)
  }
  const missing = caseIds?.find((caseId) => !fitting.has(caseId))
  if (missing !== undefined)
    throw new EvalError('usage', message('run {run} has no result of case {case}', { run: plan.runId, case: missing }))
  if (filter !== undefined && fitting.size === 0) throw await fittingNone(plan.runId, filter, store)
  return [...meant]
}

async function fittingNone(runId: string, filter: readonly string[], store: RunStore): Promise<EvalError> {
  const names = filter.map((name) => JSON.stringify(name)).join(', ')
  const there = new Set<string>()
  for await (const { caseId } of store.scoredCases(runId)) if (there.add(caseId).size === 5) break
  return new EvalError('usage', message('no case of the run fits {names}', { names }), {
    hint: message('There are {names} and so on.', { names: [...there].join(', ') }),
  })
}

// Up to this number each case is looked up; beyond it, reading all is faster.
const fewCases = 5

async function* resultsOf(runId: string, caseIds: readonly string[] | undefined, store: RunStore) {
  if (caseIds === undefined || caseIds.length > fewCases) {
    const named = caseIds && new Set(caseIds)
    for await (const scored of store.scoredCases(runId)) if (named?.has(scored.caseId) !== false) yield scored
    return
  }
  for (const caseId of caseIds)
    for await (const { result } of store.recordsOf(runId, caseId)) if (result !== undefined) yield { caseId, ...result }
}

/** Returns the patterns where each of them is a whole case id; else undefined. */
function wholeIds(filter: readonly string[] | undefined): readonly string[] | undefined {
  return filter?.some((pattern) => /[*?]/.test(pattern)) === false ? filter : undefined
}

/** The command line that plays the cases again, for copying into a shell. */
export function rerunCommand(runId: string, { only, caseIds }: Pick<CasesToRerun, 'only' | 'caseIds'>): string {
  const isUsual = only !== undefined && notPassed.every((verdict) => only.includes(verdict)) && only.length === 3
  return [
    `shinsa rerun ${runId}`,
    ...(only === undefined || (isUsual && caseIds === undefined) ? [] : [`--only ${only.join(',')}`]),
    ...(caseIds === undefined ? [] : [`--filter ${shellWord(caseIds.map(patternFor).join(','))}`]),
  ].join(' ')
}

/** Patterns are separated by commas and trimmed, so commas and blanks at the ends are written as `?`. */
function patternFor(caseId: string): string {
  return caseId.replaceAll(/[,*\p{C}\p{Zl}\p{Zp}]|^\s|\s$/gu, '?')
}

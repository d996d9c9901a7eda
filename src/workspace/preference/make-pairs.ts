import {
  type CaseRecord,
  type EvalCase,
  type Invocation,
  type JsonObject,
  type Run,
  type RunStore,
  message,
  stringifyJson,
  textOf,
} from '../../core/index.ts'
import { isAgentFailure } from '../../core/run/case-result.ts'
import { turnsOf } from '../../packs/preference/metrics/preference-question.ts'
import { type AnswerPair, type PairPlan, pairKey } from '../../packs/preference/pair.ts'

type PairCase = { readonly evalCase: EvalCase; readonly invocations: readonly Invocation[] }

type MakePairsName = PairCase & { readonly pair: AnswerPair }

export type ComparedRuns = readonly [Run, Run]

export type Pairs = Pick<PairPlan, 'runs'> & {
  /** Cases whose transcript is the first run's, with the other run's answer in their metadata. */
  readonly cases: readonly PairCase[]
  /** Number of cases that only one of the runs has. */
  readonly missing: number
  /** Number of cases with the same name and different questions. */
  readonly different: number
}

type Side = {
  readonly runId: string
  readonly name: string
  /** Results by case, with all repeats. */
  readonly results: ReadonlyMap<string, readonly CaseRecord[]>
}

/**
 * Pairs the results of two runs, case by case. Where one run has more repeats of a case, the other's repeats are used again in
 * turn.
 */
export async function makePairs(runs: ComparedRuns, store: RunStore): Promise<Pairs> {
  const [one, other] = [await sideOf(runs[0], { runs, store }), await sideOf(runs[1], { runs, store })]
  const sides = [one, other]
  const ids = [...new Set(sides.flatMap(({ results }) => [...results.keys()]))]
  const clusters = new Map(ids.map((id, index) => [id, index]))
  const cases: MakePairsName[] = []
  const different = new Set<string>()
  for (const [caseId, records] of one.results) {
    const others = other.results.get(caseId) ?? []
    if (others.length > 0 && !(askedIn(records[0]) === askedIn(others[0]))) different.add(caseId)
    else cases.push(...pairsOfCase({ caseId, cluster: clusters.get(caseId) ?? 0 }, [one, records], [other, others]))
  }
  return {
    runs: sides.map(({ runId, name }) => ({ runId, name })),
    cases: withOwnIds(cases),
    missing: ids.filter((id) => sides.some(({ results }) => !results.has(id))).length,
    different: different.size,
  }
}

/** Matches cases by name where names are unique. */
async function sideOf(
  { plan }: Run,
  { runs, store }: { readonly runs: readonly Run[]; readonly store: RunStore },
): Promise<Side> {
  const results = new Map<string, CaseRecord[]>()
  for await (const record of store.records(plan.runId)) {
    if (record.result === undefined) continue
    results.set(record.evalCase.id, [...(results.get(record.evalCase.id) ?? []), record])
  }
  const isOwn = runs.filter((other) => other.plan.name === plan.name).length === 1
  return { runId: plan.runId, name: isOwn ? (plan.name ?? plan.runId) : plan.runId, results }
}

function askedIn(record: CaseRecord | undefined): string {
  const { conversation, scenario } = record?.evalCase ?? {}
  return stringifyJson([conversation?.map(({ userContent }) => textOf(userContent) ?? ''), scenario])
}

function pairsOfCase(
  { caseId, cluster }: Pick<AnswerPair, 'caseId' | 'cluster'>,
  [one, records]: readonly [Side, readonly CaseRecord[]],
  [other, others]: readonly [Side, readonly CaseRecord[]],
): readonly MakePairsName[] {
  if (others.length === 0) return []
  return Array.from({ length: Math.max(records.length, others.length) }, (_, repeat) => {
    const [left, right] = [records[repeat % records.length], others[repeat % others.length]]
    if (left === undefined || right === undefined) return []
    const pair: AnswerPair = {
      caseId,
      cluster,
      repeat,
      first: { runId: one.runId, name: one.name, ...silenceOf(left) },
      second: { runId: other.runId, name: other.name, ...silenceOf(right), turns: [...turnsOf(right.invocations)] },
    }
    return { evalCase: pairCase(left.evalCase, pair), invocations: left.invocations, pair }
  }).flat()
}

function silenceOf({ result, invocations }: CaseRecord): Pick<AnswerPair['first'], 'silent'> {
  const failure = result?.transcript.failure
  if (failure !== undefined) {
    return { silent: { whose: isAgentFailure(failure) ? 'agent' : 'others', reason: failure.reason } }
  }
  if (!invocations.some(({ provenance }) => provenance?.answerUnknown === true)) return {}
  const reason = message('The answer is unknown: the trace does not hold it, because it was cut or has no contents')
  return { silent: { whose: 'others', reason } }
}

/** The case's question and expected answer, without data for other metrics. */
function pairCase({ id, conversation, scenario }: EvalCase, pair: AnswerPair): EvalCase {
  return {
    id,
    ...(conversation !== undefined && { conversation }),
    ...(scenario !== undefined && { scenario }),
    // A schema validates it when it is read back.
    metadata: { [pairKey]: pair as unknown as JsonObject[string] },
  }
}

/** Repeats of a case get ids of their own. */
function withOwnIds(cases: readonly MakePairsName[]): readonly PairCase[] {
  const taken = new Set<string>()
  return cases.map(({ evalCase, invocations, pair: { repeat } }) => {
    const wanted = `${evalCase.id}${repeat === 0 ? '' : ` #${repeat + 1}`}`
    let id = wanted
    for (let copy = 2; taken.has(id); copy += 1) id = `${wanted} [${copy}]`
    taken.add(id)
    return { evalCase: { ...evalCase, id }, invocations }
  })
}

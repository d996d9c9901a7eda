import { stringifyJson, type CaseResult, type Metric, type Score, type Transcript } from '../core/index.ts'
import { createRandom, randomOrder } from '../statistics/random.ts'
import type { Mutant, MutationOperator } from './operator.ts'

/**
 * The fate of a mutant: `killed` when a metric that passed the original fails it; `alive` when all still pass;
 * `equivalent` when only blanks or the order of independent calls differ, or a judge finds no difference; `uncertain`
 * when a metric that passed the original cannot tell.
 */
type MutantFate = 'killed' | 'alive' | 'equivalent' | 'uncertain'

export type MutantOutcome = {
  readonly caseId: string
  readonly position: number
  readonly repeat: number
  readonly operator: string
  readonly place: string
  readonly change: string
  readonly tool?: string
  readonly fate: MutantFate
  readonly sameBy?: 'blanks' | 'free order' | 'judge'
  /** The number of mutants that it stands for in the score when only some were judged; 1 by default. */
  readonly weight?: number
  /** Its index among the mutants of the same result and operator. */
  readonly number: number
  readonly killedBy: readonly string[]
  /** Metrics outside the run that would have failed it. */
  readonly wouldKill: readonly string[]
}

export type MutationOptions = {
  readonly operators: readonly MutationOperator[]
  readonly metrics: readonly Metric[]
  /** Metrics outside the run that pass all its results, to find out which mutants they would fail. */
  readonly candidates?: readonly Metric[]
  /** The greatest number of mutants for each operator and result, drawn by the seed; 3 by default. */
  readonly perCase?: number
  readonly seed?: number
  readonly signal?: AbortSignal
}

/**
 * Plants faults in passed results and scores each mutant with the same metrics. It calls no model. A mutant holds
 * exactly one fault. Results that did not pass have no mutants.
 */
export async function* mutateResults(
  results: AsyncIterable<CaseResult>,
  { metrics, candidates = [], signal, ...planting }: MutationOptions,
): AsyncGenerator<MutantOutcome> {
  for await (const { result, mutants } of plantedIn(results, planting)) {
    const { evalCase, transcript } = result
    const scoring = { evalCase, signal }
    const passed = await passing(metrics, transcript, scoring)
    const silent = result.scores.some((score) => isPass(score) && !passed.some(({ name }) => name === score.metric))
    for (const planted of mutants) {
      const fate = await fateOf(planted.mutant, { transcript, passed, silent, candidates, ...scoring })
      yield { ...toldOf(result, planted), ...fate }
    }
  }
}

/**
 * Scores some mutants with metrics that need a judge, in order, until one of them fails the mutant.
 *
 * @param isChosen selects the mutants to judge
 * @param sameAs asks a judge whether an unnoticed mutant is as good as the original
 */
export async function* judgeMutants(
  results: AsyncIterable<CaseResult>,
  {
    metrics,
    isChosen,
    sameAs,
    signal,
    ...planting
  }: Omit<MutationOptions, 'candidates'> & {
    readonly isChosen: (outcome: MutantPlace) => boolean
    readonly sameAs?: (evalCase: CaseResult['evalCase'], original: Transcript, mutant: Transcript) => Promise<Score>
  },
): AsyncGenerator<MutantOutcome> {
  for await (const { result, mutants } of plantedIn(results, planting)) {
    const { evalCase, transcript, scores } = result
    const asked = metrics.filter(({ name }) => scores.some((score) => score.metric === name && isPass(score)))
    for (const planted of mutants) {
      const told = toldOf(result, planted)
      if (!isChosen(told)) continue
      let isTold = true
      let noticed: string | undefined
      for (const metric of asked) {
        const score = await scoreOf(metric, planted.mutant.transcript, { evalCase, signal })
        if (isFailure(score)) {
          noticed = metric.name
          break
        }
        isTold &&= isPass(score)
      }
      const same = noticed === undefined ? await sameAs?.(evalCase, transcript, planted.mutant.transcript) : undefined
      if (noticed !== undefined) yield { ...told, fate: 'killed', killedBy: [noticed], wouldKill: [] }
      else if (isPass(same)) yield { ...told, fate: 'equivalent', sameBy: 'judge', killedBy: [], wouldKill: [] }
      else {
        const isKnown = isTold && (same === undefined || isFailure(same))
        yield { ...told, fate: isKnown ? 'alive' : 'uncertain', killedBy: [], wouldKill: [] }
      }
    }
  }
}

export type MutantPlace = Omit<MutantOutcome, 'fate' | 'sameBy' | 'killedBy' | 'wouldKill' | 'weight'>

type PlantedMutant = { readonly operator: string; readonly number: number; readonly mutant: Mutant }

type Planting = Pick<MutationOptions, 'operators' | 'perCase' | 'seed'>

async function* plantedIn(
  results: AsyncIterable<CaseResult>,
  planting: Planting,
): AsyncGenerator<{ readonly result: CaseResult; readonly mutants: readonly PlantedMutant[] }> {
  for await (const result of results) {
    if (result.verdict === 'passed') yield { result, mutants: mutantsOf(result, planting) }
  }
}

function mutantsOf(result: CaseResult, { operators, perCase = 3, seed = 0 }: Planting): readonly PlantedMutant[] {
  const { evalCase, transcript, position, repeat } = result
  return operators.flatMap((operator, index) => {
    const random = createRandom(seed + position * 7919 + repeat * 104_729 + index)
    const all = [...operator.mutants(transcript, { evalCase, random })]
    return chosen(all, perCase, random).map((mutant, number) => ({ operator: operator.id, number, mutant }))
  })
}

export function mutantAt(
  result: CaseResult,
  planting: Planting,
  place: Pick<PlantedMutant, 'operator' | 'number'>,
): Mutant | undefined {
  return mutantsOf(result, planting).find(
    ({ operator, number }) => operator === place.operator && number === place.number,
  )?.mutant
}

function toldOf({ evalCase, position, repeat }: CaseResult, { operator, number, mutant }: PlantedMutant): MutantPlace {
  const { transcript: _, isFreeOrder: __, ...planted } = mutant
  return { caseId: evalCase.id, position, repeat, operator, number, ...planted }
}

type Scoring = { readonly evalCase: CaseResult['evalCase']; readonly signal: AbortSignal | undefined }

/** Only metrics that pass the original can notice a fault. */
async function passing(
  metrics: readonly Metric[],
  transcript: Transcript,
  scoring: Scoring,
): Promise<readonly Metric[]> {
  const scores = await Promise.all(metrics.map((metric) => scoreOf(metric, transcript, scoring)))
  return metrics.filter((_, index) => isPass(scores[index]))
}

async function scoreOf(
  metric: Metric,
  transcript: Transcript,
  { evalCase, signal }: Scoring,
): Promise<Score | undefined> {
  try {
    return await metric.score(evalCase, transcript, { signal })
  } catch (error) {
    if (signal?.aborted === true) throw error
    return undefined
  }
}

function isPass(score: Score | undefined): boolean {
  return score?.status === 'scored' && score.passed
}

/** Returns true when the score blames the agent; a metric that broke proves nothing. */
function isFailure(score: Score | undefined): boolean {
  return (score?.status === 'scored' && !score.passed) || (score?.status === 'error' && score.blame === 'agent')
}

function chosen(mutants: readonly Mutant[], most: number, random: () => number): readonly Mutant[] {
  if (mutants.length <= most) return mutants
  return Array.from(randomOrder(mutants.length, random).subarray(0, most))
    .toSorted((a, b) => a - b)
    .flatMap((index) => mutants[index] ?? [])
}

type FateContext = Scoring & {
  readonly transcript: Transcript
  readonly passed: readonly Metric[]
  /** True when a metric that passed the original is not asked here, such as one that needs a model. */
  readonly silent: boolean
  readonly candidates: readonly Metric[]
}

async function fateOf(
  mutant: Mutant,
  { transcript, passed, silent, candidates, ...scoring }: FateContext,
): Promise<Pick<MutantOutcome, 'fate' | 'sameBy' | 'killedBy' | 'wouldKill'>> {
  const scores = await Promise.all(passed.map((metric) => scoreOf(metric, mutant.transcript, scoring)))
  const killedBy = passed.flatMap(({ name }, index) => (isFailure(scores[index]) ? [name] : []))
  // A metric that fails such a mutant demands one order, where another may be just as right.
  if (mutant.isFreeOrder === true) return { fate: 'equivalent', sameBy: 'free order', killedBy, wouldKill: [] }
  if (killedBy.length > 0) return { fate: 'killed', killedBy, wouldKill: [] }
  if (readable(mutant.transcript) === readable(transcript)) {
    return { fate: 'equivalent', sameBy: 'blanks', killedBy, wouldKill: [] }
  }
  const others = await Promise.all(candidates.map((metric) => scoreOf(metric, mutant.transcript, scoring)))
  const wouldKill = candidates.flatMap(({ name }, index) => (isFailure(others[index]) ? [name] : []))
  const isTold = !silent && passed.length > 0 && scores.every(isPass)
  return { fate: isTold ? 'alive' : 'uncertain', killedBy, wouldKill }
}

/** Removes differences that do not matter: blanks, line ends and the width of letters. */
function readable({ invocations }: Transcript): string {
  return stringifyJson(invocations)
    .normalize('NFKC')
    .replaceAll(/(?:\s|\\n)+/g, ' ')
}

/** Returns the metrics that pass every passed result, since only these can be added without failing one. */
export async function metricsThatPass(
  results: AsyncIterable<CaseResult>,
  metrics: readonly Metric[],
  signal?: AbortSignal,
): Promise<readonly Metric[]> {
  let left = metrics
  for await (const { verdict, evalCase, transcript } of results) {
    if (left.length === 0) return left
    if (verdict === 'passed') left = await passing(left, transcript, { evalCase, signal })
  }
  return left
}

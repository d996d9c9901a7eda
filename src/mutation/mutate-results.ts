import { stringifyJson, type CaseResult, type Metric, type Score, type Transcript } from '../core/index.ts'
import { createRandom, randomOrder } from '../statistics/random.ts'
import type { Mutant, MutationOperator } from './operator.ts'

/**
 * What became of a mutant: `killed` by a metric that had passed, `alive` where all pass still, `equivalent` where it differs in
 * blanks alone and nothing noticed, or in the order of calls that do not need each other, `uncertain` where a metric that had passed the original cannot tell.
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
  /** How it is known that it makes no difference. */
  readonly sameBy?: 'blanks' | 'free order' | 'judge'
  /** How many mutants it stands for in the score, where a judge was asked about some of them; 1 when not given. */
  readonly weight?: number
  /** Its number among the mutants of its result and operator. */
  readonly number: number
  /** The metrics that noticed. */
  readonly killedBy: readonly string[]
  /** Metrics that are not of the run, and would have noticed. */
  readonly wouldKill: readonly string[]
}

export type MutationOptions = {
  readonly operators: readonly MutationOperator[]
  /** The metrics of the run, as they scored it. */
  readonly metrics: readonly Metric[]
  /** Metrics that are not of the run and pass all its results, to see what they would notice. */
  readonly candidates?: readonly Metric[]
  /** At most so many mutants of an operator in one result, drawn by the seed; 3 when not given. */
  readonly perCase?: number
  readonly seed?: number
  readonly signal?: AbortSignal
}

/**
 * Plants faults in results that passed and scores each mutant with the same metrics; nobody is asked anything. A mutant holds
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
 * Asks metrics that take a judge about some mutants, one after the other until one of them notices.
 *
 * @param isChosen whether a mutant is asked about
 * @param sameAs what a judge is asked at last of one that nobody noticed: whether it is as good as the original
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

/** Which mutant it is. */
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

/** The same mutants for the same seed. */
function mutantsOf(result: CaseResult, { operators, perCase = 3, seed = 0 }: Planting): readonly PlantedMutant[] {
  const { evalCase, transcript, position, repeat } = result
  return operators.flatMap((operator, index) => {
    const random = createRandom(seed + position * 7919 + repeat * 104_729 + index)
    const all = [...operator.mutants(transcript, { evalCase, random })]
    return chosen(all, perCase, random).map((mutant, number) => ({ operator: operator.id, number, mutant }))
  })
}

/** One mutant of a result again. */
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

/** The metrics that pass a transcript: only they can notice anything. */
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

/** Whether a score says that the agent did wrong; a metric that broke says nothing. */
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
  /** Whether a metric of the run passed the original that is not asked here, such as one that asks a model. */
  readonly silent: boolean
  readonly candidates: readonly Metric[]
}

async function fateOf(
  mutant: Mutant,
  { transcript, passed, silent, candidates, ...scoring }: FateContext,
): Promise<Pick<MutantOutcome, 'fate' | 'sameBy' | 'killedBy' | 'wouldKill'>> {
  const scores = await Promise.all(passed.map((metric) => scoreOf(metric, mutant.transcript, scoring)))
  const killedBy = passed.flatMap(({ name }, index) => (isFailure(scores[index]) ? [name] : []))
  // Who notices it asks for one order where another may be as right.
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

/** A transcript without what makes no difference: blanks, line ends and the widths of letters. */
function readable({ invocations }: Transcript): string {
  return stringifyJson(invocations)
    .normalize('NFKC')
    .replaceAll(/(?:\s|\\n)+/g, ' ')
}

/** Those metrics that pass every result that passed: only they can be added without failing one. */
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

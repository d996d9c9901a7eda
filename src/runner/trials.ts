import { type CaseRecord, type EvalCase, isJudgeError } from '../core/index.ts'

export type Trial = {
  readonly position: number
  readonly repeat: number
  readonly evalCase: EvalCase
  readonly begun: CaseRecord | undefined
}

type TrialsCases = Iterable<EvalCase> | AsyncIterable<EvalCase>

type PlacedCase = Pick<Trial, 'position' | 'evalCase'>

export type IsUrgent = (evalCase: EvalCase) => boolean

/** Yields the cases with their index: those of the first predicate, then those of the second, then the others. */
export async function* urgentFirst(
  cases: () => TrialsCases,
  urgent: readonly IsUrgent[] = [],
): AsyncGenerator<PlacedCase> {
  if (urgent.length === 0) return yield* placed(cases())
  for (let group = 0; group <= urgent.length; group += 1) {
    for await (const one of placed(cases())) if (groupOf(one.evalCase, urgent) === group) yield one
  }
}

function groupOf(evalCase: EvalCase, urgent: readonly IsUrgent[]): number {
  const group = urgent.findIndex((isUrgent) => isUrgent(evalCase))
  return group === -1 ? urgent.length : group
}

async function* placed(cases: TrialsCases): AsyncGenerator<PlacedCase> {
  let position = 0
  for await (const evalCase of cases) {
    yield { position, evalCase }
    position += 1
  }
}

/**
 * Yields all trials that are unfinished, or lack a score because a judge failed, in dataset order. The journal has the
 * same order, so both are read in parallel and neither is held in memory.
 */
export async function* trials(
  cases: AsyncIterable<PlacedCase>,
  repeats: number,
  journal: AsyncIterable<CaseRecord>,
): AsyncGenerator<Trial> {
  const records = journal[Symbol.asyncIterator]()
  let record = await records.next()
  for await (const { position, evalCase } of cases) {
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const known = !record.done && record.value.position === position && record.value.repeat === repeat
      const begun = known ? (record.value as CaseRecord) : undefined
      if (known) record = await records.next()
      if (begun?.result === undefined || begun.scores.some(isJudgeError)) yield { position, repeat, evalCase, begun }
    }
  }
}

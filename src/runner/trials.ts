import type { CaseRecord, EvalCase } from '../core/index.ts'
import { isJudgeError } from '../core/index.ts'

/** One repeat of one case, with what a former, interrupted run already has of it. */
export type Trial = {
  readonly position: number
  readonly repeat: number
  readonly evalCase: EvalCase
  readonly begun: CaseRecord | undefined
}

type Cases = Iterable<EvalCase> | AsyncIterable<EvalCase>

/**
 * All trials that are not finished yet, or that lack a score because a judge broke, in dataset order. The journal is in the same order, so the two are read side by
 * side and neither is held in memory.
 */
export async function* trials(
  cases: Cases,
  repeats: number,
  journal: AsyncIterable<CaseRecord>,
): AsyncGenerator<Trial> {
  const records = journal[Symbol.asyncIterator]()
  let record = await records.next()
  let position = 0
  for await (const evalCase of cases) {
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const known = !record.done && record.value.position === position && record.value.repeat === repeat
      const begun = known ? (record.value as CaseRecord) : undefined
      if (known) record = await records.next()
      if (begun?.result === undefined || begun.scores.some(isJudgeError)) yield { position, repeat, evalCase, begun }
    }
    position += 1
  }
}

import {
  type CaseRecord,
  type CaseResult,
  type EvalCase,
  type RunPlan,
  type RunStore,
  isJudgeError,
} from '../../core/index.ts'
import type { Trial } from '../trials.ts'
import type { Readings } from './early-rule.ts'
import type { PlayOrder } from './play-order.ts'

/** The first batch of turns; each next batch doubles up to the maximum. Each batch reads the dataset once. */
const firstTurns = 1024
const mostTurns = 16_384

export type TrialSource = {
  readonly cases: () => Iterable<EvalCase> | AsyncIterable<EvalCase>
  readonly plan: RunPlan
  readonly store: RunStore
}

type TrialsInOrderPlay = {
  readonly order: PlayOrder
  readonly read: (result: CaseResult) => Readings
  /** Receives each result that an interrupted run already has, in the order of play. */
  readonly onKnown: (turn: number, readings: Readings) => void
  /** Receives the turn of each trial that will be played. */
  readonly onPlayed: (turn: number) => void
  readonly isDecided: () => boolean
  /** Resolves, once all trials under way have ended, with whether the decision still stands. */
  readonly isSettled: () => Promise<boolean>
  /** Resolves when the turn is close enough to the last one evaluated. */
  readonly due: (turn: number) => Promise<void>
}

/**
 * Yields all unfinished trials in the order of play until the gate is decided. A dataset may exceed memory and can only
 * be read from the beginning, so each reading collects the cases of some thousand turns.
 */
export async function* trialsInOrder(
  { cases, plan, store }: TrialSource,
  { order, read, onKnown, onPlayed, isDecided, isSettled, due }: TrialsInOrderPlay,
): AsyncGenerator<Trial> {
  const known = await knownTurns(store.records(plan.runId), order, read)
  let size = firstTurns
  for (let from = 0; from < order.length;) {
    const turns = Array.from({ length: Math.min(size, order.length - from) }, (_, index) => from + index)
    const positions = turns.flatMap((turn) => (isFinished(known.get(turn)) ? [] : order.at(turn).position))
    const found = await casesAt(cases, new Set(positions))
    for (const turn of turns) {
      await due(turn)
      if (isDecided()) {
        for (const [later, readings] of known) if (later >= turn && isFinished(readings)) onKnown(later, readings)
        if (await isSettled()) return
      }
      const before = known.get(turn)
      const place = order.at(turn)
      const evalCase = found.get(place.position)
      if (isFinished(before)) onKnown(turn, before)
      else if (evalCase !== undefined) {
        onPlayed(turn)
        yield { ...place, evalCase, begun: before === 'begun' ? await store.record(plan.runId, place) : undefined }
      }
    }
    from += turns.length
    size = Math.min(2 * size, mostTurns)
  }
}

function isFinished(known: Readings | 'begun' | undefined): known is Readings {
  return known !== undefined && known !== 'begun'
}

/** Finds the results of an interrupted run. Those that lack a judge's answer are scored again. */
async function knownTurns(
  records: AsyncIterable<CaseRecord>,
  order: PlayOrder,
  read: (result: CaseResult) => Readings,
): Promise<ReadonlyMap<number, Readings | 'begun'>> {
  const known = new Map<number, Readings | 'begun'>()
  for await (const { result, scores, ...place } of records) {
    known.set(order.turnOf(place), result === undefined || scores.some(isJudgeError) ? 'begun' : read(result))
  }
  return known
}

async function casesAt(
  cases: TrialSource['cases'],
  positions: ReadonlySet<number>,
): Promise<ReadonlyMap<number, EvalCase>> {
  const found = new Map<number, EvalCase>()
  if (positions.size === 0) return found
  let position = 0
  for await (const evalCase of cases()) {
    if (positions.has(position)) found.set(position, evalCase)
    if (found.size === positions.size) return found
    position += 1
  }
  return found
}

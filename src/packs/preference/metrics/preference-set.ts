import {
  type Message,
  type RunPlan,
  type Score,
  type ScoredCase,
  type SetMetric,
  toEnglish,
} from '../../../core/index.ts'
import { bradleyTerry } from '../../../statistics/preference/bradley-terry.ts'
import {
  type JudgedPair,
  longerPreferred,
  orderBias,
  winRate,
} from '../../../statistics/preference/preference-measures.ts'
import { PairPlan } from '../pair.ts'
import { PreferenceSummary } from '../preference-summary.ts'

/** Undefined for a run that compares nothing. */
export function preferenceSetOf({ metrics }: Pick<RunPlan, 'metrics'>): SetMetric<PreferenceSummary> | undefined {
  const plan = pairPlanOf({ metrics })
  if (plan === undefined) return undefined
  return {
    name: 'preference',
    schema: PreferenceSummary,
    start() {
      const rows: PairRow[] = []
      const silences = new Map<string, { reason: Message; count: number }>()
      return {
        add(scored) {
          rows.push(pairRow(scored))
          const score = scored.scores.find(({ metric }) => metric === 'preference')
          if (score?.status !== 'not-evaluated' && score?.status !== 'error') return
          const key = toEnglish(score.reason)
          silences.set(key, { reason: score.reason, count: (silences.get(key)?.count ?? 0) + 1 })
        },
        summary: () => ({
          ...summaryOf(plan, rows),
          silences: [...silences.values()].toSorted((one, other) => other.count - one.count).slice(0, mostReasons),
        }),
      }
    },
  }
}

const mostReasons = 3

/** Which runs a run of pairs compares. */
export function pairPlanOf({ metrics }: Pick<RunPlan, 'metrics'>): PairPlan | undefined {
  return PairPlan.safeParse(metrics.find(({ name }) => name === 'preference')?.options).data
}

type PairRow = JudgedPair & { readonly position: number }

/** What a result says of its pair, seen from the first of the two. */
export function pairRow({ position, caseId, scores }: Pick<ScoredCase, 'position' | 'caseId' | 'scores'>): PairRow {
  const score = scores.find(({ metric }) => metric === 'preference')
  const part = (name: string) => partOf(score, name)
  const [one, other] = [part('shown_first'), part('shown_second')]
  return {
    position,
    value: score?.status === 'scored' ? score.value : null,
    cluster: part('case') ?? caseId,
    ...(one !== undefined && other !== undefined && { orders: [one, other] as const }),
    lengths: [part('length_first') ?? 0, part('length_second') ?? 0],
  }
}

function partOf(score: Score | undefined, name: string): number | undefined {
  const parts = score !== undefined && 'parts' in score ? (score.parts ?? []) : []
  return parts.find((part) => part.name === name)?.value ?? undefined
}

function summaryOf({ runs, pairs }: PairPlan, rows: readonly PairRow[]): Omit<PreferenceSummary, 'silences'> {
  const ofPairs = pairs.map(({ first, second, from, count }) => ({
    first,
    second,
    rows: rows.filter(({ position }) => position >= from && position < from + count),
  }))
  const settled = rows.filter(({ value, orders }) => value !== null && orders === undefined)
  return {
    runs,
    overall: winRate(ofPairs.flatMap(({ first, rows: own }) => (first === 0 ? own : []))),
    pairs: ofPairs.map(({ first, second, rows: own }) => ({
      first,
      second,
      cases: new Set(own.map(({ cluster }) => cluster)).size,
      ...winRate(own),
    })),
    same: settled.filter(({ value }) => value === 0.5).length,
    unanswered: settled.filter(({ value }) => value !== 0.5).length,
    order: orderBias(rows),
    longerPreferred: longerPreferred(rows.filter(({ orders }) => orders !== undefined)),
    ...(runs.length > 2 && { ranking: rankingOf(ofPairs, runs.length) }),
  }
}

type OfPair = { readonly first: number; readonly second: number; readonly rows: readonly PairRow[] }

/** The standings of runs by pairs of them that were judged, by a judge or by people. */
function rankingOf(pairs: readonly OfPair[], runs: number): NonNullable<PreferenceSummary['ranking']> {
  const duels = pairs.flatMap(({ first, second, rows }) =>
    rows.flatMap(({ value, cluster }) => (value === null ? [] : [{ first, second, value, cluster }])),
  )
  const { standings, unbounded, inseparable } = bradleyTerry(duels, runs)
  return {
    standings: [...standings],
    unbounded: [...unbounded],
    inseparable: inseparable.map(([one, other]) => [one, other]),
  }
}

import {
  type Message,
  type RunPlan,
  type Score,
  type ScoredCase,
  type SetMetric,
  toEnglish,
} from '../../../core/index.ts'
import { type JudgedPair, longerPreferred, orderBias, winRate } from '../../../statistics/preference-measures.ts'
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
      const rows: JudgedPair[] = []
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

export function pairPlanOf({ metrics }: Pick<RunPlan, 'metrics'>): PairPlan | undefined {
  return PairPlan.safeParse(metrics.find(({ name }) => name === 'preference')?.options).data
}

/** Reads the result of one pair, seen from the first of the two answers. */
function pairRow({ caseId, scores }: Pick<ScoredCase, 'caseId' | 'scores'>): JudgedPair {
  const score = scores.find(({ metric }) => metric === 'preference')
  const part = (name: string) => partOf(score, name)
  const [one, other] = [part('shown_first'), part('shown_second')]
  return {
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

function summaryOf({ runs }: PairPlan, rows: readonly JudgedPair[]): Omit<PreferenceSummary, 'silences'> {
  const settled = rows.filter(({ value, orders }) => value !== null && orders === undefined)
  return {
    runs,
    cases: new Set(rows.map(({ cluster }) => cluster)).size,
    overall: winRate(rows),
    same: settled.filter(({ value }) => value === 0.5).length,
    unanswered: settled.filter(({ value }) => value !== 0.5).length,
    order: orderBias(rows),
    longerPreferred: longerPreferred(rows.filter(({ orders }) => orders !== undefined)),
  }
}

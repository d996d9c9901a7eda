import type { ComparisonCase, CaseInRuns, RunsCompared } from './comparison-of.ts'
import { type CaseChange, caseChanges } from '../../../../src/reporters/comparison/case-change.ts'

/** What can be shown. */
export const shows = {
  all: 'All cases',
  changed: 'Changed',
  worse: 'Worse',
  better: 'Better',
  scores: 'Scores moved',
  unevaluated: 'Not evaluated in one',
  onlyOne: 'In one only',
} as const
export type Show = keyof typeof shows
export const showNames = Object.keys(shows) as readonly Show[]

/** The filter on cases, as in the address. */
export type Chosen = {
  readonly show: Show
  /** The compared run it applies to; undefined for any. */
  readonly side: number | undefined
  readonly metric: string
  readonly direction: '' | 'down' | 'up'
  readonly order: keyof typeof orders
}

export const orders = {
  change: 'What got worse first',
  case: 'By name',
  '-case': 'By name, backwards',
  moved: 'Scores that fell most first',
} as const
export const orderNames = Object.keys(orders) as readonly Chosen['order'][]

export type ShownCase = CaseInRuns & { readonly became: CaseChange; readonly delta: number | undefined }

/** Returns the matching cases, by one run or any. */
export function shownCases({ cases, comparisons }: RunsCompared, { side, metric, direction, show, order }: Chosen) {
  const lower = new Set(
    comparisons.flatMap(({ metrics }) => metrics.flatMap((one) => (one.lowerIsBetter === true ? one.metric : []))),
  )
  const counts = new Map<Show, number>(showNames.map((name) => [name, 0]))
  const shown: ShownCase[] = []
  for (const one of cases) {
    const sides = side === undefined ? one.sides : one.sides.slice(side, side + 1)
    const deltas = sides.flatMap(({ of }) => (of === undefined ? [] : deltasOf(of, metric, lower)))
    if (metric !== '' && !deltas.some((delta) => fits(delta, direction))) continue
    const changes = sides.map(({ change }) => change)
    for (const name of showNames) if (isShown(changes, name)) counts.set(name, (counts.get(name) ?? 0) + 1)
    if (!isShown(changes, show)) continue
    const became = caseChanges.find((change) => changes.includes(change)) ?? 'same'
    shown.push({ ...one, became, delta: deltas.length === 0 ? undefined : Math.min(...deltas) })
  }
  return { shown: ordered(shown, order), counts }
}

function ordered(shown: readonly ShownCase[], order: Chosen['order']): readonly ShownCase[] {
  if (order === 'moved') return shown.toSorted((a, b) => lossOf(a) - lossOf(b))
  if (order === 'change') {
    // Kinds of change in their order, and within each the largest loss first.
    const rank = ({ became }: ShownCase) => caseChanges.indexOf(became)
    return shown.toSorted((a, b) => rank(a) - rank(b) || lossOf(a) - lossOf(b))
  }
  const byName = shown.toSorted((a, b) => collator.compare(a.caseId, b.caseId))
  return order === 'case' ? byName : byName.toReversed()
}

const collator = new Intl.Collator(undefined, { numeric: true })

function lossOf({ delta }: ShownCase): number {
  return delta === undefined || Number.isNaN(delta) ? 5 : delta
}

/** Changes of a metric in a case, negative for worse; NaN where only one run has a score. */
function deltasOf({ values }: ComparisonCase, metric: string, lower: ReadonlySet<string>): readonly number[] {
  return values.flatMap((value) => {
    if (metric !== '' && value.metric !== metric) return []
    if (value.first === null || value.second === null) return [Number.NaN]
    const delta = value.second - value.first
    return [lower.has(value.metric) ? -delta : delta]
  })
}

function fits(delta: number, direction: Chosen['direction']): boolean {
  if (direction === '') return delta !== 0
  return direction === 'down' ? delta < 0 : delta > 0
}

const showsOf: Readonly<Record<Exclude<Show, 'all' | 'changed'>, readonly CaseChange[]>> = {
  worse: ['worse'],
  better: ['better'],
  scores: ['scores-worse', 'scores-better', 'scores-other'],
  unevaluated: ['broken'],
  onlyOne: ['only-one', 'other-content'],
}

function isShown(changes: readonly CaseChange[], show: Show): boolean {
  if (show === 'all') return true
  if (show === 'changed') return changes.some((change) => change !== 'same')
  return changes.some((change) => showsOf[show].includes(change))
}

import type { JudgedItem, JudgeDrift } from '../../core/index.ts'
import { type ValuePair, pairedComparison } from '../../runner/paired-comparison.ts'
import { holm } from '../../statistics/multiple-comparisons.ts'
import { detectableRateDifference } from '../../statistics/power.ts'
import { binomialCdf } from '../../statistics/special-functions.ts'

/** Changes of a judge below this rate count as unimportant. */
const relevant = 0.05

type JudgeDriftJudgement = { readonly judge: string; readonly items: readonly JudgedItem[] }

/**
 * Tests whether a judge's verdicts on the same results have changed: its pass rate, and its agreement with people, each on the
 * cases that it answered both times, with Holm's correction. It is unchanged where both intervals lie within ±5 points, and
 * undecided where they do not and no test finds a change.
 */
export function judgeDrift(
  earlier: JudgeDriftJudgement,
  now: JudgeDriftJudgement,
  { seed }: { readonly seed: number },
): JudgeDrift {
  const before = new Map(earlier.items.map((item) => [item.id, item]))
  const shared = now.items.flatMap((item) => {
    const former = before.get(item.id)
    return former === undefined
      ? []
      : [{ cluster: item.case, people: item.people, first: former.judge, second: item.judge }]
  })
  const answered = shared.flatMap(({ cluster, people, first, second }) =>
    first?.passed === undefined || second?.passed === undefined
      ? []
      : [{ cluster, people: people.passed, first: first.passed, second: second.passed }],
  )
  const flipped = answered.filter(({ first, second }) => first !== second).length
  const passes = tested(
    answered.map(({ cluster, first, second }) => ({ cluster, first: Number(first), second: Number(second) })),
    seed,
  )
  const agreement = tested(
    answered.flatMap(({ cluster, people, first, second }) =>
      people === undefined ? [] : [{ cluster, first: Number(first === people), second: Number(second === people) }],
    ),
    seed,
  )
  const counts = { results: shared.length, answered: answered.length, flipped }
  const detectable = passes && seenWith(passes.difference.n, flipped / answered.length)
  return {
    outcome: outcomeOf([passes, agreement]),
    ...counts,
    ...(passes && { passes }),
    ...(agreement && { agreement }),
    ...(detectable !== undefined && { detectable }),
    relevant,
    judges: { first: earlier.judge, second: now.judge },
  }
}

type Tested = NonNullable<JudgeDrift['passes']>

function tested(rows: readonly (ValuePair & { readonly cluster: string })[], seed: number): Tested | undefined {
  if (rows.length === 0) return undefined
  const pairs = [...Map.groupBy(rows, ({ cluster }) => cluster).values()].map((ofCase) => ({
    first: share(ofCase, 'first'),
    second: share(ofCase, 'second'),
  }))
  const { name, p, difference } = pairedComparison(pairs, seed)
  return { name, p, difference }
}

function share(cases: readonly ValuePair[], side: keyof ValuePair): number {
  return cases.reduce((sum, one) => sum + one[side], 0) / cases.length
}

/** 95 % divided between two tests (Bonferroni). */
const level = 0.975
const power = 0.8

/**
 * The change that so many cases detect with a power of 80 %: Connor's formula, and where verdicts differ so rarely that it has no
 * solution, the change in one direction in seven verdicts, the fewest with which McNemar's test can find one.
 */
function seenWith(cases: number, disagreement: number): number | undefined {
  const known = disagreement > 0 ? detectableRateDifference(cases, disagreement, { level, power }) : null
  if (known !== null) return known
  if (cases < fewestFlips) return undefined
  let [low, high] = [0, 1]
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (1 - binomialCdf(fewestFlips - 1, cases, middle) >= power) high = middle
    else low = middle
  }
  return high
}

/** Fewest discordant verdicts that McNemar's test can find significant at this level: 2 · 0.5⁷ = 0.016. */
const fewestFlips = 7

function outcomeOf(tests: readonly (Tested | undefined)[]): JudgeDrift['outcome'] {
  const there = tests.filter((test) => test !== undefined)
  if (holm(there.map(({ p }) => p)).some((p) => p < 0.05)) return 'changed'
  const isWithin = ({ difference: { low, high } }: Tested) => low >= -relevant && high <= relevant
  return there.length > 0 && there.every(isWithin) ? 'not-changed' : 'cannot-tell'
}

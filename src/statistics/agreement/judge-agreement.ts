import type { HumanRating, JudgeAgreement, Message, Rating, Score } from '../../core/index.ts'
import { message } from '../../core/basics/message.ts'
import { type RatingPair, agreementOf } from './agreement.ts'
import { krippendorffAlpha } from './krippendorff.ts'

export type LabelledScore = {
  readonly name: string
  /** Results with the same cluster are not independent of each other; each is its own when absent. */
  readonly cluster?: string
  readonly labels: readonly PersonsLabel[]
  readonly score: Score
}

export type PersonsLabel = Pick<HumanRating, 'aspect' | 'value' | 'passed' | 'comment' | 'by' | 'settles'>

/**
 * Measures how far a judge agrees with people over the results that they labelled for a metric, in one row for the
 * whole and one for each aspect. Several people count by their majority, or by the mean of their scores; a tie gives no
 * verdict. A label that settles a disagreement counts alone. A score without a verdict gets one from the metric's
 * threshold.
 *
 * @example
 * const score = { status: 'scored', metric: 'tone', value: 0.9, threshold: 0.5, passed: true } as const
 * const { disagreements } = judgeAgreementOf('tone', [{ name: 'greeting', labels: [{ passed: false }], score }])
 * disagreements.length // => 1
 */
export function judgeAgreementOf(metric: string, results: readonly LabelledScore[], { seed = 1 } = {}): JudgeAgreement {
  const scored = results.flatMap(({ score, ...rest }) => (score.status === 'scored' ? [{ ...rest, score }] : []))
  const unscored = results.filter(({ score }) => score.status !== 'scored')
  const named = new Set(results.flatMap(({ labels }) => labels.map(({ aspect }) => aspect)))
  const aspects = [...(named.delete(undefined) ? [undefined] : []), ...named]
  const rows = aspects.map((aspect) => rowOf(aspect, { scored, unscored, seed }))
  return {
    metric,
    results: results.length,
    notEvaluated: results.flatMap(({ name, score }) =>
      score.status === 'scored' ? [] : [{ name, reason: reasonOf(score) }],
    ),
    rows: rows.map(({ row }) => row),
    disagreements: rows.flatMap(({ disagreements }) => disagreements),
  }
}

/** Returns a person's rating and the judge's for the same aspect; undefined when the judge gave none. */
export function ratingsBeside(label: PersonsLabel, score: Score) {
  const { value, passed } = label
  if (score.status !== 'scored') return { person: { value, passed }, judge: undefined }
  return { person: withVerdict({ value, passed }, score), judge: ratingOf(score, label.aspect) }
}

export type RatedThing = {
  readonly aspect?: string
  readonly people: Rating
  /** Undefined when the judge did not rate it. */
  readonly judge: Rating | undefined
}

/** Lists what people rated in a labelled result: the whole, and each aspect. */
export function ratedThings({ labels, score }: Pick<LabelledScore, 'labels' | 'score'>): readonly RatedThing[] {
  return [...Map.groupBy(labels, ({ aspect }) => aspect)].map(([aspect, said]) => ({
    ...(aspect !== undefined && { aspect }),
    people: together(score.status === 'scored' ? said.map((one) => ({ ...one, ...withVerdict(one, score) })) : said),
    judge: score.status === 'scored' ? ratingOf(score, aspect) : undefined,
  }))
}

type JudgeAgreementScore = Omit<LabelledScore, 'score'> & { readonly score: Extract<Score, { status: 'scored' }> }

type JudgeAgreementLabel = {
  readonly scored: readonly JudgeAgreementScore[]
  readonly unscored: readonly LabelledScore[]
  readonly seed: number
}

function rowOf(aspect: string | undefined, { scored, unscored, seed }: JudgeAgreementLabel) {
  const judged = scored.flatMap(({ name, cluster = name, labels, score }) => {
    const said = labels
      .filter((label) => label.aspect === aspect)
      .map((label) => ({ ...label, ...withVerdict(label, score) }))
    return said.length === 0 ? [] : [{ name, cluster, said, people: together(said), judge: ratingOf(score, aspect) }]
  })
  const pairs = judged.flatMap(({ judge, people, ...rest }) =>
    judge === undefined ? [] : [{ ...rest, first: people, second: judge }],
  )
  const silent = judged.flatMap(({ cluster, judge, people }) => (judge === undefined ? [{ cluster, people }] : []))
  const missing = unscored.flatMap(({ name, cluster = name, labels }) => {
    const said = labels.filter((label) => label.aspect === aspect)
    return said.length === 0 ? [] : [{ cluster, said, people: together(said) }]
  })
  const contradicted = [...silent, ...missing].map(({ cluster, people }) => ({
    first: people,
    second: opposite(people),
    cluster,
  }))
  const alpha = alphaOf([...judged, ...missing], seed)
  const among = judged.flatMap(({ cluster, said }) => pairsAmong(said).map((pair) => ({ ...pair, cluster })))
  return {
    row: {
      ...(aspect !== undefined && { aspect }),
      judge: agreementOf(pairs, { seed }),
      ...(contradicted.length > 0 && {
        judgeAtWorst: { missing: contradicted.length, ...agreementOf([...pairs, ...contradicted], { seed }) },
      }),
      ...(among.length > 0 && { people: agreementOf(among, { seed }) }),
      ...(alpha !== undefined && { alpha }),
      tied: judged.filter(({ people, said }) => people.passed === undefined && said.some(hasVerdict)).length,
      unsaid: judged.length - pairs.length,
    },
    disagreements: pairs.filter(isDisagreement).map(({ name, said, first, second }) => ({
      name,
      ...(aspect !== undefined && { aspect }),
      people: first,
      judge: second,
      comments: said.flatMap(({ comment }) => comment ?? []),
    })),
  }
}

function isDisagreement({ first, second }: RatingPair): boolean {
  return first.passed !== undefined && second.passed !== undefined && first.passed !== second.passed
}

/** A label names score parts by id and the rows that people see by name. */
function ratingOf(score: JudgeAgreementScore['score'], aspect: string | undefined): Rating | undefined {
  if (aspect === undefined) return { value: score.value, passed: score.passed }
  const value = score.parts?.find(({ name }) => name === aspect)?.value ?? valueOfRow(score, aspect)
  return value === undefined || value === null ? undefined : withVerdict({ value }, score)
}

function valueOfRow({ evidence = [] }: JudgeAgreementScore['score'], aspect: string): number | null | undefined {
  const rows = evidence.flatMap((one) => (one.kind === 'verdicts' ? one.rows : []))
  return rows.find(({ subject }) => subject === aspect)?.value
}

function withVerdict(
  { value, passed }: Rating,
  { threshold, lowerIsBetter = false }: JudgeAgreementScore['score'],
): Rating {
  if (value === undefined) return { passed }
  if (passed !== undefined || threshold === undefined) return { value, passed }
  return { value, passed: lowerIsBetter ? value < threshold : value >= threshold }
}

/** The worst possible rating in place of a missing one. */
function opposite({ value, passed }: Rating): Rating {
  return {
    ...(value !== undefined && { value: value >= 0.5 ? 0 : 1 }),
    ...(passed !== undefined && { passed: !passed }),
  }
}

function together(labels: readonly Settling[]): Rating {
  const settling = labels.filter(({ settles }) => settles === true)
  const said = settling.length > 0 ? settling : labels
  const values = said.flatMap(({ value }) => value ?? [])
  const passes = said.filter(({ passed }) => passed === true).length
  const failures = said.filter(({ passed }) => passed === false).length
  return {
    ...(values.length > 0 && { value: values.reduce((total, value) => total + value, 0) / values.length }),
    ...(passes !== failures && { passed: passes > failures }),
  }
}

type Settling = Rating & Pick<PersonsLabel, 'settles'>

/** Labels that settle a disagreement are left out, because they were given in view of the others. */
function pairsAmong(labels: readonly Settling[]): readonly RatingPair[] {
  const said = labels.filter(({ settles }) => settles !== true)
  return said.flatMap((first, index) => said.slice(index + 1).map((second) => ({ first, second })))
}

type Labels = { readonly cluster: string; readonly said: readonly PersonsLabel[] }

/** Computes alpha over all people; undefined when no item has two labels. */
function alphaOf(labelled: readonly Labels[], seed: number): JudgeAgreement['rows'][number]['alpha'] {
  const independent = labelled.map(({ cluster, said }) => ({
    cluster,
    said: said.filter(({ settles }) => settles !== true),
  }))
  const several = independent.filter(({ said }) => said.length > 1)
  if (several.length === 0) return undefined
  const verdicts = independent.map(({ cluster, said }) => ({
    cluster,
    values: said.flatMap(({ passed }) => (passed === undefined ? [] : Number(passed))),
  }))
  const scores = independent.map(({ cluster, said }) => ({ cluster, values: said.flatMap(({ value }) => value ?? []) }))
  return {
    people: new Set(independent.flatMap(({ said }) => said.map(({ by }) => by))).size,
    ...(verdicts.some(isShared) && { verdicts: krippendorffAlpha(verdicts, { scale: 'nominal', seed }) }),
    ...(scores.some(isShared) && { scores: krippendorffAlpha(scores, { scale: 'interval', seed }) }),
  }
}

function isShared({ values }: { readonly values: readonly number[] }): boolean {
  return values.length > 1
}

function hasVerdict({ passed }: Rating): boolean {
  return passed !== undefined
}

function reasonOf(score: Exclude<Score, { status: 'scored' }>): Message {
  return score.status === 'measured' ? message('it is a quantity, and no verdict') : score.reason
}

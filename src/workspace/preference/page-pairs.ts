import { createHash } from 'node:crypto'
import {
  type CaseRecord,
  type HumanLabel,
  type Run,
  type RunStore,
  type ScoredCase,
  EvalError,
  message,
} from '../../core/index.ts'
import { comparedTexts, turnsOf } from '../../packs/preference/metrics/preference-question.ts'
import { pairPlanOf, pairRow } from '../../packs/preference/metrics/preference-set.ts'
import { pairOf } from '../../packs/preference/pair.ts'
import type { LabelService, PairAnswer, PreferenceByPeople } from '../../server/index.ts'
import { correctedMean } from '../../statistics/corrected/corrected-mean.ts'
import { measured } from '../../statistics/rate.ts'
import { clusteredMeanInterval } from '../../statistics/clustered.ts'
import { addLabelAt } from '../labels.ts'
import { isPreference } from './runs-to-compare.ts'

const metric = 'preference'

/** Pairs of answers for the page: shown without names, in an order that is chance, and what people made of them. */
export function pagePairs(store: RunStore): LabelService['pairs'] {
  return {
    isOne: isPreference,
    async blind(run, record, by) {
      const pair = pairIn(record)
      const texts = comparedTexts(
        record.evalCase,
        [turnsOf(record.invocations), pair.second.turns],
        pairPlanOf(run.plan)?.criteria,
      )
      const [first, second] = texts.answers
      const own = (await store.labels(run.plan.runId)).find(
        (label) => label.by === by && isAt(label, record) && label.metric === metric && label.aspect === undefined,
      )
      return {
        caseId: pair.caseId,
        question: texts.question,
        reference: texts.reference,
        ...(texts.criteria !== undefined && { criteria: texts.criteria }),
        answers: isExchanged(run, record) ? [second, first] : [first, second],
        ...(own !== undefined && { answer: answerOf(run, record, own) }),
      }
    },
    async add(run, record, { chosen, comment, by, blind }) {
      const { position, repeat, evalCase } = record
      const value = valueOf(chosen, isExchanged(run, record))
      const label = {
        position,
        repeat,
        caseId: evalCase.id,
        metric,
        value,
        blind,
        at: new Date().toISOString(),
        ...(comment !== undefined && { comment }),
        ...(by !== undefined && { by }),
      }
      await addLabelAt(run, label, store)
      return answerOf(run, record, { runId: run.plan.runId, ...label })
    },
    byPeople: (run) => preferenceByPeople(run, store),
  }
}

function pairIn({ evalCase }: CaseRecord) {
  const pair = pairOf(evalCase)
  if (pair !== undefined) return pair
  throw new EvalError('usage', message('{case} is no pair of answers', { case: evalCase.id }))
}

function isAt(label: Pick<HumanLabel, 'position' | 'repeat'>, { position, repeat }: CaseRecord): boolean {
  return label.position === position && label.repeat === repeat
}

/** Whether the second run's answer is shown first: chance by the run and the place, the same for everybody. */
function isExchanged({ plan }: Run, { position, repeat }: CaseRecord): boolean {
  const hash = createHash('sha256').update(`order ${plan.seed} ${plan.runId} ${position}/${repeat}`).digest()
  return (hash[0] ?? 0) % 2 === 1
}

type PagePairsChoice = PairAnswer['chosen']

/** As the first run sees it. */
function valueOf(chosen: PagePairsChoice, exchanged: boolean): number {
  if (chosen === 'tie') return 0.5
  return (chosen === 'one') === exchanged ? 0 : 1
}

function chosenBy(value: number, exchanged: boolean): PagePairsChoice {
  if (value === 0.5) return 'tie'
  return value > 0.5 === exchanged ? 'two' : 'one'
}

/** What a person said beside the judge, and whose answers they were. */
function answerOf(run: Run, record: CaseRecord, label: HumanLabel): PairAnswer {
  const { first, second } = pairIn(record)
  const exchanged = isExchanged(run, record)
  const score = record.scores.find((one) => one.metric === metric)
  return {
    label,
    chosen: chosenBy(label.value ?? 0.5, exchanged),
    names: exchanged ? [second.name, first.name] : [first.name, second.name],
    ...(score?.status === 'scored' && { judge: chosenBy(score.value, exchanged) }),
    scores: score === undefined ? [] : [score],
  }
}

/** With fewer labels nothing is said of the pairs that have none. */
const fewest = 5

/** How often people prefer the first of each two runs, how the judge does, and how far they agree. */
async function preferenceByPeople({ plan }: Run, store: RunStore): Promise<PreferenceByPeople> {
  const pairPlan = pairPlanOf(plan) ?? { runs: [], pairs: [] }
  const labels = Map.groupBy(
    (await store.labels(plan.runId)).filter((label) => label.metric === metric && label.value !== undefined),
    ({ position, repeat }) => `${position}/${repeat}`,
  )
  const rows: PagePairsRow[] = []
  for await (const scored of store.scoredCases(plan.runId)) rows.push(rowOf(scored, labels))
  const both = rows.flatMap(({ judged, label, cluster }) =>
    judged === null || label === undefined ? [] : [{ same: Number(judged === label), cluster }],
  )
  return {
    runs: pairPlan.runs.map(({ name }) => name),
    pairs: pairPlan.pairs.map(({ first, second, from, count }) => ({
      first,
      second,
      ...ratesOf(rows.filter(({ position }) => position >= from && position < from + count)),
    })),
    agreement: measured(
      clusteredMeanInterval(
        both.map(({ same }) => same),
        both.map(({ cluster }) => cluster),
        { bounds: [0, 1] },
      ),
      message('nothing has a verdict of both'),
    ),
  }
}

type PagePairsRow = {
  readonly position: number
  readonly cluster: string | number
  readonly judged: number | null
  readonly label: number | undefined
}

/** Several people count by their mean: where they are of different minds it is a tie. */
function rowOf(scored: ScoredCase, labels: ReadonlyMap<string, readonly HumanLabel[]>): PagePairsRow {
  const { position, value, cluster } = pairRow(scored)
  const said = labels.get(`${scored.position}/${scored.repeat}`) ?? []
  const sum = said.reduce((total, label) => total + (label.value ?? 0), 0)
  return { position, cluster, judged: value, label: said.length === 0 ? undefined : sum / said.length }
}

function ratesOf(rows: readonly PagePairsRow[]): Omit<PreferenceByPeople['pairs'][number], 'first' | 'second'> {
  const nobody = message('no pair was judged')
  const rate = (values: readonly { readonly value: number; readonly cluster: string | number }[]) =>
    measured(
      clusteredMeanInterval(
        values.map(({ value }) => value),
        values.map(({ cluster }) => cluster),
        { bounds: [0, 1] },
      ),
      nobody,
    )
  const labelled = rows.flatMap(({ label, judged, cluster }) =>
    label === undefined ? [] : [{ label, judged: judged ?? 0.5, cluster }],
  )
  const unlabelled = rows.flatMap(({ label, judged, cluster }) =>
    label === undefined ? [{ judged: judged ?? 0.5, cluster }] : [],
  )
  const corrected =
    labelled.length < fewest || rows.every(({ judged }) => judged === null)
      ? null
      : correctedMean({ labelled, unlabelled }, { bounds: [0, 1] })
  return {
    labels: labelled.length,
    results: rows.length,
    judge: rate(rows.flatMap(({ judged, cluster }) => (judged === null ? [] : [{ value: judged, cluster }]))),
    people: rate(labelled.map(({ label, cluster }) => ({ value: label, cluster }))),
    ...(corrected !== null && { corrected: corrected.estimate, effectiveLabels: corrected.effectiveLabels }),
  }
}

import type { Hono } from 'hono'
import { createHash } from 'node:crypto'
import {
  type CaseRecord,
  type HumanLabel,
  type Run,
  type RunStore,
  type Score,
  type ScoredCase,
  type Verdict,
  correctsRates,
  message,
  saysSomething,
} from '../../core/index.ts'
import { type LabelledScore, judgeAgreementOf, ratingsBeside } from '../../statistics/index.ts'
import type { LabelAgreement, LabelAnswer, LabelQueue, LabelSubject } from '../api/labels.ts'
import type { LabelService } from '../capabilities/labelling.ts'
import { type AnswerRoute, findRun } from '../answer-route.ts'
import { files } from '../api/routes.ts'
import { asDownload } from '../download.ts'
import { findRecord } from './runs.ts'

type RouteLabelsDependencies = { readonly store: RunStore; readonly labelling: LabelService }

/** Answers with people's labels; the run's own verdict is shown only to a person who has labelled the result. */
export function answerLabels(app: Hono, answer: AnswerRoute, { store, labelling }: RouteLabelsDependencies): void {
  answer('labels', async ({ params }) => {
    const said = await store.labels(params.runId, { notes: true })
    const notes = said.filter((one) => !saysSomething(one)).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    return { labels: said.filter(saysSomething), notes }
  })

  answer('label', async ({ body: { runId, ...wish }, person }) => {
    const said = byPerson(wish, person)
    const run = await findRun(store, runId)
    const record = await findRecord(store, run, said)
    const former = (await store.labels(runId)).find((label) => isBy(label, said.by) && isOfSame(label, said))
    // Whoever settled a disagreement has seen the other labels: what they say later is no independent label either.
    const settles = saysSomething(said) ? (said.settles ?? former?.settles) : undefined
    return toLabelAnswer(await labelling.add(run, { ...said, caseId: record.evalCase.id, settles }), record)
  })

  answer('labelQueue', async ({ run, query, person }) => {
    const { by, ...subject } = byPerson(query, person)
    return labelQueueOf(run, { subject, by }, store)
  })

  answer('labelPlan', async ({ run, query: { metric, width } }) => labelling.plan(run, { metric, width }))

  answer('blindCase', async ({ run, params: { runId, ...place }, query, person }) => {
    const { by, ...subject } = byPerson(query, person)
    const record = await findRecord(store, run, place)
    const labels = await store.labels(runId)
    const own = labels.find((label) => isBy(label, by) && isOfSame(label, { ...place, ...subject }))
    return {
      ...place,
      evalCase: record.evalCase,
      invocations: [...record.invocations],
      failure: record.result?.transcript.failure,
      answer: own && toLabelAnswer(own, record),
    }
  })

  answer('agreement', async ({ run }) => {
    const { passRate = null, metrics = [], corrected } = run.summary ?? {}
    return {
      agreement: await agreementsIn(run, store),
      ...(corrected !== undefined && { corrected }),
      own: { passRate, metrics: metrics.map((one) => ({ metric: one.metric, passRate: one.passRate })) },
    }
  })

  app.get(files.labels.path, async (context) => {
    const run = await findRun(store, context.req.param('runId'))
    const lines = await Array.fromAsync(labelling.lines(run), (line) => `${line}\n`)
    asDownload(context, { name: `labels-${run.plan.runId}.jsonl`, mimeType: 'application/jsonl; charset=utf-8' })
    return context.body(lines.join(''))
  })
}

/** Where the person is known, a label bears that name, and the answers of others stay hidden. */
function byPerson<Said extends { readonly by?: string | undefined }>(said: Said, person: string | undefined): Said {
  return person === undefined ? said : { ...said, by: person }
}

/** What a program handed on in a person's name is no answer of that person. */
function isBy({ by, through }: HumanLabel, person: string | undefined): boolean {
  return by === person && through === undefined
}

/**
 * Lists the results to label in shuffled order: an order by failure or by disagreement would reveal the verdicts, and agreement
 * over the first results would not be that over all. The shuffle depends on the run alone, so it is the same after a reload and
 * for everybody: people who stop early have labelled the same results and can be compared.
 */
async function labelQueueOf(
  run: Run,
  { subject, by }: { readonly subject: LabelSubject; readonly by: string | undefined },
  store: RunStore,
): Promise<LabelQueue> {
  const { runId } = run.plan
  const labels = await store.labels(runId)
  const answered = new Set(labels.filter((label) => isBy(label, by) && isAbout(label, subject)).map(labelledRepeat))
  const aspects = new Map<string, Set<string>>()
  const scoring = new Set<string>()
  const places: (LabelQueue['places'][number] & { readonly rank: string })[] = []
  for await (const scored of store.scoredCases(runId)) {
    const { position, repeat, caseId } = scored
    const place = labelledRepeat(scored)
    places.push({ position, repeat, caseId, answered: answered.has(place), rank: rankOf(runId, place) })
    for (const score of scored.scores) {
      if (score.status === 'scored') scoring.add(score.metric)
      noteAspects(score, aspects)
    }
  }
  return {
    // Quantities such as tokens have no verdict that a person could share.
    metrics: run.plan.metrics.flatMap(({ name, judge }) => {
      const [judged, scored] = [judge !== undefined, scoring.has(name)]
      return judged || scored
        ? [{ metric: name, judged, scored, aspects: judged ? [...(aspects.get(name) ?? [])] : [] }]
        : []
    }),
    places: places.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ rank: _rank, ...place }) => place),
  }
}

/** Ranks each result by its own hash, so that results added later leave the order of the others as it is. */
function rankOf(runId: string, place: string): string {
  return createHash('sha256').update(`${runId} ${place}`).digest('hex')
}

function noteAspects(score: Score, aspects: Map<string, Set<string>>): void {
  const names = 'parts' in score ? (score.parts ?? []).map(({ name }) => name) : []
  const known = aspects.get(score.metric) ?? new Set()
  for (const name of names) known.add(name)
  aspects.set(score.metric, known)
}

/** Compares people's labels with a run's verdicts: whole results first, then its metrics. Labels that correct no rate are left out. */
async function agreementsIn({ plan }: Run, store: RunStore): Promise<LabelAgreement[]> {
  const drawn = (await store.labels(plan.runId)).filter(correctsRates)
  const labels = Map.groupBy(drawn, labelledRepeat)
  if (labels.size === 0) return []
  const results = new Map<string | undefined, LabelledScore[]>()
  for await (const scored of store.scoredCases(plan.runId)) {
    const ofMetrics = Map.groupBy(labels.get(labelledRepeat(scored)) ?? [], ({ metric }) => metric)
    for (const [metric, said] of ofMetrics) {
      results.set(metric, [...(results.get(metric) ?? []), labelledScore(scored, metric, said)])
    }
  }
  return [undefined, ...plan.metrics.map(({ name }) => name)].flatMap((metric) => {
    const labelled = results.get(metric)
    return labelled === undefined ? [] : [agreementOn(metric, labelled, plan.seed)]
  })
}

function labelledScore(scored: ScoredCase, metric: string | undefined, said: readonly HumanLabel[]): LabelledScore {
  return { name: scored.caseId, labels: said.map(comparableWith), score: scoreFor(metric, scored) }
}

// The disagreements are left out: a person who still labels would read the judge's verdict there.
function agreementOn(metric: string | undefined, labelled: readonly LabelledScore[], seed: number): LabelAgreement {
  const { results, notEvaluated, rows } = judgeAgreementOf(metric ?? '', labelled, { seed })
  return { ...(metric !== undefined && { metric }), results, notEvaluated: notEvaluated.length, rows }
}

/** Shows a person's label beside the run's verdict; only a person who has answered may see it. */
function toLabelAnswer(label: HumanLabel, { scores, result }: CaseRecord): LabelAnswer {
  const { metric } = label
  const score = scoreFor(metric, { scores, verdict: result?.verdict })
  return {
    label,
    ...ratingsBeside(comparableWith(label), score),
    scores: metric === undefined ? [...scores] : scores.filter((one) => one.metric === metric),
  }
}

function labelledRepeat({ position, repeat }: { readonly position: number; readonly repeat: number }): string {
  return `${position}/${repeat}`
}

function isAbout(label: LabelSubject, { metric, aspect }: LabelSubject): boolean {
  return label.metric === metric && label.aspect === aspect
}

type LabelledPlace = LabelSubject & Parameters<typeof labelledRepeat>[0]

function isOfSame(label: LabelledPlace, other: LabelledPlace): boolean {
  return labelledRepeat(label) === labelledRepeat(other) && isAbout(label, other)
}

type LabelSubjectScore = { readonly scores: readonly Score[]; readonly verdict: Verdict | undefined }

/** Returns the run's own score of a subject: that of the metric, or the verdict on the whole result. */
function scoreFor(metric: string | undefined, { scores, verdict }: LabelSubjectScore): Score {
  if (metric === undefined) return scoreOfWhole(verdict)
  return (
    scores.find((score) => score.metric === metric) ?? {
      status: 'not-evaluated',
      metric,
      reason: message('the metric has no score here'),
    }
  )
}

function scoreOfWhole(verdict: Verdict | undefined): Score {
  if (verdict === 'passed' || verdict === 'failed') {
    const passed = verdict === 'passed'
    return { status: 'scored', metric: '', value: Number(passed), passed }
  }
  return {
    status: 'not-evaluated',
    metric: '',
    reason: message('it neither passed nor failed: something broke or was not evaluated'),
  }
}

/** Drops a person's number for a whole result, since a verdict has no number to compare it with. */
function comparableWith<Label extends LabelSubject & { readonly value?: number | undefined }>(label: Label): Label {
  return label.metric === undefined ? { ...label, value: undefined } : label
}

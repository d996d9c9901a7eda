import type { Hono } from 'hono'
import { type RunStore, saysSomething } from '../../core/index.ts'
import type { LabelService } from '../capabilities/labelling.ts'
import type { AnswerRoute } from '../answer-route.ts'
import { files } from '../api/routes.ts'
import { asDownload } from '../download.ts'
import { agreementsIn } from '../label-agreement.ts'
import { toLabelAnswer } from '../label-answer.ts'
import { labelQueueOf } from '../label-queue.ts'
import { isAbout, labelledRepeat } from '../label-subject.ts'
import { findRecord, findRun } from './runs.ts'

type RouteLabelsDependencies = { readonly store: RunStore; readonly labelling: LabelService }

/** Answers with people's labels; the run's own verdict is shown only to a person who has labelled the result. */
export function answerLabels(app: Hono, answer: AnswerRoute, { store, labelling }: RouteLabelsDependencies): void {
  answer('labels', async ({ params }) => {
    const { plan } = await findRun(store, params.runId)
    const said = await store.labels(plan.runId, { notes: true })
    const notes = said.filter((one) => !saysSomething(one)).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    return { labels: said.filter(saysSomething), notes }
  })

  answer('label', async ({ body: { runId, ...wish }, person }) => {
    const said = byPerson(wish, person)
    const run = await findRun(store, runId)
    const record = await findRecord(store, run, said)
    return toLabelAnswer(await labelling.add(run, { ...said, caseId: record.evalCase.id }), record)
  })

  answer('labelQueue', async ({ params, query, person }) => {
    const { by, ...subject } = byPerson(query, person)
    const run = await findRun(store, params.runId)
    return labelQueueOf(run, { subject, by }, store)
  })

  answer('labelPlan', async ({ params, query: { metric, width } }) =>
    labelling.plan(await findRun(store, params.runId), { metric, width }),
  )

  answer('blindCase', async ({ params, query, person }) => {
    const { by, ...subject } = byPerson(query, person)
    const run = await findRun(store, params.runId)
    const place = { position: Number(params.position), repeat: Number(params.repeat) }
    const record = await findRecord(store, run, place)
    const labels = await store.labels(run.plan.runId)
    const own = labels.find(
      (label) => label.by === by && labelledRepeat(label) === labelledRepeat(place) && isAbout(label, subject),
    )
    return {
      ...place,
      evalCase: record.evalCase,
      invocations: [...record.invocations],
      failure: record.result?.transcript.failure,
      answer: own && toLabelAnswer(own, record),
    }
  })

  answer('agreement', async ({ params }) => {
    const run = await findRun(store, params.runId)
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

import { promptHash } from '../../runner/index.ts'
import { type CaseRecord, type Run, type RunStore, EvalError, message } from '../../core/index.ts'
import type { Capabilities } from '../capabilities.ts'
import { type AnswerRoute, notFound } from '../answer-route.ts'
import type { CaseDetail, CasePage, FoundCases, RunDetail, RunRow } from '../api/runs.ts'
import { toCaseRow } from '../case-row.ts'
import type { CaseRows } from '../case-rows.ts'
import { isPaged } from '../paged/paged-run.ts'
import { beginningOf, fromPlace } from '../trace/brief.ts'
import { eventDollars } from '../trace/event-dollars.ts'
import { runStateOf, toRunRow } from '../run-row.ts'

type RunsDependencies = { readonly store: RunStore; readonly rows: CaseRows; readonly capabilities: Capabilities }

// Events of one turn that are sent with a case; the rest comes from the route `trace`.
const eventsAtOnce = 1000

// Limits of one search: the cases shown and the rows searched, which take a second or two.
const mostFound = { cases: 50, rows: 200_000 }

export function answerRuns(answer: AnswerRoute, { store, rows, capabilities }: RunsDependencies): void {
  const stateOf = (run: Run) => runStateOf(run, capabilities.isAlive)

  async function latestRound({ plan: { watch, dataset, runId } }: Run): Promise<Pick<RunDetail, 'latestRound'>> {
    if (watch === undefined || !capabilities.isAlive(watch.processId, runId)) return {}
    const latest = (await store.list()).find(
      ({ plan }) => plan.watch?.session === watch.session && plan.dataset.path === dataset.path,
    )
    return latest === undefined ? {} : { latestRound: latest.plan.runId }
  }

  async function rowOf(run: Run): Promise<RunRow> {
    const row = toRunRow(run, stateOf(run))
    if (row.state !== 'running') return row
    const live = rows.live(run)
    // The list must not wait until a million results are read.
    await (isPaged(run) ? live.until(run, 0) : live.look(run))
    return live.isRead() ? { ...row, done: live.progress().done } : row
  }

  answer('runs', async () => ({
    runs: await Promise.all((await store.list()).map(rowOf)),
    unreadable: (await store.unreadable('runs')).flatMap(({ what, runId, reason }) =>
      what === 'run' ? { runId, reason } : [],
    ),
  }))

  answer('foundCases', async ({ query: { text } }) => foundCases(store, text))

  answer('run', async ({ run }) => ({
    ...(await toRunDetail(run, store, capabilities)),
    ...(await latestRound(run)),
  }))

  answer('views', async () => ({ views: [...(await store.views())] }))

  answer('keepView', async ({ body }) => {
    const former = (await store.views()).find(({ name }) => name === body.name)
    if (former !== undefined && body.address !== undefined && body.address !== former.address) {
      throw new EvalError('usage', message('there is a view {name} already', { name: body.name }), {
        hint: message('Nothing was overwritten. Choose another name, or remove that view first.'),
      })
    }
    await store.keepView(body)
    return { done: true }
  })

  answer('noteRun', async ({ params, body }) => {
    await store.note(params.runId, body)
    return { done: true }
  })

  answer('deleteRun', async ({ params, run }) => {
    if (stateOf(run) === 'running') {
      throw new EvalError('usage', message('run {run} is at work', { run: params.runId }), {
        hint: message('Stop it first.'),
      })
    }
    await store.delete([params.runId])
    return { done: true }
  })

  answer('cases', async ({ run, query: { from, limit, order, view, positions } }) => {
    if (positions !== undefined) return rowsAt(store, run, positions.split(',').map(Number))
    if (view !== undefined) return rows.viewed(run, view, from, limit)
    return order === undefined ? rows.page(run, from, limit) : rows.worst(run, limit)
  })

  answer('caseDetail', async ({ run, params }) => {
    const { cut, ...record } = await findRecord(store, run, params, { events: eventsAtOnce })
    const shown = {
      ...record,
      invocations: [...record.invocations],
      scores: [...record.scores],
      ...dollarsIn(record, capabilities),
    }
    return cut === undefined ? shown : { ...shown, cut: [...cut] }
  })
}

async function foundCases(store: RunStore, text: string): Promise<FoundCases> {
  const names = new Map((await store.list()).map(({ plan }) => [plan.runId, plan.name ?? plan.runId]))
  const { cases, complete } = await store.casesSaying(text, mostFound)
  const shown = cases.map(({ runId, record: { position, repeat, evalCase, result }, where, text: words }) => {
    const excerpt = beginningOf(fromPlace(words, words.toLowerCase().indexOf(text.toLowerCase())))
    const verdict = result !== undefined && { verdict: result.verdict }
    const run = names.get(runId) ?? runId
    return { runId, run, position, repeat, caseId: evalCase.id, where, text: excerpt, ...verdict }
  })
  return { cases: shown, complete }
}

async function rowsAt(store: RunStore, { plan }: Run, positions: readonly number[]): Promise<CasePage> {
  const records = await Promise.all(
    positions.map(async (position) => store.record(plan.runId, { position, repeat: 0 }, { events: 0 })),
  )
  const rows = records.flatMap((record) => (record === undefined ? [] : toCaseRow(record)))
  return { rows, next: null, counted: plan.dataset.cases * plan.repeat }
}

/** Undefined where no event has a known cost. */
function dollarsIn(
  { invocations }: Pick<CaseRecord, 'invocations'>,
  { dollarsOf }: Pick<Capabilities, 'dollarsOf'>,
): Pick<CaseDetail, 'dollars'> {
  if (dollarsOf === undefined) return {}
  const dollars = invocations.map((invocation) => eventDollars(invocation, dollarsOf))
  return dollars.every((one) => one === undefined) ? {} : { dollars: dollars.map((one) => one ?? []) }
}

export async function toRunDetail(
  run: Run,
  store: Parameters<typeof promptHash>[1],
  { isAlive, runs, sections }: Pick<Capabilities, 'isAlive' | 'runs' | 'sections'>,
): Promise<RunDetail> {
  const said = (await sections?.(run)) ?? []
  const prompt = await promptHash(run, store)
  return {
    run,
    state: runStateOf(run, isAlive),
    ...(said.length > 0 && { sections: [...said] }),
    ...(prompt !== undefined && { prompt }),
    ...runs?.about(run),
  }
}

export async function findRecord(
  store: RunStore,
  { plan: { runId } }: Run,
  { position, repeat }: Pick<CaseRecord, 'position' | 'repeat'>,
  options: { readonly events?: number } = {},
): Promise<CaseRecord> {
  const record = await store.record(runId, { position, repeat }, options)
  if (record !== undefined) return record
  throw notFound(message('run {run} has no case at position {position}', { run: runId, position }))
}

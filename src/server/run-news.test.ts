import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import type { CaseRecord, CaseResult, RunStore, RunSummary } from '../core/index.ts'
import { sampleRun } from '../../test/fixtures/sample-run.ts'
import { openSqliteStore } from '../stores/index.ts'
import type { RunNews } from './api/runs.ts'
import { openCaseRows } from './case-rows.ts'
import { openRunNews } from './run-news.ts'

let store: RunStore
let read: string[]
const staying = new AbortController().signal

beforeEach(() => {
  store = openSqliteStore(':memory:')
  read = []
})

describe('news of a run', () => {
  it('reach everybody who listens, and each case is read once for all of them', async () => {
    await begin()
    const source = newsSource()
    const listeners = Array.from({ length: 50 }, () => source.of('run', { signal: staying, everything: true }))
    const heard = Promise.all(listeners.map(async (news) => Array.fromAsync(news)))
    for (let position = 0; position < 8; position += 1) {
      await play(position, 'passed')
      if (position % 3 === 0) await setTimeout(300)
    }
    await end()
    for (const news of await heard) {
      expect(rowsIn(news)).toEqual(Array.from({ length: 8 }, (_, position) => `${position} passed`))
      expect(news.at(-1)).toMatchObject({ type: 'end', detail: { state: 'finished' } })
      expect(news.findLast(({ type }) => type === 'progress')).toMatchObject({ progress: { done: 8, planned: 8 } })
    }
    expect(read.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  })

  it('tell of a case that was open for long, however many ended behind it', async () => {
    await begin()
    await start(0)
    await play(1, 'failed')
    const news = newsSource().of('run', { signal: staying, everything: true })
    expect(rowsIn([(await news.next()).value])).toEqual(['0 undefined', '1 failed'])
    await news.next()
    await finish(0, 'passed')
    expect(rowsIn([(await news.next()).value])).toEqual(['0 passed'])
    expect((await news.next()).value).toMatchObject({ progress: { done: 2, results: { passed: 1, failed: 1 } } })
    await news.return(undefined)
  })

  it('tell of cases that began behind others, as with workers that have a share each', async () => {
    await begin(100)
    await play(60, 'passed')
    const news = newsSource().of('run', { signal: staying, everything: true })
    expect(rowsIn([(await news.next()).value])).toEqual(['60 passed'])
    await news.next()
    await Promise.all([play(2, 'failed'), play(99, 'passed')])
    expect(rowsIn([(await news.next()).value])).toEqual(['2 failed', '99 passed'])
    await news.next()
    await play(98, 'passed')
    expect(rowsIn([(await news.next()).value])).toEqual(['98 passed'])
    expect((await news.next()).value).toMatchObject({ progress: { done: 4, planned: 100 } })
    await news.return(undefined)
  })

  it('tell of a run that is shown page by page how it stands, and keep no rows of it', async () => {
    await begin(1_000_000)
    await Promise.all([play(0, 'passed'), play(700, 'failed'), start(701)])
    const rows = openCaseRows(store)
    const source = openRunNews({ store, rows, isAlive: () => true })
    const news = source.of('run', { signal: staying, everything: true })
    const results = { total: 2, passed: 1, failed: 1 }
    expect((await news.next()).value).toMatchObject({ progress: { done: 2, planned: 1_000_000, results } })
    await finish(701, 'failed')
    expect((await news.next()).value).toMatchObject({ progress: { done: 3, results: { failed: 2 } } })
    const run = await store.find('run')
    if (run === undefined) throw new Error('it was begun above')
    expect(rows.live(run).rows()).toEqual([])
    const page = await rows.viewed(run, '', 500, 500)
    expect(page.rows.map(({ position, verdict }) => `${position} ${verdict}`)).toEqual(['700 failed', '701 failed'])
    expect(page).toMatchObject({ next: 1000, counted: 1_000_000 })
    await news.return(undefined)
  })

  it('tell of what happened while the store was read', async () => {
    await begin()
    let meanwhile: (() => Promise<void>) | undefined = async () => {
      meanwhile = undefined
      await play(0, 'passed')
    }
    const busy: RunStore = {
      ...store,
      async spending(runId, known) {
        await meanwhile?.()
        return store.spending(runId, known)
      },
    }
    const source = openRunNews({ store, rows: openCaseRows(busy), isAlive: () => true })
    const news = source.of('run', { signal: staying, everything: true })
    expect((await news.next()).value).toMatchObject({ type: 'progress', progress: { done: 0 } })
    expect(rowsIn([(await news.next()).value])).toEqual(['0 passed'])
    await news.return(undefined)
  })

  it('tell a slow listener how everything stands, and not all that happened meanwhile', async () => {
    await begin()
    const source = newsSource()
    const slow = source.of('run', { signal: staying, everything: true })
    expect((await slow.next()).value).toMatchObject({ type: 'progress', progress: { done: 0 } })
    const quick = Array.fromAsync(source.of('run', { signal: staying, everything: true }))
    for (let position = 0; position < 8; position += 1) {
      await start(position)
      await setTimeout(150)
      await finish(position, 'passed')
    }
    await end()
    expect((await quick).length).toBeGreaterThanOrEqual(3)
    const rest = await Array.fromAsync(slow)
    expect(rest.map(({ type }) => type)).toEqual(['rows', 'progress', 'end'])
    expect(rowsIn(rest)).toEqual(Array.from({ length: 8 }, (_, position) => `${position} passed`))
  })

  it('tell of cases that are opened again when somebody goes on with the run', async () => {
    await begin()
    await play(0, 'failed')
    const source = newsSource()
    const before = await Array.fromAsync(upTo(source, 'progress'))
    expect(rowsIn(before)).toEqual(['0 failed'])
    await store.append('run', { type: 'run-end', status: 'interrupted', summary: summary(), durationMs: 1 })
    const stopped = await Array.fromAsync(source.of('run', { signal: staying, everything: false }))
    expect(stopped.at(-1)).toMatchObject({ type: 'end', detail: { state: 'interrupted' } })
    await store.append('run', { type: 'run-start', plan, resumed: true, done: 0 })
    await store.append('run', { type: 'case-reopened', position: 0, repeat: 0, scores: [] })
    const after = source.of('run', { signal: staying, everything: true })
    expect(rowsIn([(await after.next()).value])).toEqual(['0 undefined'])
    await finish(0, 'passed')
    await after.next()
    expect(rowsIn([(await after.next()).value])).toEqual(['0 passed'])
    await after.return(undefined)
  })

  it('say what was paid, also when nothing else happened', async () => {
    await begin()
    const news = newsSource().of('run', { signal: staying, everything: false })
    await news.next()
    for (const dollars of [0.25, 0.5]) {
      await store.append('run', {
        type: 'spent',
        cost: { toolCalls: 0, judge: { calls: 1, cached: 0, saved: 0, dollars } },
      })
      expect((await news.next()).value).toMatchObject({ type: 'progress', progress: { done: 0 } })
    }
    const all = newsSource().of('run', { signal: staying, everything: false })
    expect((await all.next()).value).toMatchObject({ progress: { dollars: 0.75 } })
    await Promise.all([news.return(undefined), all.return(undefined)])
  })
})

/** Over a store that counts which cases are read to their end. */
function newsSource() {
  const counting: RunStore = {
    ...store,
    async *records(runId, from) {
      for await (const record of store.records(runId, from)) yield counted(record)
    },
    async record(runId, place) {
      const record = await store.record(runId, place)
      return record === undefined ? undefined : counted(record)
    },
  }
  return openRunNews({ store, rows: openCaseRows(counting), isAlive: () => true })
}

function counted(record: CaseRecord): CaseRecord {
  if (record.result !== undefined) read.push(String(record.position))
  return record
}

async function* upTo(source: ReturnType<typeof newsSource>, type: RunNews['type']): AsyncGenerator<RunNews> {
  for await (const news of source.of('run', { signal: staying, everything: true })) {
    yield news
    if (news.type === type) return
  }
}

function rowsIn(news: readonly (RunNews | undefined)[]): readonly string[] {
  return news.flatMap((one) =>
    one?.type === 'rows' ? one.rows.map(({ position, verdict }) => `${position} ${verdict}`) : [],
  )
}

const plan = madePlan({ dataset: { id: 'tea', format: 'adk-eval-set', cases: 8 } })

async function begin(cases = 8): Promise<void> {
  const begun = { ...plan, dataset: { ...plan.dataset, cases } }
  await store.append('run', { type: 'run-start', plan: begun, resumed: false, done: 0 })
}

async function start(position: number): Promise<void> {
  await store.append('run', { type: 'case-start', position, repeat: 0, evalCase: { id: `case-${position}` } })
}

async function finish(position: number, verdict: CaseResult['verdict']): Promise<void> {
  const result: CaseResult = {
    position,
    repeat: 0,
    evalCase: { id: `case-${position}` },
    transcript: { invocations: [] },
    scores: [],
    verdict,
    cost: { toolCalls: 0 },
    durationMs: 1,
  }
  await store.append('run', { type: 'case-end', position, repeat: 0, result })
}

/** In one turn, so that nobody finds the case open, however slow the machine is. */
async function play(position: number, verdict: CaseResult['verdict']): Promise<void> {
  await Promise.all([start(position), finish(position, verdict)])
}

async function end(): Promise<void> {
  await store.append('run', { type: 'run-end', status: 'finished', summary: summary(), durationMs: 1 })
}

function summary(): RunSummary {
  const { summary: sample } = sampleRun()
  if (sample === undefined) throw new Error('the sample has a summary')
  return sample
}

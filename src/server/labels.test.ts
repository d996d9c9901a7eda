import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import type { CaseResult, RunStore, Score } from '../core/index.ts'
import { labelling } from '../workspace/labelling.ts'
import { openSqliteStore } from '../stores/index.ts'
import { type BlindCase, LabelAnswer, LabelQueue } from './api/labels.ts'
import type { Front } from './access.ts'
import { serve } from './serve.ts'

let folder: string
let store: RunStore
let stopping: AbortController
let url: string

async function serveLabels(front: Front = {}): Promise<string> {
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    store,
    page: folder,
    stopping: stopping.signal,
    front,
    capabilities: { version: '1.2.3', project: 'tea', isAlive: () => true, labels: labelling(store) },
    report: (error) => expect.unreachable(String(error)),
  })
  return served.url
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shinsa-labels-'))
  store = openSqliteStore(join(folder, 'runs.db'))
  stopping = new AbortController()
  await store.append('run-1', { type: 'run-start', plan, resumed: false, done: 0 })
  for (const position of [0, 1, 2, 3, 4, 5]) await playCase(position, position % 2 === 0 ? 0.9 : 0.2)
  url = await serveLabels()
})

afterEach(async () => {
  stopping.abort()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the queue of labels', () => {
  it('has every ended result once, shuffled, in the same order for everybody', async () => {
    const queue = await queueOf('metric=tone&by=reviewer-1')
    expect(queue.places.map(({ position }) => position).toSorted()).toEqual([0, 1, 2, 3, 4, 5])
    expect(queue.places.map(({ position }) => position)).not.toEqual([0, 1, 2, 3, 4, 5])
    expect(await queueOf('metric=tone&by=reviewer-1')).toEqual(queue)
    expect((await queueOf('')).places).toEqual(queue.places)
    expect(queue.metrics).toEqual([
      { metric: 'tone', judged: true, scored: true, aspects: ['warmth'] },
      { metric: 'exact', judged: false, scored: true, aspects: [] },
    ])
  })

  it('keeps its order when the run goes on', async () => {
    const before = (await queueOf('')).places.map(({ caseId }) => caseId)
    await playCase(6, 0.9)
    const after = (await queueOf('')).places.map(({ caseId }) => caseId)
    expect(after.filter((caseId) => caseId !== 'case-6')).toEqual(before)
  })

  it('says no word of scores and verdicts before the same person has answered the same', async () => {
    expect(JSON.stringify(await blind('metric=tone&by=reviewer-1'))).not.toMatch(
      /score|verdict|pass|fail|0\.2|judge said/,
    )
    await give({ position: 1, metric: 'tone', passed: true, by: 'reviewer-1' })
    expect(JSON.stringify(await blind('metric=tone&by=reviewer-1'))).toContain('judge said')
    for (const query of ['metric=tone', 'metric=tone&by=reviewer-2', 'by=reviewer-1', 'metric=exact&by=reviewer-1']) {
      expect([query, (await blind(query)).answer]).toEqual([query, undefined])
    }
    const { places } = await queueOf('metric=tone&by=reviewer-1')
    expect(places.flatMap(({ position, answered }) => (answered ? [position] : []))).toEqual([1])
  })
})

describe('a label', () => {
  it('is answered with what the run says of the same', async () => {
    expect(await given({ position: 1, metric: 'tone', passed: true, comment: 'kind <b>' })).toMatchObject({
      label: { caseId: 'case-1', metric: 'tone', passed: true, comment: 'kind <b>', blind: true },
      person: { passed: true },
      judge: { passed: false, value: 0.2 },
      scores: [{ metric: 'tone', reason: { text: 'judge said' } }],
    })
    // A score counts as a verdict by the metric's threshold, as everywhere.
    expect(await given({ position: 0, metric: 'tone', value: 0.4 })).toMatchObject({
      person: { passed: false, value: 0.4 },
      judge: { passed: true },
    })
    expect(await given({ position: 0, metric: 'tone', aspect: 'warmth', value: 0.4 })).toMatchObject({
      judge: { value: 0.7 },
    })
    expect(await given({ position: 1, passed: false })).toMatchObject({
      judge: { passed: false },
      scores: [{ metric: 'tone' }, { metric: 'exact' }, { metric: 'tokens' }],
    })
  })

  it('replaces an earlier one, and is what every other process reads', async () => {
    await given({ position: 2, metric: 'tone', passed: true })
    await given({ position: 2, metric: 'tone', passed: false, blind: false })
    const other = openSqliteStore(join(folder, 'runs.db'))
    expect(await other.labels('run-1')).toMatchObject([{ position: 2, passed: false, blind: false }])
    await other.label('run-1', { ...place(3), metric: 'tone', passed: true, at: '2026-01-01T00:00:00Z', blind: false })
    await other.close()
    const { labels } = (await asked('runs/run-1/labels')).answer as { labels: unknown[] }
    expect(labels).toMatchObject([{ position: 2 }, { position: 3 }])
  })

  it('that settled a disagreement still settles it when its author adds a comment on the page of the case', async () => {
    const about = { position: 2, metric: 'tone', by: 'chi', blind: false }
    await given({ ...about, passed: true, settles: true })
    await given({ ...about, passed: true, comment: 'See the style guide.' })
    await given({ ...about, by: 'aki', passed: false })
    expect(await store.labels('run-1')).toMatchObject([
      { by: 'aki' },
      { by: 'chi', comment: 'See the style guide.', settles: true },
    ])
    expect((await store.labels('run-1'))[0]?.settles).toBeUndefined()
  })

  it.each([
    ['a run that is none', 404, { runId: 'none' }, 'there is no run {run}'],
    ['a case that is none', 404, { position: 99 }, 'run {run} has no case at position {position}'],
    ['a repeat that is none', 404, { repeat: 3 }, 'run {run} has no case at position {position}'],
    ['a metric that is none', 400, { metric: 'tune' }, 'the run has no metric {name}'],
    [
      'an aspect of nothing',
      400,
      { metric: undefined, aspect: 'a' },
      'an aspect is one of a metric: name the metric too',
    ],
    ['a value beyond 1', 400, { value: 90 }, '{place}: {problem}'],
    ['nothing said', 400, { passed: undefined }, '{place}: {problem}'],
    ['a position below 0', 400, { position: -1 }, '{place}: {problem}'],
    ['a name that is none', 400, { by: '' }, '{place}: {problem}'],
  ])('is refused for %s, and nothing is kept', async (_what, refused, wrong, sentence) => {
    const { status, answer } = await give({ position: 0, metric: 'tone', passed: true, ...wrong })
    expect({ status, answer }).toMatchObject({ status: refused, answer: { sentence: { text: sentence } } })
    expect(await store.labels('run-1')).toEqual([])
  })

  it('is refused while its case goes on', async () => {
    await store.append('run-1', { type: 'case-start', position: 7, repeat: 0, evalCase: { id: 'case-7' } })
    const { status, answer } = await give({ position: 7, metric: 'tone', passed: true })
    expect([status, answer]).toMatchObject([400, { hint: { text: 'Only a case that has ended can be labelled.' } }])
  })
})

describe('behind a login that says who asks', () => {
  it('labels and notes bear that name, whatever the page says, and nobody sees what another has answered', async () => {
    const behind = await serveLabels({ personHeader: 'Remote-User' })
    const as = async (person: string, path: string, body?: unknown) => {
      const response = await fetch(`${behind}api/${path}`, {
        headers: { 'remote-user': person, 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
      return response.json() as Promise<Record<string, unknown>>
    }
    const wish = { runId: 'run-1', position: 1, repeat: 0, metric: 'tone', blind: true }
    await as('ann', 'labels', { ...wish, passed: true, by: 'bo' })
    await as('ann', 'labels', { ...wish, position: 2, comment: 'seen' })
    const { labels, notes } = await as('cy', 'runs/run-1/labels')
    expect({ labels, notes }).toMatchObject({ labels: [{ by: 'ann' }], notes: [{ by: 'ann', comment: 'seen' }] })
    expect(await as('ann', 'runs/run-1/labelling/1/0?metric=tone')).toHaveProperty('answer')
    expect(await as('bo', 'runs/run-1/labelling/1/0?metric=tone&by=ann')).not.toHaveProperty('answer')
    const ownOf = async (person: string) => {
      const { places } = LabelQueue.parse(await as(person, 'runs/run-1/labelling?metric=tone&by=ann'))
      return places.filter(({ answered }) => answered).map(({ position }) => position)
    }
    expect([await ownOf('ann'), await ownOf('bo')]).toEqual([[1], []])
  })
})

describe('the agreement of a run', () => {
  it('grows with every label, for the whole and for each metric and aspect', async () => {
    expect((await asked('runs/run-1/agreement')).answer).toEqual({
      agreement: [],
      own: { passRate: null, metrics: [] },
    })
    for (const position of [0, 1, 2, 3]) {
      await given({ position, metric: 'tone', passed: position < 2 })
      await given({ position, metric: 'tone', aspect: 'warmth', value: 0.5 })
    }
    await given({ position: 1, passed: false })
    await given({ position: 2, value: 0.5 })
    const { answer } = await asked('runs/run-1/agreement')
    expect(answer).toMatchObject({
      agreement: [
        { results: 2, rows: [{ judge: { verdicts: 1, scores: 0 } }] },
        {
          metric: 'tone',
          results: 4,
          notEvaluated: 0,
          rows: [
            {
              judge: {
                matrix: [
                  [1, 1],
                  [1, 1],
                ],
                raw: { value: 0.5, n: 4 },
                kappa: { value: 0 },
              },
            },
            { aspect: 'warmth', judge: { scores: 4, meanShift: { value: expect.closeTo(0.2, 9) } } },
          ],
        },
      ],
    })
    expect(JSON.stringify(answer)).not.toContain('case-')
  })
})

describe('the file of labels', () => {
  it('has the lines of `shinsa labels export`', async () => {
    await given({ position: 0, metric: 'tone', passed: true, by: 'reviewer-1' })
    const response = await fetch(`${url}api/runs/run-1/labels/export`)
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''labels-run-1.jsonl")
    const text = await response.text()
    const run = await store.find('run-1')
    const lines = run === undefined ? [] : await Array.fromAsync(labelling(store).lines(run))
    expect(text).toBe(lines.map((line) => `${line}\n`).join(''))
    expect(JSON.parse(text)).toMatchObject({ case: { id: 'case-0' }, labels: [{ by: 'reviewer-1', passed: true }] })
    expect((await fetch(`${url}api/runs/none/labels/export`)).status).toBe(404)
  })
})

async function asked(path: string, body?: unknown): Promise<{ readonly status: number; readonly answer: unknown }> {
  const response = await fetch(`${url}api/${path}`, {
    ...(body !== undefined && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  return { status: response.status, answer: await response.json() }
}

async function queueOf(query: string): Promise<LabelQueue> {
  return LabelQueue.parse((await asked(`runs/run-1/labelling?${query}`)).answer)
}

async function blind(query: string): Promise<BlindCase> {
  // Reading it by its schema would hide what it has too much.
  return (await asked(`runs/run-1/labelling/1/0?${query}`)).answer as BlindCase
}

async function give(said: object) {
  return asked('labels', { runId: 'run-1', repeat: 0, blind: true, ...said })
}

async function given(said: object): Promise<LabelAnswer> {
  return LabelAnswer.parse((await give(said)).answer)
}

const plan = madePlan({
  runId: 'run-1',
  dataset: { id: 'tea', format: 'adk-eval-set', cases: 8 },
  metrics: [{ name: 'tone', judge: 'embedded', threshold: 0.5 }, { name: 'exact' }, { name: 'tokens' }],
})

function place(position: number) {
  return { position, repeat: 0, caseId: `case-${position}` }
}

async function playCase(position: number, value: number): Promise<void> {
  const evalCase = { id: `case-${position}` }
  const passed = value >= 0.5
  const scores: Score[] = [
    {
      status: 'scored',
      metric: 'tone',
      value,
      threshold: 0.5,
      passed,
      reason: { text: 'judge said' },
      parts: [{ name: 'warmth', value: 0.7 }],
    },
    { status: 'scored', metric: 'exact', value: Number(passed), passed },
    { status: 'measured', metric: 'tokens', value: 7, unit: 'tokens' },
  ]
  const result: CaseResult = {
    position,
    repeat: 0,
    evalCase,
    transcript: { invocations: [] },
    scores,
    verdict: passed ? 'passed' : 'failed',
    cost: { toolCalls: 0 },
    durationMs: 1,
  }
  await store.append('run-1', { type: 'case-start', position, repeat: 0, evalCase })
  await store.append('run-1', { type: 'scores', position, repeat: 0, scores })
  await store.append('run-1', { type: 'case-end', position, repeat: 0, result })
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import type {
  CaseResult,
  EvalCase,
  HumanLabel,
  Invocation,
  RunEvent,
  RunPlan,
  RunStore,
  RunSummary,
  Score,
} from '../core/index.ts'

/** Tests that every run store must pass. `open` returns a new, empty one each time; its clock is fixed at `endedAt`. */
export function describeRunStore(name: string, open: () => RunStore | Promise<RunStore>): void {
  describe(`run store contract: ${name}`, () => {
    let store: RunStore

    beforeEach(async () => {
      store = await open()
    })

    afterEach(async () => {
      await store.close()
    })

    it('knows a run from its start on, and which process works on it', async () => {
      await store.append('run-1', runStart('run-1'))
      expect(await store.find('run-1')).toEqual({ plan: planOf('run-1'), status: 'running', processId: process.pid })
    })

    it('keeps the summary, the end and the duration of a run that ended', async () => {
      await store.append('run-1', runStart('run-1'))
      await store.append('run-1', runEnd('interrupted'))
      expect(await store.find('run-1')).toEqual({
        plan: planOf('run-1'),
        status: 'interrupted',
        processId: process.pid,
        summary,
        endedAt: endedAt.toISOString(),
        durationMs: 1234.5,
      })
    })

    it('keeps what people say of a run, under whose name it is then', async () => {
      for (const runId of ['run-1', 'run-2']) await store.append(runId, runStart(runId))
      const before = await store.revision()
      await store.note('run-1', { name: 'best so far', tags: ['prompt v2', '本番'], pinned: true })
      expect(await store.find('run-1')).toMatchObject({
        plan: { runId: 'run-1', name: 'best so far' },
        note: { tags: ['prompt v2', '本番'], pinned: true },
      })
      expect(await store.revision()).not.toBe(before)
      await store.append('run-1', runEnd('interrupted'))
      await store.note('run-1', { tags: [] })
      const [kept, other] = [await store.find('run-1'), await store.find('run-2')]
      expect(kept).toMatchObject({ status: 'interrupted', note: { tags: [] } })
      expect(kept?.plan).toEqual(planOf('run-1'))
      expect(other?.note).toBeUndefined()
      await expect(store.note('nowhere', {})).rejects.toMatchObject({ code: 'store' })
    })

    it('keeps views of tables under their names, for everybody', async () => {
      expect(await store.views()).toEqual([])
      const before = await store.revision()
      await store.keepView({ name: 'odd \\ ones', address: 'tag=odd' })
      await store.keepView({ name: '失敗のみ', address: 'only=failed&q=%5C' })
      await store.keepView({ name: 'odd \\ ones', address: 'tag=odd&sort=-place' })
      expect(await store.revision()).not.toBe(before)
      expect(await store.views()).toEqual([
        { name: 'odd \\ ones', address: 'tag=odd&sort=-place' },
        { name: '失敗のみ', address: 'only=failed&q=%5C' },
      ])
      await store.keepView({ name: 'odd \\ ones' })
      expect((await store.views()).map((view) => view.name)).toEqual(['失敗のみ'])
    })

    it('deletes runs with their results, costs and labels, and leaves the others', async () => {
      for (const runId of ['run-1', 'run-2', 'run-3']) {
        await store.append(runId, runStart(runId))
        await appendCase(store, runId, result(0, 0, 'x'.repeat(60_000)))
        await store.append(runId, { type: 'spent', cost: { toolCalls: 1 } })
        await store.label(runId, label({}))
      }
      const [before, labels] = [await store.revision(), await store.labels()]
      expect(labels).toHaveLength(3)
      expect(await store.delete(['run-1', 'run-3', 'nowhere'])).toBeGreaterThan(100_000)
      expect((await store.list()).map(({ plan }) => plan.runId)).toEqual(['run-2'])
      expect(await store.find('run-1')).toBeUndefined()
      expect(labelledPlaces(await store.labels())).toEqual(['run-2 0 whole'])
      expect(await store.revision()).not.toBe(before)
      expect(await store.spending('run-2')).toHaveLength(1)
      // The id is free again, and nothing of the deleted run remains.
      await store.append('run-1', runStart('run-1'))
      expect(await store.record('run-1', { position: 0, repeat: 0 })).toBeUndefined()
      expect(await store.spending('run-1')).toEqual([])
    })

    it('deletes a run in the middle of a case, which then takes nothing more', async () => {
      await store.append('run-1', runStart('run-1'))
      await store.append('run-1', caseStart(0))
      await store.delete(['run-1'])
      await expect(store.append('run-1', invocationEvent(0, 0, invocation('late')))).rejects.toThrow('no run run-1')
    })

    it('forgets the summary of an interruption when the run goes on', async () => {
      await store.append('run-1', runStart('run-1'))
      await store.append('run-1', runEnd('interrupted'))
      await store.append('run-1', { ...runStart('run-1'), resumed: true })
      expect(await store.find('run-1')).toEqual({ plan: planOf('run-1'), status: 'running', processId: process.pid })
    })

    it('lets one of several take over a run that a dead process left, and refuses the others', async () => {
      await store.append('run-1', runStart('run-1'))
      const resuming = { ...runStart('run-1'), resumed: true }
      await expect(store.append('run-1', { ...resuming, takenOverFrom: process.pid + 1 })).rejects.toMatchObject({
        code: 'usage',
        message: 'run run-1 was taken over by another process',
      })
      await store.append('run-1', { ...resuming, takenOverFrom: process.pid })
    })

    it('refuses a second run of the same id', async () => {
      await store.append('run-1', runStart('run-1'))
      await expect(store.append('run-1', runStart('run-1'))).rejects.toMatchObject({
        code: 'usage',
        message: 'a run run-1 is there already',
      })
    })

    it.each<[string, RunEvent]>([
      ['a case', caseStart(0)],
      ['a payment', { type: 'spent', cost: { toolCalls: 0 } }],
      ['an end', runEnd('finished')],
      ['going on', { ...runStart('run-1'), resumed: true }],
    ])('refuses %s of a run that was never started', async (_what, event) => {
      await expect(store.append('run-1', event)).rejects.toMatchObject({
        code: 'store',
        message: 'the store has no run run-1',
      })
    })

    it('gives back a finished case as it was announced', async () => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      const [record, ...others] = await collect(store.records('run-1'))
      expect(others).toEqual([])
      expect(record).toEqual({
        position: 0,
        repeat: 0,
        evalCase: evalCase(0),
        invocations: [invocation('first'), invocation('second')],
        scores: [rouge, latency],
        result: result(0),
      })
    })

    it('gives back why an agent failed', async () => {
      const failure = { code: 'timeout', reason: { text: 'no answer after {seconds} s', values: { seconds: 30 } } }
      const failed: CaseResult = {
        ...result(0),
        transcript: { invocations: [], failure },
        scores: [],
        verdict: 'error',
      }
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', failed)
      expect((await collect(store.records('run-1')))[0]?.result).toEqual(failed)
    })

    it('gives back how a simulated user ended a conversation, and what its model took', async () => {
      const { transcript, ...ended } = result(0)
      const simulated: CaseResult = {
        ...ended,
        transcript: {
          ...transcript,
          ending: 'turn-limit',
          userCost: { calls: 2, seconds: 1.5, usage: { inputTokens: 9 } },
        },
      }
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', simulated)
      expect((await collect(store.records('run-1')))[0]?.result).toEqual(simulated)
      expect((await collect(store.scoredCases('run-1')))[0]?.ending).toBe('turn-limit')
    })

    it('has what a case that did not end has so far', async () => {
      await store.append('run-1', runStart('run-1'))
      await store.append('run-1', caseStart(0))
      await store.append('run-1', invocationEvent(0, 0, invocation('first')))
      await store.append('run-1', { type: 'scores', position: 0, repeat: 0, scores: [latency] })
      expect(await collect(store.records('run-1'))).toEqual([
        {
          position: 0,
          repeat: 0,
          evalCase: evalCase(0),
          invocations: [invocation('first')],
          scores: [latency],
          result: undefined,
        },
      ])
    })

    it('has the exchanges of a case as they were completed, and knows when that was cut off', async () => {
      await store.append('run-1', runStart('run-1'))
      await store.append('run-1', caseStart(0))
      await store.append('run-1', { type: 'awaiting', position: 0, repeat: 0 })
      await store.append('run-1', invocationEvent(0, 0, invocation('first')))
      expect(await collect(store.records('run-1'))).toMatchObject([
        { invocations: [invocation('first')], awaiting: true },
      ])
      const completed = [{ ...invocation('first'), modelCalls: 2 }]
      await store.append('run-1', { type: 'completed', position: 0, repeat: 0, invocations: completed })
      const [record] = await collect(store.records('run-1'))
      expect(record).toMatchObject({ invocations: completed })
      expect(record).not.toHaveProperty('awaiting')
    })

    it('reopens a case that has ended, with its exchanges and the scores that it keeps', async () => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      await store.append('run-1', { type: 'case-reopened', position: 0, repeat: 0, scores: [latency] })
      const [reopened] = await collect(store.records('run-1'))
      const { invocations } = result(0).transcript
      expect(reopened).toMatchObject({ invocations, scores: [latency], result: undefined })
      await store.append('run-1', { type: 'scores', position: 0, repeat: 0, scores: [rouge] })
      await store.append('run-1', { type: 'case-end', position: 0, repeat: 0, result: result(0) })
      expect((await collect(store.scoredCases('run-1'))).map(({ scores }) => scores)).toEqual([[rouge, latency]])
    })

    it('gives scores in the order of the plan, whichever judge answered first', async () => {
      await store.append('run-1', runStart('run-1'))
      await store.append('run-1', caseStart(0))
      await store.append('run-1', { type: 'scores', position: 0, repeat: 0, scores: [latency] })
      await store.append('run-1', { type: 'scores', position: 0, repeat: 0, scores: [rouge] })
      await store.append('run-1', { type: 'case-end', position: 0, repeat: 0, result: result(0) })
      const [record] = await collect(store.records('run-1'))
      expect(record?.scores).toEqual([rouge, latency])
      expect(record?.result?.scores).toEqual([rouge, latency])
    })

    it('reads cases in dataset order, then by repeat, whatever finished first', async () => {
      await store.append('run-1', runStart('run-1'))
      const finished = [result(10, 0), result(2, 1), result(0, 0), result(2, 0), result(9, 0)]
      await Promise.all(finished.map((each) => appendCase(store, 'run-1', each)))
      const places = ['0/0', '2/0', '2/1', '9/0', '10/0']
      expect((await collect(store.records('run-1'))).map(place)).toEqual(places)
      expect((await collect(store.scoredCases('run-1'))).map(place)).toEqual(places)
    })

    it('reads from any case on', async () => {
      await store.append('run-1', runStart('run-1'))
      for (const [position, repeat] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [2, 0],
      ] as const)
        await store.append('run-1', caseStart(position, repeat))
      const places = async (from: { position: number; repeat: number }) =>
        (await collect(store.records('run-1', from))).map((record) => `${record.position}/${record.repeat}`)
      expect(await places({ position: 1, repeat: 1 })).toEqual(['1/1', '2/0'])
      expect(await places({ position: 1, repeat: 0 })).toEqual(['1/0', '1/1', '2/0'])
      expect(await places({ position: 3, repeat: 0 })).toEqual([])
    })

    it('has another revision after every event that was appended', async () => {
      const revisions = [await store.revision()]
      await store.append('run-1', runStart('run-1'))
      revisions.push(await store.revision())
      await store.append('run-1', caseStart(0))
      revisions.push(await store.revision())
      expect(new Set(revisions).size).toBe(3)
      expect(await store.revision()).toBe(revisions.at(-1))
    })

    it('gives the scores of finished cases only', async () => {
      await store.append('run-1', runStart('run-1'))
      await store.append('run-1', caseStart(0))
      await store.append('run-1', { type: 'scores', position: 0, repeat: 0, scores: [rouge] })
      await appendCase(store, 'run-1', result(1))
      expect(await collect(store.scoredCases('run-1'))).toEqual([
        {
          position: 1,
          repeat: 0,
          caseId: 'case-1',
          scores: [rouge, latency],
          verdict: 'passed',
          cost: { toolCalls: 1, outputTokens: 7 },
          evidence: { exchanges: 2, reported: {}, observed: {}, listeners: [], cut: {} },
        },
      ])
    })

    it('begins a case anew that was cut off, and loses what the first attempt left', async () => {
      await store.append('run-1', runStart('run-1'))
      await store.append('run-1', caseStart(0))
      await store.append('run-1', invocationEvent(0, 0, invocation('of the first attempt')))
      await appendCase(store, 'run-1', result(0))
      const [record] = await collect(store.records('run-1'))
      expect(record?.result).toEqual(result(0))
    })

    it('goes on with a case that was cut off when it does not start again', async () => {
      await store.append('run-1', runStart('run-1'))
      await store.append('run-1', caseStart(0))
      await store.append('run-1', invocationEvent(0, 0, invocation('first')))
      await store.append('run-1', { ...runStart('run-1'), resumed: true, takenOverFrom: process.pid })
      await store.append('run-1', invocationEvent(0, 1, invocation('second')))
      await store.append('run-1', { type: 'scores', position: 0, repeat: 0, scores: [rouge, latency] })
      await store.append('run-1', { type: 'case-end', position: 0, repeat: 0, result: result(0) })
      const [record] = await collect(store.records('run-1'))
      expect(record?.result).toEqual(result(0))
    })

    it.each<[string, RunEvent]>([
      ['starts again', caseStart(0)],
      ['says more', invocationEvent(0, 2, invocation('third'))],
      ['ends again', { type: 'case-end', position: 0, repeat: 0, result: { ...result(0), verdict: 'failed' } }],
    ])('never changes a finished case: one that %s is refused', async (_what, event) => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      await expect(store.append('run-1', event)).rejects.toMatchObject({
        code: 'store',
        message: 'run run-1: the case at position 0, repeat 0, has ended already',
      })
      expect((await collect(store.records('run-1'))).map((record) => record.result)).toEqual([result(0)])
    })

    it('refuses what belongs to no case, and nothing that is written with it', async () => {
      await store.append('run-1', runStart('run-1'))
      const outcomes = await Promise.allSettled([
        store.append('run-1', caseStart(0)),
        store.append('run-1', invocationEvent(1, 0, invocation('of nothing'))),
        store.append('run-1', caseStart(2)),
      ])
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(outcomes[1]).toMatchObject({
        reason: { message: 'run run-1: invocation came before the start of the case at position 1, repeat 0' },
      })
      expect((await collect(store.records('run-1'))).map(place)).toEqual(['0/0', '2/0'])
    })

    it('keeps what a run paid for, whatever becomes of its cases', async () => {
      const paid = [
        { toolCalls: 0, judge: { calls: 2, cached: 0, saved: 0, inputTokens: 7, dollars: 0.25, unpriced: 1 } },
        { toolCalls: 3, outputTokens: 5, agentSeconds: 1.5 },
      ]
      for (const runId of ['run-1', 'run-2']) await store.append(runId, runStart(runId))
      expect(await store.spending('run-1')).toEqual([])
      await store.append('run-1', caseStart(0))
      for (const cost of paid) await store.append('run-1', { type: 'spent', cost })
      await appendCase(store, 'run-1', result(0))
      expect(await store.spending('run-1')).toEqual(paid)
      expect(await store.spending('run-2')).toEqual([])
      const last = store.append('run-2', { type: 'spent', cost: { toolCalls: 1 } })
      expect(await store.spending('run-2')).toEqual([{ toolCalls: 1 }])
      await last
    })

    it('keeps long integers and every text exactly', async () => {
      const args = { order: 9007199254740993n, text: 'line\nnul \u0000 quote " 審査 🧑‍⚖️', nothing: null }
      const said: Invocation = {
        userContent: { parts: [{ text: '' }] },
        steps: { form: 'lists', toolCalls: [{ name: 'cancel', args }], toolResponses: [], responses: [] },
      }
      await store.append('run-1', runStart('run-1'))
      await store.append('run-1', caseStart(0))
      await store.append('run-1', invocationEvent(0, 0, said))
      expect((await collect(store.records('run-1')))[0]?.invocations).toEqual([said])
    })

    it('keeps the runs apart', async () => {
      for (const runId of ['run-1', 'run-2']) await store.append(runId, runStart(runId))
      await appendCase(store, 'run-1', result(0))
      await appendCase(store, 'run-2', result(1))
      expect((await collect(store.records('run-1'))).map(place)).toEqual(['0/0'])
      expect((await collect(store.records('run-2'))).map(place)).toEqual(['1/0'])
    })

    it('can be read while cases are added before and behind the reader', async () => {
      await store.append('run-1', runStart('run-1'))
      for (const position of [2, 4, 6]) await appendCase(store, 'run-1', result(position, 0, largeText))
      const seen: string[] = []
      for await (const record of store.records('run-1')) {
        seen.push(place(record))
        if (record.position === 4) {
          await appendCase(store, 'run-1', result(1))
          await appendCase(store, 'run-1', result(8))
        }
      }
      expect(seen).toEqual(['2/0', '4/0', '6/0', '8/0'])
    })

    it('never shows half of a case that begins anew while it is read', async () => {
      await store.append('run-1', runStart('run-1'))
      await store.append('run-1', caseStart(0))
      await store.append('run-1', caseStart(1))
      for (const index of [0, 1]) await store.append('run-1', invocationEvent(1, index, invocation(largeText)))
      const reader = store.records('run-1')[Symbol.asyncIterator]()
      await reader.next()
      await appendCase(store, 'run-1', result(1))
      const { value } = await reader.next()
      expect([
        [largeText, largeText],
        ['first', 'second'],
      ]).toContainEqual(value?.invocations.map(responseText))
    })

    it('says that a run does not exist instead of reading nothing', async () => {
      await expect(collect(store.records('nowhere'))).rejects.toThrow('the store has no run nowhere')
      await expect(collect(store.scoredCases('nowhere'))).rejects.toThrow('the store has no run nowhere')
      await expect(store.spending('nowhere')).rejects.toThrow('the store has no run nowhere')
    })

    it('reads a run without cases as empty', async () => {
      await store.append('run-1', runStart('run-1'))
      expect(await collect(store.records('run-1'))).toEqual([])
      expect(await collect(store.scoredCases('run-1'))).toEqual([])
    })

    it('lists the newest run first', async () => {
      expect(await store.list()).toEqual([])
      await store.append('b', runStart('b', '2026-02-02T00:00:00.000Z'))
      await store.append('c', runStart('c', '2026-03-03T00:00:00.000Z'))
      await store.append('a', runStart('a', '2026-01-01T00:00:00.000Z'))
      expect((await store.list()).map((run) => run.plan.runId)).toEqual(['c', 'b', 'a'])
    })

    it('finds a run by its id, by the beginning of it, and the latest one', async () => {
      expect(await store.find('latest')).toBeUndefined()
      await store.append('0a1', runStart('0a1', '2026-02-02T00:00:00.000Z'))
      await store.append('0a', runStart('0a', '2026-01-01T00:00:00.000Z'))
      await store.append('0b_%', runStart('0b_%', '2026-01-15T00:00:00.000Z'))
      const found = async (wanted: string) => (await store.find(wanted))?.plan.runId
      expect(await found('0a')).toBe('0a')
      expect(await found('0a1')).toBe('0a1')
      expect(await found('0b')).toBe('0b_%')
      expect(await found('latest')).toBe('0a1')
      expect(await found('0c')).toBeUndefined()
      expect(await found('%')).toBeUndefined()
      expect(await found('')).toBeUndefined()
    })

    it('names the candidates when a beginning is that of several runs', async () => {
      for (const runId of ['0a1', '0a2', '0b']) await store.append(runId, runStart(runId))
      await expect(store.find('0a')).rejects.toMatchObject({
        code: 'usage',
        message: 'several runs begin with 0a: 0a2, 0a1',
      })
    })

    it('refuses to go on after it was closed, and may be closed twice', async () => {
      await store.close()
      await store.close()
      await expect(store.append('run-1', runStart('run-1'))).rejects.toMatchObject({ code: 'store' })
      await expect(store.list()).rejects.toMatchObject({ code: 'store' })
      await expect(collect(store.records('run-1'))).rejects.toMatchObject({ code: 'store' })
    })

    it('gives one record by its place', async () => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      await appendCase(store, 'run-1', result(1, 0, 'other'))
      expect(await store.record('run-1', { position: 1, repeat: 0 })).toEqual(
        (await collect(store.records('run-1')))[1],
      )
      expect(await store.record('run-1', { position: 1, repeat: 1 })).toBeUndefined()
    })

    it('finds all repeats of a case by its id, and reads no other case for it', async () => {
      await store.append('run-1', runStart('run-1'))
      for (let position = 0; position < 20; position += 1) await appendCase(store, 'run-1', result(position))
      await appendCase(store, 'run-1', result(7, 1))
      const parse = vi.spyOn(JSON, 'parse')
      const found = await collect(store.recordsOf('run-1', 'case-7'))
      const rowsOfACase = 6
      expect(parse.mock.calls.length).toBeLessThan(2 * rowsOfACase + 5)
      parse.mockRestore()
      expect(found.map(place)).toEqual(['7/0', '7/1'])
      expect(await collect(store.recordsOf('run-1', 'first'))).toEqual([])
      expect(await collect(store.recordsOf('run-1', 'case'))).toEqual([])
      const { id, ...others } = evalCase(21)
      await store.append('run-1', { type: 'case-start', position: 21, repeat: 0, evalCase: { ...others, id } })
      expect((await collect(store.recordsOf('run-1', 'case-21'))).map(place)).toEqual(['21/0'])
    })

    it('finds cases of all runs by their ids, questions and answers, newest run first', async () => {
      const most = { cases: 10, rows: 10_000 }
      const found = async (text: string, bounds = most) => {
        const { cases, complete } = await store.casesSaying(text, bounds)
        return [...cases.map(({ runId, record, where }) => `${runId} ${place(record)} ${where}`), complete]
      }
      for (const [day, runId] of ['run-1', 'run-2'].entries()) {
        await store.append(runId, runStart(runId, `2026-01-0${day + 1}T00:00:00.000Z`))
        await appendCase(store, runId, result(0, 0, `He said "${runId}",\nthen 100% of Über_ALL`))
        await appendCase(store, runId, result(1, 0, 'nothing'))
      }
      expect(await found('"RUN-1",\nthen')).toEqual(['run-1 0/0 answer', true])
      expect(await found('case-1')).toEqual(['run-2 1/0 id', 'run-1 1/0 id', true])
      expect(await found('HELLO', { ...most, cases: 3 })).toEqual([
        'run-2 0/0 question',
        'run-2 1/0 question',
        'run-1 0/0 question',
        false,
      ])
      expect(await found('Über_all')).toEqual(['run-2 0/0 answer', 'run-1 0/0 answer', true])
      // Characters of patterns match literally, and JSON keys do not match.
      for (const text of ['100_', 'h%o', 'userContent', 'rouge_1']) expect(await found(text)).toEqual([true])
      expect(await found('case-1', { ...most, rows: 3 })).toEqual(['run-2 1/0 id', false])
    })

    it('gives what was paid without what is known', async () => {
      await store.append('run-1', runStart('run-1'))
      for (const toolCalls of [1, 2, 3]) await store.append('run-1', { type: 'spent', cost: { toolCalls } })
      expect(await store.spending('run-1', 2)).toEqual([{ toolCalls: 3 }])
      expect(await store.spending('run-1', 3)).toEqual([])
    })

    it('takes the last word of what a person says twice at the same moment', async () => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      for (const passed of [false, true]) await store.label('run-1', label({ passed }))
      expect(await store.labels('run-1')).toMatchObject([{ passed: true }])
    })

    it('keeps what a person says of a result', async () => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      const { runId: _, ...said } = label({ value: 0.25, passed: false, comment: 'It is <not>\u2028so', by: '審査' })
      await store.label('run-1', said)
      expect(await store.labels('run-1')).toEqual([{ runId: 'run-1', ...said }])
    })

    it('gives labels in dataset order, of one run or of all, the aspects of one metric apart', async () => {
      for (const runId of ['run-1', 'run-2']) {
        await store.append(runId, runStart(runId))
        await appendCase(store, runId, result(0))
        await appendCase(store, runId, result(1))
        await store.label(runId, label({ runId, position: 1, caseId: 'case-1' }))
        await store.label(runId, label({ runId, aspect: 'safety' }))
        await store.label(runId, label({ runId }))
      }
      expect(labelledPlaces(await store.labels('run-2'))).toEqual(['run-2 0 whole', 'run-2 0 safety', 'run-2 1 whole'])
      expect(labelledPlaces(await store.labels())).toEqual(
        ['run-1', 'run-2'].flatMap((run) => [`${run} 0 whole`, `${run} 0 safety`, `${run} 1 whole`]),
      )
    })

    it('keeps what is said of a result as a whole apart from what is said of its metrics', async () => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      const { metric: _, ...whole } = label({ passed: false })
      await store.label('run-1', label({}))
      await store.label('run-1', whole)
      expect(await store.labels('run-1')).toEqual([whole, label({})])
    })

    it('lets the newest label of a person count, whichever came last, and keeps the earlier ones', async () => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      const newest = label({ passed: true, at: '2026-05-01T12:00:00+02:00' })
      const older = label({ passed: false, at: '2026-05-01T09:59:59Z' })
      const others = label({ passed: false, at: '2026-05-01T08:00:00Z', by: 'reviewer-1' })
      for (const said of [newest, older, others]) await store.label('run-1', said)
      expect(await store.labels('run-1')).toEqual([newest, others])
      expect(await store.labels('run-1', { history: true })).toEqual([older, newest, others])
    })

    it('keeps notes beside labels and each other; a reading of a failure is replaced by the next one', async () => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      const { passed: _, ...note } = label({ comment: 'look at the second call', at: '2026-05-01T11:00:00Z' })
      const rated = label({ passed: false, at: '2026-05-01T10:00:00Z' })
      const later = { ...note, comment: 'and at the third', at: '2026-05-01T12:00:00Z' }
      for (const said of [rated, note, later]) await store.label('run-1', said)
      expect(await store.labels('run-1')).toEqual([rated])
      expect(await store.labels()).toEqual([rated])
      expect(await store.labels('run-1', { notes: true })).toEqual([rated, note, later])
      expect(await store.labels('run-1', { history: true })).toEqual([rated, note, later])
      for (const reading of [note, later]) await store.label('run-1', { ...reading, aspect: 'failure note' })
      expect(await store.labels('run-1', { notes: true })).toHaveLength(4)
      expect(await store.labels('run-1', { history: true })).toHaveLength(5)
    })

    it('keeps what a program hands on beside what the person gave', async () => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      const own = label({ passed: false, at: '2026-05-01T10:00:00Z' })
      const handedOn = label({ passed: true, at: '2026-05-01T11:00:00Z', through: 'MCP' })
      for (const said of [own, handedOn]) await store.label('run-1', said)
      expect(await store.labels('run-1')).toEqual([own, handedOn])
    })

    it('keeps a label that comes a second time once', async () => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      await Promise.all([store.label('run-1', label({})), store.label('run-1', label({}))])
      expect(await store.labels('run-1', { history: true })).toHaveLength(1)
    })

    it('refuses a label of what it does not have, and keeps those that come with it', async () => {
      await store.append('run-1', runStart('run-1'))
      await appendCase(store, 'run-1', result(0))
      await store.append('run-1', caseStart(1))
      const outcomes = await Promise.allSettled([
        store.label('run-2', label({})),
        store.label('run-1', label({ repeat: 1 })),
        store.label('run-1', label({ position: 1 })),
        store.label('run-1', label({})),
      ])
      expect(outcomes.map((outcome) => ('reason' in outcome ? String(outcome.reason) : 'kept'))).toEqual([
        'EvalError: the store has no run run-2',
        'EvalError: run run-1 has no result of the case at position 0, repeat 1',
        'EvalError: run run-1 has no result of the case at position 1, repeat 0',
        'kept',
      ])
      await expect(store.labels('run-2')).rejects.toMatchObject({ code: 'store' })
      expect(await store.labels()).toEqual([label({})])
    })

    it('finishes what was appended before it is closed', async () => {
      await store.append('run-1', runStart('run-1'))
      const pending = [store.append('run-1', caseStart(0)), store.append('run-1', caseStart(1))]
      await store.close()
      expect((await Promise.allSettled(pending)).map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled'])
    })
  })
}

export const endedAt = new Date('2026-05-05T05:05:05.000Z')

export async function collect<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const collected: Value[] = []
  for await (const value of values) collected.push(value)
  return collected
}

// Larger than a page of any store.
const largeText = 'x'.repeat(3_000_000)

const rouge: Extract<Score, { status: 'scored' }> = {
  status: 'scored',
  metric: 'rouge_1',
  value: 0.75,
  threshold: 0.5,
  passed: true,
  reason: { text: '{matched} of {expected} words', values: { matched: 3, expected: 4 } },
  parts: [{ name: 'precision', value: null }],
  evidence: [{ kind: 'texts', expected: 'a b c d', actual: 'a b c' }],
}

const latency: Score = { status: 'measured', metric: 'latency', value: 1.5, unit: 's' }

const summary: RunSummary = {
  results: { total: 1, passed: 1, failed: 0, error: 0, notEvaluated: 0 },
  unfinished: 0,
  passRate: { value: 1, low: 0.2, high: 1, n: 1, level: 0.95, method: 'wilson' },
  metrics: [],
  cost: { toolCalls: 1 },
  gate: { passed: true, rules: [], reasons: [] },
}

function planOf(runId: string, createdAt?: string): RunPlan {
  return madePlan({
    runId,
    ...(createdAt !== undefined && { createdAt }),
    dataset: { id: 'airline', format: 'adk', cases: 12 },
    metrics: [{ name: 'rouge_1', threshold: 0.5 }, { name: 'latency' }],
    repeat: 2,
  })
}

function runStart(runId: string, createdAt?: string): Extract<RunEvent, { type: 'run-start' }> {
  return { type: 'run-start', plan: planOf(runId, createdAt), resumed: false, done: 0 }
}

function runEnd(status: 'finished' | 'interrupted'): RunEvent {
  return { type: 'run-end', status, summary, durationMs: 1234.5 }
}

function evalCase(position: number): EvalCase {
  return { id: `case-${position}`, conversation: [{ userContent: { role: 'user', parts: [{ text: 'hello' }] } }] }
}

function invocation(text: string): Invocation {
  return { userContent: { parts: [{ text: 'hello' }] }, finalResponse: { parts: [{ text }] } }
}

function responseText(said: Invocation): string | undefined {
  return said.finalResponse?.parts?.[0]?.text
}

function result(position: number, repeat = 0, text = 'second'): CaseResult {
  return {
    position,
    repeat,
    evalCase: evalCase(position),
    transcript: { invocations: [invocation('first'), invocation(text)] },
    scores: [rouge, latency],
    verdict: 'passed',
    cost: { toolCalls: 1, outputTokens: 7 },
    durationMs: 12.5,
  }
}

function labelledPlaces(labels: readonly HumanLabel[]): readonly string[] {
  return labels.map(({ runId, position, aspect }) => `${runId} ${position} ${aspect ?? 'whole'}`)
}

function label(said: Partial<HumanLabel>): HumanLabel {
  return {
    runId: 'run-1',
    position: 0,
    repeat: 0,
    caseId: 'case-0',
    metric: 'rouge_1',
    ...(said.value === undefined && { passed: true }),
    at: '2026-05-01T10:00:00.000Z',
    blind: true,
    ...said,
  }
}

function caseStart(position: number, repeat = 0): RunEvent {
  return { type: 'case-start', position, repeat, evalCase: evalCase(position) }
}

function invocationEvent(position: number, index: number, said: Invocation, repeat = 0): RunEvent {
  return { type: 'invocation', position, repeat, index, invocation: said }
}

async function appendCase(store: RunStore, runId: string, finished: CaseResult): Promise<void> {
  const { position, repeat, transcript, scores } = finished
  await store.append(runId, caseStart(position, repeat))
  for (const [index, said] of transcript.invocations.entries()) {
    await store.append(runId, invocationEvent(position, index, said, repeat))
  }
  await store.append(runId, { type: 'scores', position, repeat, scores })
  await store.append(runId, { type: 'case-end', position, repeat, result: finished })
}

function place({ position, repeat }: { readonly position: number; readonly repeat: number }): string {
  return `${position}/${repeat}`
}

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import type { EvalCase, Metric, RunEvent, RunStore, Target } from '../core/index.ts'
import { openSqliteStore } from '../stores/index.ts'
import { runEvaluation } from './run-evaluation.ts'
import type { RunSetup } from './run-setup.ts'

describe('how often a run goes to the disk', () => {
  it.each([1, 8, 256])(
    'agents that answer at once, %i at a time: at most a commit for ten cases',
    async (concurrency) => {
      const store = openSqliteStore(':memory:')
      const before = await store.revision()
      // What a function takes that is asked in turns of its own.
      const target = echo(async () => nextTurn().then(async () => nextTurn()))
      const { summary } = await runEvaluation(setup({ store, cases: cases(2000), concurrency, target }))
      expect(summary.results).toMatchObject({ total: 2000, passed: 2000 })
      // SQLite makes the disk write once for each commit.
      expect(Number(await store.revision()) - Number(before)).toBeLessThanOrEqual(200)
    },
  )

  it('judges that answer at once: at most a commit for ten cases', async () => {
    const store = openSqliteStore(':memory:')
    const before = await store.revision()
    await runEvaluation(setup({ store, cases: cases(2000), concurrency: 8, metrics: [judged] }))
    expect(Number(await store.revision()) - Number(before)).toBeLessThanOrEqual(200)
  })

  it('asks no more than is bearable to ask again while the disk says nothing', async () => {
    const kept = Promise.withResolvers<void>()
    const { store, target, asked } = slowDisk(async () => kept.promise)
    const running = runEvaluation(setup({ store, target, cases: cases(1000), concurrency: 8 }))
    for (let last = -1; last !== asked.size; await sleep(20)) last = asked.size
    expect(asked.size).toBeGreaterThan(8)
    expect(asked.size).toBeLessThanOrEqual(128 + 8)
    kept.resolve()
    expect((await running).summary.results).toMatchObject({ total: 1000, passed: 1000 })
  })

  it('an agent that is slower than the disk is never asked while more than its slots are not kept', async () => {
    const open = new Set<number>()
    let most = 0
    const { store, target } = slowDisk(async (event) => {
      if (event.type === 'case-start') open.add(event.position)
      most = Math.max(most, open.size)
      // Longer than it would take to ask somebody else meanwhile.
      if (event.type === 'case-end') await sleep(5)
      if (event.type === 'case-end') open.delete(event.position)
    }, 10)
    await runEvaluation(setup({ store, target, cases: cases(40), concurrency: 3 }))
    expect(most).toBe(3)
  })

  it('a run stops when what it asked ahead cannot be kept', async () => {
    const { store, target, asked } = slowDisk(async (event) => {
      await sleep(1)
      if (event.type === 'case-end' && event.position === 20) throw new Error('no space is left')
    })
    await expect(runEvaluation(setup({ store, target, cases: cases(1000), concurrency: 2 }))).rejects.toThrow(
      'no space',
    )
    expect(asked.size).toBeLessThan(500)
  })
})

/** A store that keeps events when it is told, and an agent that says what it was asked. */
function slowDisk(keep: (event: RunEvent) => Promise<void>, agentMs = 0) {
  const inner = openSqliteStore(':memory:')
  const asked = new Set<string>()
  const store: RunStore = {
    ...inner,
    async append(runId, event) {
      if ('position' in event) await keep(event)
      await inner.append(runId, event)
    },
  }
  const target = echo(async (text) => {
    asked.add(text)
    if (agentMs > 0) await sleep(agentMs)
  })
  return { store, target, asked }
}

const answered: Metric = {
  name: 'answered',
  score: () => ({ status: 'scored', metric: 'answered', value: 1, threshold: 1, passed: true }),
}

const judged: Metric = {
  name: 'judged',
  score: async () => ({ status: 'scored', metric: 'judged', value: 1, threshold: 1, passed: true }),
}

type Options = Pick<RunSetup, 'store'> &
  Partial<Pick<RunSetup, 'target' | 'metrics'>> & {
    readonly cases: readonly EvalCase[]
    readonly concurrency: number
  }

function setup({ cases: evalCases, concurrency, metrics = [answered], target, store }: Options): RunSetup {
  return {
    plan: madePlan({
      dataset: { id: 'set', format: 'test', cases: evalCases.length },
      target: { name: 'echo' },
      metrics: metrics.map(({ name }) => ({ name })),
      repeat: 1,
      concurrency,
    }),
    cases: () => evalCases,
    target: target ?? echo(async () => undefined),
    store,
    metrics,
    reporters: [],
    hooks: {},
    signal: new AbortController().signal,
    clock: () => 0,
    resumed: false,
    onReporterError: (error) => {
      throw error
    },
  }
}

function echo(onText: (text: string) => Promise<unknown>): Target {
  return {
    name: 'echo',
    open: async () => ({
      async say(userContent) {
        await onText(userContent.parts?.[0]?.text ?? '')
        return { userContent, finalResponse: { parts: [{ text: 'ok' }] } }
      },
      close: async () => undefined,
    }),
  }
}

function cases(count: number): readonly EvalCase[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    conversation: [{ userContent: { role: 'user', parts: [{ text: `q${index}` }] } }],
  }))
}

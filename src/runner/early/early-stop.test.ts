import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { madePlan } from '../../../test/fixtures/made-plan.ts'
import {
  type EvalCase,
  type Metric,
  type RunPlan,
  type RunStore,
  type RunSummary,
  type Target,
  EvalError,
  message,
  toEnglish,
} from '../../core/index.ts'
import { openSqliteStore } from '../../stores/index.ts'
import { runEvaluation } from '../run-evaluation.ts'
import type { RunSetup } from '../run-setup.ts'
import { storedResults } from '../run-results.ts'
import { earlyRules, undecidableRule } from './early-rules.ts'
import { playOrder } from './play-order.ts'

/** Right in all cases but so many of a hundred, whichever. */
const failsIn = (share: number) => (number: number) => (number * 37) % 100 >= share

type Options = {
  readonly store?: RunStore
  readonly cases?: number
  readonly failOn?: readonly string[]
  /** Undefined where nobody can tell. */
  readonly isRight?: (number: number) => boolean | undefined
  /** Called with each question, before it is answered. */
  readonly onAsked?: (text: string) => void | Promise<void>
  readonly onRead?: () => void
  readonly plan?: Partial<RunPlan>
} & Partial<Pick<RunSetup, 'resumed' | 'playAll' | 'signal' | 'baseline'>>

async function run({
  store = openSqliteStore(':memory:'),
  cases: count = 200,
  failOn = ['pass-rate<0.9'],
  isRight = failsIn(30),
  onAsked = () => undefined,
  onRead = () => undefined,
  plan: told = {},
  ...rest
}: Options = {}) {
  const plan = madePlan({
    dataset: { id: 'set', format: 'test', cases: count, sha256: 'same' },
    target: { name: 'echo' },
    metrics: [{ name: 'right' }],
    failOn: [...failOn],
    stopEarly: true,
    ...told,
  })
  const right: Metric = {
    name: 'right',
    score: ({ id }) => {
      const passed = isRight(Number(id.slice(1)))
      if (passed === undefined) return { status: 'not-evaluated', metric: 'right', reason: { text: 'because' } }
      return { status: 'scored', metric: 'right', value: Number(passed), threshold: 1, passed }
    },
  }
  const target: Target = {
    name: 'echo',
    open: async () => ({
      async say(userContent) {
        await onAsked(userContent.parts?.[0]?.text ?? '')
        return { userContent, finalResponse: { parts: [{ text: 'ok' }] } }
      },
      close: async () => undefined,
    }),
  }
  const { summary, status } = await runEvaluation({
    plan,
    cases: () => {
      onRead()
      return evalCases(count)
    },
    target,
    metrics: [right],
    store,
    reporters: [],
    hooks: {},
    signal: new AbortController().signal,
    clock: () => 0,
    resumed: false,
    onReporterError: (error) => {
      throw error
    },
    ...rest,
  })
  return { summary, status, store }
}

function evalCases(count: number): readonly EvalCase[] {
  return Array.from({ length: count }, (_, number) => ({
    id: `c${number}`,
    conversation: [{ userContent: { role: 'user', parts: [{ text: `q${number}` }] } }],
  }))
}

const decided = ({ stoppedEarly }: RunSummary) => stoppedEarly && { ...stoppedEarly, rules: stoppedEarly.rules.length }

describe('a run that stops early', () => {
  it('is finished with the verdict, and says after how many results and at which risk', async () => {
    const asked: string[] = []
    const { summary, status } = await run({ onAsked: (text) => void asked.push(text) })
    expect(status).toBe('finished')
    expect(summary.gate).toMatchObject({ passed: false, rules: ['pass-rate<0.9'] })
    expect(summary.unfinished).toBe(200 - asked.length)
    expect(summary.stoppedEarly).toEqual({
      after: asked.length,
      of: 200,
      risk: 0.04,
      rules: [
        { rule: 'pass-rate<0.9', gate: 'closed', after: asked.length, risk: 0.04, reason: summary.gate.reasons[0] },
      ],
    })
    expect(summary.notes?.map(toEnglish)).toMatchInlineSnapshot(`
      [
        "stopped early: the gate was decided after 19 of 200 results; the whole run says otherwise at most 4 times in 100",
        "the rest is played by shinsa resume run --all, and then the whole run decides",
      ]
    `)
    expect(summary.gate.reasons.map(toEnglish)).toMatchInlineSnapshot(`
      [
        "pass-rate<0.9 is decided: 12 of the first 19 results passed",
      ]
    `)
    const places = asked.map((text) => Number(text.slice(1)))
    expect(places).not.toEqual(places.toSorted((a, b) => a - b))
  })

  it('decides the same with eight at once, however long each takes', async () => {
    const one = await run()
    const waiting: (() => void)[] = []
    // Those that were asked first are answered last.
    const isBusy = { now: true }
    const answering = (async () => {
      while (isBusy.now) {
        for (let turn = 0; turn < 20; turn += 1) await nextTurn()
        waiting.pop()?.()
      }
    })()
    const eight = await run({
      plan: { concurrency: 8 },
      onAsked: () => new Promise((resolve) => void waiting.push(resolve)),
    })
    isBusy.now = false
    await answering
    expect(decided(eight.summary)).toEqual(decided(one.summary))
    const [alone, together] = [one.summary.results.total, eight.summary.results.total]
    expect(together).toBeGreaterThan(alone)
    // Whatever is slow, not much is played ahead of it.
    expect(together).toBeLessThanOrEqual(alone + 5 * 8)
  })

  it('ends with the error of an agent that is not there, and waits for none of its answers', async () => {
    let asked = 0
    const broken = run({
      plan: { concurrency: 8 },
      async onAsked() {
        asked += 1
        // The first one is slow; all that is played ahead of it is there when it breaks.
        if (asked === 1) for (let turn = 0; turn < 400; turn += 1) await nextTurn()
        if (asked > 1 && asked < 8) return
        throw new EvalError('target', message('there is no agent'))
      },
    })
    await expect(broken).rejects.toThrow('there is no agent')
  })

  it.each(['seed', 'orderSeed'])('plays another order with another %s, and the same one with the same', async (key) => {
    const orders = await Promise.all(
      [1, 1, 2].map(async (seed) => {
        const asked: string[] = []
        await run({ plan: { [key]: seed }, onAsked: (text) => void asked.push(text) })
        return asked
      }),
    )
    expect(orders[0]).toEqual(orders[1])
    expect(orders[0]?.slice(0, 10)).not.toEqual(orders[2]?.slice(0, 10))
  })

  it('goes on with the same order and the same test when it was cut off', async () => {
    const whole = await run()
    const store = openSqliteStore(':memory:')
    const asked: string[] = []
    const parts: Awaited<ReturnType<typeof run>>[] = []
    while (parts.at(-1)?.status !== 'finished') {
      const cutOff = new AbortController()
      let left = 7
      const part = await run({
        store,
        resumed: parts.length > 0,
        signal: cutOff.signal,
        onAsked(text) {
          asked.push(text)
          if ((left -= 1) === 0) cutOff.abort()
        },
      })
      parts.push(part)
    }
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.at(-1)?.summary).toEqual(whole.summary)
    expect(parts[0]?.summary.stoppedEarly).toBeUndefined()
    expect(parts[0]?.summary.gate.passed).toBe(false)
  })

  const places = playOrder(madePlan({ dataset: { id: 'set', format: 'test', cases: 200 }, repeat: 1, seed: 1 }), {
    byCase: false,
  })
  const turnOf = (number: number) => places.turnOf({ position: number, repeat: 0 })

  /** What is right by its turn; from one turn on, answers come when all that was asked before has been looked at. */
  const lateFrom = (turn: number, isRight: (turn: number) => boolean) => ({
    isRight: (number: number) => isRight(turnOf(number)),
    plan: { concurrency: 40, seed: 1 },
    async onAsked(text: string) {
      if (turnOf(Number(text.slice(1))) < turn) return
      for (let other = 0; other < 200; other += 1) await nextTurn()
    },
  })

  it.each([
    ['is closed by the failures that came late', 38, 60, (turn: number) => turn < 60 || turn > 84, 40, false],
    ['goes on where those that came late leave it open', 38, 60, (turn: number) => turn < 60 || turn > 68, 40, true],
    ['goes on where passes came late', 10, 10, (turn: number) => turn >= 10, 150, true],
  ])('%s', async (_what, late, decisive, isRight, concurrency, passes) => {
    const { summary } = await run({ ...lateFrom(late, isRight), plan: { concurrency, seed: 1 } })
    const { passed, total } = summary.results
    expect(summary.gate.passed).toBe(passes)
    expect(passed / total >= 0.9).toBe(passes)
    expect(total).toBeGreaterThan(decisive + 10)
  })

  it('says the same of what came late when it is resumed', async () => {
    const store = openSqliteStore(':memory:')
    const late = lateFrom(38, (turn) => turn < 60 || turn > 84)
    const first = await run({ ...late, store })
    const again = await run({ ...late, store, resumed: true })
    expect(again.summary).toEqual(first.summary)
    expect(first.summary.gate.reasons.map(toEnglish)).toMatchInlineSnapshot(`
      [
        "pass-rate<0.9 is decided: 60 of the first 78 results passed",
      ]
    `)
  })

  it('has nothing to play again when it is decided; --all plays the rest and judges the whole', async () => {
    const { store, summary } = await run({ isRight: failsIn(2) })
    expect(summary.gate.passed).toBe(true)
    const asked: string[] = []
    const onAsked = (text: string) => void asked.push(text)
    const again = await run({ store, isRight: failsIn(2), resumed: true, onAsked })
    expect([asked, again.summary, again.status]).toEqual([[], summary, 'finished'])
    const all = await run({ store, isRight: failsIn(2), resumed: true, playAll: true, onAsked })
    expect(asked).toHaveLength(summary.unfinished)
    const plain = await run({ isRight: failsIn(2), plan: { stopEarly: false } })
    expect(all.summary).toEqual(plain.summary)
  })

  it('is a plain run when nothing is decided before its end', async () => {
    const failOn = ['pass-rate<0.9', 'failed']
    const { summary } = await run({ failOn, cases: 20, isRight: () => true })
    const plain = await run({ failOn, cases: 20, isRight: () => true, plan: { stopEarly: false } })
    expect(summary).toEqual(plain.summary)
  })

  it('is closed by the first result that closes it, and open only when every rule is decided', async () => {
    const first = await run({ failOn: ['failed', 'error', 'not-evaluated'] })
    expect(first.summary.stoppedEarly).toMatchObject({ risk: 0, rules: [{ rule: 'failed', gate: 'closed' }] })
    expect(first.summary.results.failed).toBe(1)
    const both = await run({ failOn: ['pass-rate<0.5', 'right.pass-rate<0.3'], isRight: failsIn(10) })
    expect(both.summary.stoppedEarly?.rules.map(({ rule, gate, risk }) => [rule, gate, risk])).toEqual([
      ['pass-rate<0.5', 'open', 0.02],
      ['right.pass-rate<0.3', 'open', 0.02],
    ])
    expect(both.summary.stoppedEarly?.risk).toBe(0.04)
  })

  it('never opens a gate on results without a verdict', async () => {
    const none = await run({ failOn: ['pass-rate<0'], cases: 30, isRight: () => undefined })
    expect(none.summary).toMatchObject({ unfinished: 0, gate: { passed: false } })
    expect(none.summary.stoppedEarly).toBeUndefined()
    const some = await run({ failOn: ['pass-rate<0'], cases: 30, isRight: () => false })
    expect(some.summary).toMatchObject({ stoppedEarly: { after: 1 }, gate: { passed: true } })
    // What has no verdict did not pass.
    const closed = await run({ failOn: ['pass-rate<0.5'], isRight: () => undefined })
    expect(closed.summary).toMatchObject({ stoppedEarly: { rules: [{ gate: 'closed' }] }, gate: { passed: false } })
  })

  it('reads a large dataset some times, not once for each case', async () => {
    let reads = 0
    const { summary } = await run({
      cases: 5000,
      failOn: ['error'],
      isRight: () => true,
      onRead: () => void (reads += 1),
      plan: { concurrency: 64 },
    })
    expect(summary.results.total).toBe(5000)
    expect(reads).toBe(3)
  })
})

async function baseline(share: number, repeat = 1) {
  const { store } = await run({ isRight: failsIn(share), plan: { stopEarly: false, repeat } })
  const former = await store.find('run')
  if (former === undefined) throw new Error('there is no run')
  return storedResults(former, store)
}

describe('held against a baseline', () => {
  const failOn = ['worse-than-baseline', 'not-evaluated']

  it('stops where the agent is worse', async () => {
    const { summary } = await run({ baseline: await baseline(5), isRight: failsIn(25), failOn })
    expect(summary.gate.passed).toBe(false)
    expect(summary.baseline?.outcome).toBe('worse')
    expect(summary.gate.reasons.map(toEnglish)).toMatchInlineSnapshot(`
      [
        "worse than the baseline: 9 lost, 0 won of the first 30 cases",
      ]
    `)
    expect(summary.stoppedEarly?.after).toBeLessThan(60)
  })

  it('plays cases as a whole where they are repeated, and takes each for one', async () => {
    const asked: string[] = []
    const { summary } = await run({
      baseline: await baseline(5, 3),
      isRight: failsIn(25),
      failOn,
      plan: { repeat: 3 },
      onAsked: (text) => void asked.push(text),
    })
    expect(summary.gate.passed).toBe(false)
    expect(summary.stoppedEarly?.after).toBe(asked.length)
    expect(asked.length % 3).toBe(0)
    for (let first = 0; first < asked.length; first += 3) {
      expect(new Set(asked.slice(first, first + 3)).size).toBe(1)
    }
    expect(new Set(asked).size).toBe(asked.length / 3)
  })

  it('stays open for an agent without a change, but is open for sure only when all was evaluated', async () => {
    const same = await run({ baseline: await baseline(5), isRight: failsIn(5), failOn: ['worse-than-baseline'] })
    expect(same.summary.gate.passed).toBe(true)
    expect(same.summary.baseline?.outcome).toBe('same')
    expect(same.summary.stoppedEarly?.after).toBeLessThan(120)
    const whole = await run({ baseline: await baseline(5), isRight: failsIn(5), failOn })
    expect([whole.summary.stoppedEarly, whole.summary.unfinished]).toEqual([undefined, 0])
  })
})

describe('earlyRules', () => {
  const nobody = { shares: new Map(), repeat: 1 }

  it('share the risk between those that chance decides', () => {
    const plan = { failOn: ['failed', 'pass-rate<0.9', 'worse-than-baseline'], repeat: 1, dataset: { cases: 200 } }
    const rules = earlyRules(plan, [], nobody)
    expect(rules.map(({ rule }) => rule)).toEqual(plan.failOn)
    const ruling = Array.from({ length: 20 }, () => rules[1]?.note([0])).find((one) => one !== undefined)
    expect(ruling).toMatchObject({ gate: 'closed', risk: 0.02 })
  })

  it.each([
    [['exact_match<0.7'], 1, 'exact_match<0.7'],
    [['failed', 'recall<0.9'], 1, 'recall<0.9'],
    [['cost>0.3'], 1, 'cost>0.3'],
    [['none'], 1, 'none'],
    [['critical-error'], 1, 'critical-error'],
    [['pass-rate-low<0.8'], 2, 'pass-rate-low<0.8'],
    [['pass-rate-low<0.8', 'pass-rate<0.9', 'failed', 'error', 'not-evaluated', 'x.pass-rate<1'], 1, undefined],
    [['worse-than-baseline', 'unsure-of-baseline'], 3, undefined],
  ])('of %j with %i repeats leave to the whole run: %s', (failOn, repeat, rule) => {
    expect(undecidableRule({ failOn, repeat }, [])).toBe(rule)
  })
})

describe('playOrder', () => {
  it.each([
    [7, 1, false],
    [7, 3, false],
    [7, 3, true],
  ])('has each of %i cases with %i repeats once, by case: %s', (cases, repeat, byCase) => {
    const plan = { dataset: { cases }, repeat, seed: 5 } as unknown as RunPlan
    const order = playOrder(plan, { byCase })
    const places = Array.from({ length: order.length }, (_, turn) => order.at(turn))
    expect(new Set(places.map((place) => `${place.position} ${place.repeat}`)).size).toBe(cases * repeat)
    for (const [turn, place] of places.entries()) expect(order.turnOf(place)).toBe(turn)
    const units = Array.from({ length: order.length / order.unit }, (_, unit) =>
      places.slice(unit * order.unit, (unit + 1) * order.unit),
    )
    for (const unit of units) expect(new Set(unit.map(({ position }) => position)).size).toBe(1)
  })
})

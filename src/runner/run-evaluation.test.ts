import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { madePlan } from '../../test/fixtures/made-plan.ts'
import {
  type CaseResult,
  type Conversation,
  type EvalCase,
  type Invocation,
  type JudgeReply,
  type Metric,
  type RunEvent,
  type RunStore,
  type Target,
  type Transcript,
  type User,
  EvalError,
  toEnglish,
} from '../core/index.ts'
import { openSqliteStore } from '../stores/index.ts'
import { functionTarget } from '../targets/index.ts'
import { runEvaluation } from './run-evaluation.ts'
import { collectUnawaitedErrors } from './thrown-errors.ts'
import type { JournalledAccount, RunSetup } from './run-setup.ts'

describe('runEvaluation', () => {
  it('asks every case, scores it and stores it, in dataset order whatever finished first', async () => {
    const store = openSqliteStore(':memory:')
    const slowFirst: Target = echo(
      async (text) => new Promise((resolve) => setTimeout(resolve, text === 'q0' ? 20 : 1)),
    )
    const { summary } = await runEvaluation(setup({ store, target: slowFirst, cases: cases(5) }))
    expect(summary.results).toEqual({
      total: 5,
      evaluated: 5,
      passed: 5,
      failed: 0,
      error: 0,
      notEvaluated: 0,
      broken: 0,
    })
    expect((await results(store)).map((result) => result.evalCase.id)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4'])
  })

  it('keeps apart what a model thought aloud, and says of a cut answer that passes what it was', async () => {
    const store = openSqliteStore(':memory:')
    const target: Target = {
      name: 'thinking',
      open: async () => ({
        say: async (userContent) => ({
          userContent,
          finalResponse: { role: 'model', parts: [{ text: '<think>Maybe Lyon.</think>\nParis' }] },
          finishReason: 'length',
        }),
        close: async () => undefined,
      }),
    }
    const { summary } = await runEvaluation(setup({ store, target, cases: cases(1) }))
    const [result] = await results(store)
    expect(result?.transcript.invocations[0]?.finalResponse?.parts).toEqual([
      { text: 'Maybe Lyon.', thought: true },
      { text: 'Paris' },
    ])
    expect(result?.scores[0]).toMatchObject({
      passed: true,
      reason: { text: 'passed, though an answer was cut: {end}', values: { end: 'length' } },
    })
    expect(summary.evidence).toMatchObject({ exchanges: 1, reported: { finishReason: 1 }, cut: { length: 1 } })
  })

  it('takes no answer that is unknown for an empty one, whatever metric reads it', async () => {
    const store = openSqliteStore(':memory:')
    const target: Target = {
      name: 'traced',
      open: async () => ({
        say: async (userContent) => ({
          userContent,
          steps: { form: 'events', events: [] },
          provenance: { answerUnknown: true },
        }),
        close: async () => undefined,
      }),
    }
    const metrics: Metric[] = [
      scoring('reads', ({ invocations: [one] }) => (one?.finalResponse === undefined ? 0 : 1)),
      scoring('reads later', async ({ invocations: [one] }) => (await one)?.finalResponse?.parts?.length ?? 0),
      scoring('looks at steps', ({ invocations: [one] }) => (one?.steps === undefined ? 0 : 1)),
    ]
    await runEvaluation(setup({ store, target, metrics, cases: cases(1) }))
    const reason = { text: expect.stringContaining('The answer is unknown') }
    expect((await results(store))[0]?.scores).toMatchObject([
      { status: 'not-evaluated', reason },
      { status: 'not-evaluated', reason },
      { status: 'scored', value: 1 },
    ])
  })

  it('announces nothing before it is in the store', async () => {
    const store = openSqliteStore(':memory:')
    const missing: string[] = []
    const reporter = async (event: RunEvent) => {
      if (event.type !== 'case-end') return
      const stored = await results(store)
      if (!stored.some(({ position }) => position === event.position)) missing.push(event.result.evalCase.id)
    }
    await runEvaluation(setup({ store, reporters: [reporter], cases: cases(4) }))
    expect(missing).toEqual([])
  })

  it('keeps nothing of what opens the doors of tools, and asks with it', async () => {
    const store = openSqliteStore(':memory:')
    const seen: string[] = []
    const reporter = (event: RunEvent) => void seen.push(JSON.stringify(event))
    const mcpServers = {
      web: { url: 'https://tools.example/mcp', headers: { authorization: 'Bearer s3cret' } },
      own: { command: 'server', env: { TOKEN: 's3cret' } },
    }
    const review = {
      documents: ['a.pdf'],
      folder: '/suite',
      checkName: 'Exits',
      checkDescription: '',
      languageName: 'English',
      expected: 'pass' as const,
      tools: { knowledgeBases: [], codeInterpreter: false, mcpServers },
    }
    const [one] = cases(1)
    const asked: unknown[] = []
    const target: Target = {
      ...echo(async () => {}),
      open: async (evalCase, options) => {
        asked.push(evalCase.review?.tools?.mcpServers)
        return echo(async () => {}).open(evalCase, options)
      },
    }
    await runEvaluation(setup({ store, target, reporters: [reporter], cases: [{ ...one, id: 'c0', review }] }))
    expect(asked).toEqual([mcpServers])
    expect([...seen, JSON.stringify(await results(store))].filter((text) => text.includes('s3cret'))).toEqual([])
    expect((await results(store))[0]?.evalCase.review?.tools?.mcpServers).toEqual({
      web: { url: 'https://tools.example/mcp', headers: { authorization: '***' } },
      own: { command: 'server', env: { TOKEN: '***' } },
    })
  })

  it('asks the next question of a conversation only when the answer before it is durable', async () => {
    const store = openSqliteStore(':memory:')
    const written = Promise.withResolvers<void>()
    const slow: RunStore = {
      ...store,
      async append(runId, event) {
        if (event.type === 'invocation' && event.index === 0) await written.promise
        await store.append(runId, event)
      },
    }
    const asked: string[] = []
    const twoTurns: EvalCase = { id: 'c0', conversation: [asking('first'), asking('second')] }
    const run = runEvaluation(setup({ store: slow, target: echo((text) => void asked.push(text)), cases: [twoTurns] }))
    while (asked.length === 0) await nextTurn()
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
    expect(asked).toEqual(['first'])
    written.resolve()
    await run
    expect(asked).toEqual(['first', 'second'])
  })

  it('hands out a result only when all of it is durable', async () => {
    const store = openSqliteStore(':memory:')
    const lost: RunStore = {
      ...store,
      async append(runId, event) {
        if (event.type === 'scores') throw new EvalError('store', 'disk full')
        await store.append(runId, event)
      },
    }
    const ended: string[] = []
    const reporters = [(event: RunEvent) => void ended.push(event.type)]
    await expect(runEvaluation(setup({ store: lost, reporters, cases: cases(1) }))).rejects.toThrow('disk full')
    expect(ended).not.toContain('run-end')
  })

  it('takes a failing agent for a result, with nothing scored and nothing hidden', async () => {
    const store = openSqliteStore(':memory:')
    const target = echo((text) => {
      if (text === 'q1') throw new EvalError('timeout', 'no answer within 1 s')
    })
    const { summary } = await runEvaluation(setup({ store, target, cases: cases(3) }))
    expect(summary.results).toMatchObject({ passed: 2, error: 1 })
    expect(summary.passRate).toMatchObject({ value: 2 / 3, n: 3 })
    expect(summary.metrics[0]).toMatchObject({ scored: 2, agentErrors: 1, notEvaluated: 0, passRate: { value: 2 / 3 } })
    expect((await results(store))[1]).toMatchObject({ verdict: 'error', transcript: { failure: { code: 'timeout' } } })
    expect(summary.gate.passed).toBe(false)
  })

  it('stops at once when the target itself is wrong, and keeps what is done', async () => {
    const store = openSqliteStore(':memory:')
    const target = echo((text) => {
      if (text === 'q2') throw new EvalError('target', 'no such program')
    })
    const run = runEvaluation(setup({ store, target, cases: cases(50), concurrency: 1 }))
    await expect(run).rejects.toThrow('no such program')
    expect(await results(store)).toHaveLength(2)
    expect(await store.find('run')).toMatchObject({ status: 'interrupted', summary: { unfinished: 48 } })
  })

  it.each([
    { concurrency: 1, asked: 3 },
    { concurrency: 2, asked: 3 },
    { concurrency: 8, asked: 8 },
  ])('stops when none of the first cases is answered in time, $concurrency at once', async ({ concurrency, asked }) => {
    const store = openSqliteStore(':memory:')
    const target = echo(() => {
      throw new EvalError('timeout', 'no answer within 1 s')
    })
    await expect(runEvaluation(setup({ store, target, cases: cases(50), concurrency }))).rejects.toMatchObject({
      code: 'target',
      message: `echo answered none of the first ${asked} cases within the time limit, so the run was stopped`,
      hint: { values: { run: 'run' } },
    })
    const ended = await results(store)
    expect(ended.length).toBeGreaterThanOrEqual(asked)
    expect(ended.length).toBeLessThan(asked + concurrency)
    expect(await store.find('run')).toMatchObject({ status: 'interrupted', summary: { unfinished: 50 - ended.length } })
  })

  it('stops too when the agent called a tool before each time limit', async () => {
    const target = functionTarget(async (_text, { tools }) => {
      await tools.call('search', {}, () => 'found')
      throw new EvalError('timeout', 'no answer within 1 s')
    })
    const store = openSqliteStore(':memory:')
    const run = runEvaluation(setup({ store, target, cases: cases(20), concurrency: 1 }))
    await expect(run).rejects.toMatchObject({ code: 'target' })
    expect((await results(store))[0]?.transcript.invocations).toHaveLength(1)
  })

  it.each([
    ['one of them is answered', (text: string) => text === 'q1'],
    ['only later ones are not', (text: string) => Number(text.slice(1)) < 4],
  ])('does not stop for time limits when %s', async (_, isAnswered) => {
    const store = openSqliteStore(':memory:')
    const target = echo((text) => {
      if (!isAnswered(text)) throw new EvalError('timeout', 'no answer within 1 s')
    })
    const { status } = await runEvaluation(setup({ store, target, cases: cases(20), concurrency: 2 }))
    expect(status).toBe('finished')
  })

  it.each([2, 3])('plays a set of %i cases to its end, whatever time limits say', async (count) => {
    const target = echo(() => {
      throw new EvalError('timeout', 'no answer within 1 s')
    })
    const store = openSqliteStore(':memory:')
    const { summary } = await runEvaluation(setup({ store, target, cases: cases(count), concurrency: 1 }))
    expect(summary.results).toMatchObject({ total: count, error: count })
  })

  it('does not stop for time limits that a recording tells of', async () => {
    const target = echo(() => {
      throw new EvalError('timeout', 'no answer within 1 s')
    })
    const store = openSqliteStore(':memory:')
    const recorded = { ...target, recorded: true }
    const { summary } = await runEvaluation(setup({ store, target: recorded, cases: cases(20), concurrency: 2 }))
    expect(summary.results).toMatchObject({ total: 20, error: 20 })
  })

  it('records a metric that throws, or gives nonsense, as that metric’s error', async () => {
    const store = openSqliteStore(':memory:')
    const throwing: Metric = {
      name: 'throwing',
      score() {
        throw new TypeError('x is undefined')
      },
    }
    const wild: Metric = {
      name: 'wild',
      score: () => ({ status: 'scored', metric: 'wild', value: 1.2, threshold: 1, passed: true }),
    }
    const negative: Metric = {
      name: 'negative',
      score: async () => ({ status: 'scored', metric: 'negative', value: -0.1, threshold: 0.5, passed: false }),
    }
    const endless: Metric = {
      name: 'endless',
      score: () => ({ status: 'measured', metric: 'endless', value: Number.NaN, unit: 'seconds' }),
    }
    await runEvaluation(setup({ store, metrics: [throwing, wild, negative, endless], cases: cases(1) }))
    const [result] = await results(store)
    expect(result?.scores.map((score) => ('reason' in score && score.reason ? toEnglish(score.reason) : ''))).toEqual([
      'the metric threw TypeError: x is undefined',
      'the metric gave 1.2, which is no value from 0 to 1',
      'the metric gave -0.1, which is no value from 0 to 1',
      'the metric gave NaN, which is no value from 0 to 1',
    ])
    expect(result?.verdict).toBe('not-evaluated')
  })

  it('takes what throws while one case is asked, completed, closed, scored or stored for an error of this case', async () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown
    const open = (evalCase: EvalCase, conversation: Conversation): Conversation => ({
      ...conversation,
      async say(content, until) {
        const said = await conversation.say(content, until)
        return evalCase.id === 'c1' && said !== undefined ? { ...said, metadata: { deep } } : said
      },
      async close() {
        if (evalCase.id === 'c2') throw new Error('it does not close')
      },
      completion: {
        pending: () => false,
        async complete(invocations) {
          if (evalCase.id === 'c3') throw new RangeError('a trace without end')
          return invocations
        },
      },
    })
    const plain = echo(() => undefined)
    const target: Target = { ...plain, open: async (one, options) => open(one, await plain.open(one, options)) }
    const evidence: Metric = {
      name: 'evidence',
      score: ({ id }) => ({
        ...({ status: 'scored', metric: 'evidence', value: 1, threshold: 1, passed: true } as const),
        ...(id === 'c5' && { evidence: deep as never }),
      }),
    }
    const given = cases(7).map((one) => (one.id === 'c4' ? { ...one, metadata: { deep } } : one))
    const store = openSqliteStore(':memory:')
    const { status, summary } = await runEvaluation(setup({ store, target, cases: given, metrics: [evidence] }))
    expect([status, summary.results]).toMatchObject(['finished', { total: 7, passed: 2, error: 1, notEvaluated: 4 }])
    const failures = (await results(store)).map(({ transcript: { failure } }) => failure && toEnglish(failure.reason))
    const overflow = 'the case could not be played to its end: RangeError: Maximum call stack size exceeded'
    expect(failures).toEqual([
      undefined,
      overflow,
      'the agent threw Error: it does not close',
      'the case could not be played to its end: RangeError: a trace without end',
      overflow,
      overflow,
      undefined,
    ])
  })

  it('goes on after a metric left a case that cannot be read', async () => {
    const spoiling: Metric = {
      name: 'spoiling',
      score(evalCase) {
        if (evalCase.id === 'c1') {
          Object.defineProperty(evalCase, 'id', { get: () => expect.unreachable('out of order'), enumerable: true })
        }
        return { status: 'scored', metric: 'spoiling', value: 1, threshold: 1, passed: true }
      },
    }
    const store = openSqliteStore(':memory:')
    const { status, summary } = await runEvaluation(setup({ store, metrics: [spoiling], cases: cases(3) }))
    expect([status, summary.results]).toMatchObject(['finished', { total: 3, passed: 2, notEvaluated: 1 }])
    expect((await results(store)).map(({ evalCase }) => evalCase.id)).toEqual(['c0', 'c1', 'c2'])
  })

  it('says of the run what nobody waited for, and keeps code of a case from ending the process', async () => {
    const unawaitedErrors = collectUnawaitedErrors((text) => text.replace('key', '[secret]'))
    const { exit } = process
    const target = echo((text) => {
      if (text === 'q0') unawaitedErrors.note(new Error('no key'), 'c0')
      if (text === 'q1') process.exit(0)
    })
    const store = openSqliteStore(':memory:')
    const { summary } = await runEvaluation(setup({ store, target, cases: cases(3), unawaitedErrors }))
    expect(summary.results).toMatchObject({ passed: 2, error: 1 })
    expect(summary.unawaitedErrors?.map(toEnglish)).toEqual([
      expect.stringMatching(/^in case c0 something that nobody waited for threw Error: no \[secret\]/),
    ])
    expect((await results(store))[1]?.transcript.failure?.reason.values).toEqual({
      error: 'Error: process.exit was called',
    })
    expect(process.exit).toBe(exit)
    const resumed = await runEvaluation(setup({ store, target, cases: cases(3), resumed: true }))
    expect(resumed.summary.unawaitedErrors).toEqual(summary.unawaitedErrors)
  })

  it('goes on after an interruption with what is missing, and asks nothing twice', async () => {
    const store = openSqliteStore(':memory:')
    const stopping = new AbortController()
    const asked: string[] = []
    const target = echo((text) => {
      asked.push(text)
      if (asked.length === 3) stopping.abort()
    })
    const plan = { store, target, cases: cases(6), concurrency: 1 }
    const first = await runEvaluation(setup({ ...plan, signal: stopping.signal }))
    expect(first.status).toBe('interrupted')
    expect(first.summary.gate.passed).toBe(false)
    const second = await runEvaluation(setup({ ...plan, resumed: true }))
    expect(second.status).toBe('finished')
    expect(second.summary.results.passed).toBe(6)
    const counts = Object.groupBy(asked, (text) => text)
    // The one that was in flight when the run was stopped may be asked again; no other.
    expect(Object.values(counts).filter((times) => (times?.length ?? 0) > 1).length).toBeLessThanOrEqual(1)
  })

  it('scores again what has no score because a judge broke, also when the run had ended, and asks the agent nothing', async () => {
    const store = openSqliteStore(':memory:')
    const asked: string[] = []
    const judged: string[] = []
    let isDown = true
    const judgedMetric: Metric = {
      name: 'judged',
      score({ id }) {
        judged.push(id)
        if (isDown && id === 'c1')
          return { status: 'error', metric: 'judged', blame: 'judge', reason: { text: 'the judge is away' } }
        return { status: 'scored', metric: 'judged', value: 1, threshold: 1, passed: true }
      },
    }
    const target = echo((text) => void asked.push(text))
    const plan = { store, target, cases: cases(3), metrics: [judgedMetric], concurrency: 1 }
    const first = await runEvaluation(setup(plan))
    expect(first).toMatchObject({ status: 'finished', summary: { results: { passed: 2, notEvaluated: 1, broken: 1 } } })
    isDown = false
    const second = await runEvaluation(setup({ ...plan, resumed: true }))
    expect(second).toMatchObject({ status: 'finished', summary: { results: { passed: 3, error: 0 } } })
    expect({ asked, judged }).toEqual({ asked: ['q0', 'q1', 'q2'], judged: ['c0', 'c1', 'c2', 'c1'] })
  })

  it('takes up a conversation in the middle when the target can, and begins anew when it cannot', async () => {
    for (const continues of [true, false]) {
      const store = openSqliteStore(':memory:')
      const asked: string[] = []
      const stopping = new AbortController()
      const target = {
        ...echo((text) => {
          asked.push(text)
          if (text === 'second' && !stopping.signal.aborted) {
            stopping.abort()
            throw new Error('cut off')
          }
        }),
        continues,
      }
      const twoTurns: EvalCase = { id: 'two', conversation: [asking('first'), asking('second')] }
      await runEvaluation(setup({ store, target, cases: [twoTurns], signal: stopping.signal }))
      await runEvaluation(setup({ store, target, cases: [twoTurns], resumed: true }))
      expect(asked).toEqual(continues ? ['first', 'second', 'second'] : ['first', 'second', 'first', 'second'])
      expect((await results(store))[0]?.transcript.invocations).toHaveLength(2)
    }
  })

  it.each([
    ['asks nothing again where only scores of a cut answer are missing', { parts: [{ text: 'o' }] }, []],
    ['asks again where the exchange may be that of a failure', undefined, ['q0']],
  ])('%s', async (_what, finalResponse, expected) => {
    const store = openSqliteStore(':memory:')
    const asked: string[] = []
    const target = echo((text) => void asked.push(text))
    const [evalCase] = cases(1) as readonly [EvalCase] // one was made
    const resumed = setup({ store, target, cases: [evalCase], resumed: true, takenOverFrom: process.pid })
    const invocation = { ...asking('q0'), finalResponse, provenance: { brokenOff: true } }
    await store.append('run', { type: 'run-start', plan: resumed.plan, resumed: false, done: 0 })
    await store.append('run', { type: 'case-start', position: 0, repeat: 0, evalCase })
    await store.append('run', { type: 'invocation', position: 0, repeat: 0, index: 0, invocation })
    await runEvaluation(resumed)
    expect(asked).toEqual(expected)
  })

  it('costs what a cut-off conversation took before it began anew, and nothing twice', async () => {
    for (const { continues, recorded, tokens } of [
      { continues: false, recorded: false, tokens: 1 + 1 + 10 },
      { continues: true, recorded: false, tokens: 1 + 10 },
      { continues: false, recorded: true, tokens: 1 + 10 },
    ]) {
      const store = openSqliteStore(':memory:')
      const stopping = new AbortController()
      const target: Target = {
        name: 'counting',
        continues,
        recorded,
        async open(_evalCase, { history = [] }) {
          let said = history.length
          return {
            async say(userContent) {
              said += 1
              if (said > 2) return undefined
              if (said === 2 && !stopping.signal.aborted) {
                stopping.abort()
                throw new Error('cut off')
              }
              return { userContent, usage: { inputTokens: said === 1 ? 1 : 10 }, durationSeconds: 1 }
            },
            close: async () => undefined,
          }
        },
      }
      const own = judging('own', async () => ({ calls: 1, cost: 0.5 }))
      const twoTurns: EvalCase = { id: 'two', conversation: [asking('first'), asking('second')] }
      const plan = { store, target, cases: [twoTurns], metrics: [own] }
      await runEvaluation(setup({ ...plan, signal: stopping.signal }))
      const { summary } = await runEvaluation(setup({ ...plan, resumed: true }))
      expect(summary.cost).toMatchObject({ inputTokens: tokens, judge: { calls: 1, dollars: 0.5 } })
      expect((await results(store))[0]?.cost.inputTokens).toBe(11)
    }
  })

  it('does not add to a simulated conversation that was scored before the run was cut off', async () => {
    const store = openSqliteStore(':memory:')
    const scenario: EvalCase = { id: 's', scenario: { startingPrompt: 'q0', plan: 'Chat.' } }
    const asked: string[] = []
    const target = { ...echo((text) => void asked.push(text)), continues: true }
    const user: User = {
      name: 'brief',
      converse: () => ({
        next: async ({ length }) =>
          length < 2
            ? { status: 'message', content: asking(`q${length}`).userContent }
            : { status: 'stop', reason: 'stop-signal' },
      }),
    }
    const stopping = new AbortController()
    const interrupting: Metric = {
      name: 'interrupting',
      async score() {
        if (stopping.signal.aborted) return { status: 'measured', metric: 'interrupting', value: 1, unit: 'calls' }
        stopping.abort()
        throw new Error('cut off')
      },
    }
    const plan = { store, target, user, cases: [scenario], metrics: [answered, interrupting] }
    await runEvaluation(setup({ ...plan, signal: stopping.signal }))
    const { summary } = await runEvaluation(setup({ ...plan, resumed: true }))
    expect(summary.results.passed).toBe(1)
    expect(asked).toEqual(['q0', 'q1', 'q0', 'q1'])
    expect((await results(store))[0]?.transcript).toMatchObject({ invocations: [{}, {}], ending: 'stop-signal' })
  })

  it('counts conversations that were cut off because the simulated user had no turns left', async () => {
    const store = openSqliteStore(':memory:')
    const scenarios = ['a', 'b', 'c'].map((id) => ({ id, scenario: { startingPrompt: 'q', plan: 'Chat.' } }))
    const user: User = {
      name: 'brief',
      converse: ({ id }) => ({
        next: async ({ length }) =>
          length === 0
            ? { status: 'message', content: asking('q').userContent }
            : { status: 'stop', reason: id === 'b' ? 'stop-signal' : 'turn-limit' },
      }),
    }
    const chats = { store, user, cases: scenarios }
    const { summary } = await runEvaluation(setup(chats))
    expect(summary).toMatchObject({ results: { passed: 3 }, turnLimits: 2 })
    // A summary that is made from the store alone counts the same.
    expect((await runEvaluation(setup({ ...chats, resumed: true }))).summary).toEqual(summary)
  })

  it('notes a reporter that throws and goes on', async () => {
    const noted: unknown[] = []
    const store = openSqliteStore(':memory:')
    const { summary } = await runEvaluation(
      setup({
        store,
        cases: cases(2),
        reporters: [
          () => {
            throw new Error('screen gone')
          },
        ],
        onReporterError: (error) => noted.push(error),
      }),
    )
    expect(summary.results.passed).toBe(2)
    expect(noted.length).toBeGreaterThan(0)
  })

  it('costs what was paid for, also where no score shows it, and own judges cost what their replies say', async () => {
    const store = openSqliteStore(':memory:')
    const account = accountOf()
    const planned = judging('planned', async () => {
      // One answer that counts, and one that came to nothing.
      await account.note('judge', { calls: 1, inputTokens: 10, dollars: 0.25 })
      await account.note('judge', { calls: 1, unpriced: 1 })
      return { calls: 1, usage: { inputTokens: 10 }, cost: 0.25 }
    })
    const own = judging('own', async () => ({ calls: 1, usage: { inputTokens: 3 }, cost: 0.5 }))
    const known = judging('known', async () => ({ calls: 0, cached: true }))
    const run = setup({ store, account, cases: cases(2), metrics: [planned, own, known] })
    const metrics = run.plan.metrics.map((metric) => (metric.name === 'own' ? metric : { ...metric, judge: 'j' }))
    const { summary } = await runEvaluation({ ...run, plan: { ...run.plan, metrics } })
    expect(summary.cost.judge).toEqual({
      calls: 6,
      cached: 2,
      saved: 0,
      inputTokens: 26,
      outputTokens: undefined,
      dollars: 1.5,
      unpriced: 2,
    })
    expect((await results(store))[0]?.cost.judge).toMatchObject({ calls: 2, cached: 1, dollars: 0.75 })
  })

  it('stops when it cannot be written down what a judge cost', async () => {
    const store = openSqliteStore(':memory:')
    const judged = judging('judged', async () => {
      throw new EvalError('store', 'disk full')
    })
    const run = runEvaluation(setup({ store, cases: cases(3), metrics: [judged], concurrency: 1 }))
    await expect(run).rejects.toThrow('disk full')
    expect(await results(store)).toEqual([])
  })

  it('tells how steady the agent is when cases are repeated', async () => {
    const store = openSqliteStore(':memory:')
    let times = 0
    const target = echo((text) => {
      if (text === 'q0' && (times += 1) % 2 === 0) throw new Error('flaky')
    })
    const { summary } = await runEvaluation(setup({ store, target, cases: cases(2), repeat: 4, concurrency: 1 }))
    expect(summary.repeats).toMatchObject({ repeat: 4, flaky: 1, flakyCases: ['c0'] })
    expect(summary.repeats?.passHatK.map(({ k, estimate }) => [k, Number(estimate.value.toFixed(4))])).toEqual([
      [1, 0.75],
      [2, 0.5833],
      [3, 0.5],
      [4, 0.5],
    ])
  })
})

type Options = Partial<Omit<RunSetup, 'plan' | 'cases'>> & {
  store: RunStore
  cases: readonly EvalCase[]
  repeat?: number
  concurrency?: number
}

const answered: Metric = {
  name: 'answered',
  score: (_evalCase, { invocations }) => {
    const value = invocations.every((invocation) => invocation.finalResponse !== undefined) ? 1 : 0
    return { status: 'scored', metric: 'answered', value, threshold: 1, passed: value === 1 }
  },
}

/** A metric that asks its judge one question. */
function scoring(name: string, value: (transcript: Transcript) => number | Promise<number>): Metric {
  const scored = (given: number) => ({
    status: 'scored' as const,
    metric: name,
    value: given,
    threshold: 1,
    passed: given === 1,
  })
  return {
    name,
    score(_evalCase, transcript) {
      const given = value(transcript)
      return typeof given === 'number' ? scored(given) : given.then(scored)
    },
  }
}

function judging(name: string, ask: () => Promise<Partial<JudgeReply>>): Metric {
  return {
    name,
    async score() {
      const reply = { judge: 'j', instruction: 'i@1', raw: '', latencyMs: 0, calls: 1, ...(await ask()) }
      const judged = { samples: [{ value: 1, reply }], saved: 0, agreement: 1 }
      return { status: 'scored', metric: name, value: 1, threshold: 1, passed: true, judged }
    },
  }
}

function accountOf(): JournalledAccount {
  let journal: JournalledAccount['note'] | undefined
  return {
    assertOpen: () => undefined,
    note: async (role, cost) => journal?.(role, cost),
    keepIn(kept) {
      journal = kept
    },
  }
}

function setup({ cases: evalCases, repeat = 1, concurrency = 4, ...rest }: Options): RunSetup {
  const metrics = rest.metrics ?? [answered]
  const plan = madePlan({
    dataset: { id: 'set', format: 'test', cases: evalCases.length },
    target: { name: 'echo' },
    metrics: metrics.map(({ name }) => ({ name })),
    repeat,
    concurrency,
  })
  return {
    plan,
    cases: () => evalCases,
    target: echo(() => undefined),
    reporters: [],
    hooks: {},
    signal: new AbortController().signal,
    clock: () => 0,
    resumed: false,
    onReporterError: (error) => {
      throw error
    },
    ...rest,
    metrics,
  }
}

function echo(onText: (text: string) => void | Promise<unknown>): Target {
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
  return Array.from({ length: count }, (_, index) => ({ id: `c${index}`, conversation: [asking(`q${index}`)] }))
}

function asking(text: string): Invocation {
  return { userContent: { role: 'user', parts: [{ text }] } }
}

async function results(store: RunStore): Promise<readonly CaseResult[]> {
  const found: CaseResult[] = []
  for await (const { result } of store.records('run')) if (result !== undefined) found.push(result)
  return found
}

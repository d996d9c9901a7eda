import { describe, expect, it } from 'vitest'
import { allToolCallsOf, type EvalCase, type Invocation, type Metric, type ToolCall } from '../../core/index.ts'
import { ownChecks } from '../asserted/own-checks.ts'
import { withAssertions } from '../../core/case-assertions.ts'
import { ARGUMENTS_UNKNOWN, CALLS_UNKNOWN } from '../shared/known-calls.ts'
import { toolCallCount } from './efficiency.ts'
import { toolCallF1 } from './tool-call-f1.ts'
import { toolChoice } from './tool-choice.ts'
import { toolParameterMatch } from './tool-parameter-match.ts'
import { toolRules } from './tool-rules.ts'
import { toolTrajectory } from './tool-trajectory.ts'
import { trajectoryShare } from './trajectory-share.ts'

const metrics: readonly [string, Metric][] = [
  ['tool_trajectory_avg_score', toolTrajectory()],
  ['tool_call_f1', toolCallF1()],
  ['tool_parameter_match', toolParameterMatch()],
  ['tool_choice', toolChoice()],
  ['a share of the trajectory', trajectoryShare({ name: 'share', matchType: 'exact' })],
]

const find: ToolCall = { name: 'find', args: { id: 7 } }
const unheard = exchange(undefined)
const expecting = (...calls: readonly (readonly ToolCall[])[]): EvalCase => ({
  id: 'c',
  conversation: calls.map(exchange),
})

describe('an answer of a tool to a call that nobody told', () => {
  const answer = { id: 'x', name: 'find', response: { id: 7 } }
  const heard: Invocation = {
    ...exchange([]),
    steps: { form: 'lists', toolCalls: [], toolResponses: [answer], responses: [] },
  }

  it.each(metrics)('proves neither that a call was made nor that none was: %s', async (_name, metric) => {
    for (const expected of [[find], []]) {
      const score = await metric.score(expecting(expected), { invocations: [heard] }, {})
      expect(score).toMatchObject({ status: 'not-evaluated' })
    }
  })

  it('is one to an earlier exchange where a person hands it in', () => {
    const events = [{ author: 'user', content: { parts: [{ toolResponse: answer }] } }]
    expect(allToolCallsOf({ ...exchange([]), steps: { form: 'events', events } })).toEqual([])
  })
})

describe('an agent of which nobody knows what it called', () => {
  it.each(metrics)('is neither right nor wrong where a call is expected: %s', async (_name, metric) => {
    const score = await metric.score(expecting([find]), { invocations: [unheard] }, {})
    expect(score).toMatchObject({ status: 'not-evaluated', reason: CALLS_UNKNOWN })
    expect(score).not.toHaveProperty('informational')
  })

  it.each(metrics.filter(([name]) => name !== 'tool_parameter_match'))(
    'has not made none where none is expected: %s',
    async (_name, metric) => {
      const score = await metric.score(expecting([]), { invocations: [unheard] }, {})
      expect(score).toMatchObject({ status: 'not-evaluated', reason: CALLS_UNKNOWN })
    },
  )

  it.each(metrics)('fails all the same by what is known of another turn: %s', async (_name, metric) => {
    const score = await metric.score(expecting([find], [find]), { invocations: [exchange([]), unheard] }, {})
    expect(score).toMatchObject({ status: 'scored', passed: false })
  })

  it('says that there were none, and is evaluated', async () => {
    const [, metric] = metrics[0] as (typeof metrics)[number]
    expect(await metric.score(expecting([]), { invocations: [exchange([])] }, {})).toMatchObject({ value: 1 })
  })

  it('keeps no gate shut where the reference says nothing of calls', async () => {
    const silent: EvalCase = {
      id: 'c',
      conversation: [{ ...exchange(undefined), finalResponse: { parts: [{ text: 'a' }] } }],
    }
    expect(await toolTrajectory().score(silent, { invocations: [unheard] }, {})).toMatchObject({ informational: true })
  })
})

describe('a call of which nobody knows the arguments', () => {
  const untold: ToolCall = { name: 'find' }
  const pay: ToolCall = { name: 'pay', args: { amount: 9 } }

  it.each(metrics)('is neither right nor wrong where some are expected: %s', async (_name, metric) => {
    const score = await metric.score(expecting([find]), { invocations: [exchange([untold])] }, {})
    expect(score).toMatchObject({
      status: 'not-evaluated',
      reason: ARGUMENTS_UNKNOWN,
      invocations: [{ reason: ARGUMENTS_UNKNOWN }],
    })
  })

  it.each(metrics)('fails all the same where another call is missing: %s', async (_name, metric) => {
    const turns = [exchange([untold]), exchange([{ name: 'log' }])]
    const score = await metric.score(expecting([find], [pay]), { invocations: turns }, {})
    expect(score).toMatchObject({ status: 'scored', passed: false })
  })

  it.each(metrics)('is right where none are expected, or its tool alone is: %s', async (_name, metric) => {
    const plain = await metric.score(expecting([{ name: 'find' }]), { invocations: [exchange([untold])] }, {})
    expect(plain).toMatchObject({ status: 'scored', value: 1 })
    const byName = toolTrajectory({ ignoreArgs: true })
    expect(await byName.score(expecting([find]), { invocations: [exchange([untold])] }, {})).toMatchObject({ value: 1 })
  })

  it('has none for ADK', async () => {
    const score = await toolTrajectory({ adkCompat: true }).score(
      expecting([find]),
      { invocations: [exchange([untold])] },
      {},
    )
    expect(score).toMatchObject({ status: 'scored', value: 0 })
  })

  it('keeps no rule about them, and breaks none', async () => {
    const seven = { match: 'one-of' as const, values: [7] }
    for (const rules of [
      { forbidden: [{ tool: 'find', args: { id: seven } }] },
      { required: [{ tool: 'find', args: { id: seven } }] },
      { sources: [{ tool: 'find', argument: 'id' }] },
    ]) {
      expect(await kept(rules, exchange([untold]))).toMatchObject({
        status: 'not-evaluated',
        reason: ARGUMENTS_UNKNOWN,
      })
    }
    expect(await kept({ forbidden: [{ tool: 'find', args: { id: seven } }] }, exchange([untold, find]))).toMatchObject({
      value: 0,
    })
    expect(await kept({ required: [{ tool: 'find', args: { id: seven } }] }, exchange([untold, find]))).toMatchObject({
      value: 1,
    })
    expect(await kept({ forbidden: [{ tool: 'pay', args: { amount: seven } }] }, exchange([untold]))).toMatchObject({
      value: 1,
    })
  })
})

describe('an answer that broke off', () => {
  const reason = {
    text: 'Which tools were called after the answer broke off is unknown: the stream of the agent ended without an end',
  }

  it.each(metrics)('neither made nor left out what was not heard: %s', async (_name, metric) => {
    const score = await metric.score(expecting([find]), { invocations: [broken(find)] }, {})
    expect(score).toMatchObject({ status: 'not-evaluated', reason, invocations: [{ reason }] })
  })

  it('keeps no rule that a later call can break', async () => {
    for (const rules of [
      { forbidden: ['pay'] },
      { counts: { pay: { max: 1 } } },
      { order: [{ tool: 'pay', after: 'find' }] },
      { sources: [{ tool: 'pay', argument: 'id' }] },
      { required: ['pay'] },
    ]) {
      expect(await kept(rules, broken(find))).toMatchObject({ status: 'not-evaluated', reason })
    }
    expect(await kept({ required: ['find'] }, broken(find))).toMatchObject({ value: 1 })
    expect(await kept({ forbidden: ['find'] }, broken(find))).toMatchObject({ value: 0 })
  })

  it('has no count, and decides no check of its calls', async () => {
    expect(await toolCallCount({ budget: 3 }).score({ id: 'c' }, { invocations: [broken()] }, {})).toMatchObject({
      status: 'not-evaluated',
    })
    const evalCase = withAssertions(
      { id: 'c' },
      { turns: [], checks: [{ name: 'calls nothing', check: callsNothing }] },
    )
    expect(await ownChecks().score(evalCase, { invocations: [broken()] }, {})).toMatchObject({
      status: 'not-evaluated',
      reason,
    })
  })
})

describe('rules about tools', () => {
  it.each<Parameters<typeof toolRules>[0]>([
    { forbidden: ['pay'] },
    { required: ['pay'] },
    { counts: { pay: { max: 1 } } },
    { counts: { '*': { min: 1 } } },
  ])('are not kept by silence: %j', async (rules) => {
    expect(await kept(rules, unheard)).toMatchObject({ status: 'not-evaluated', reason: CALLS_UNKNOWN })
  })

  it('are broken by a call that is known, whatever else was called', async () => {
    const pays = exchange([{ name: 'pay' }])
    expect(await kept({ forbidden: ['pay'], required: ['log'] }, pays, unheard)).toMatchObject({
      value: 0,
      parts: [{ name: 'violations', value: 1 }],
    })
  })

  it('that only ask for calls are met by those that are known', async () => {
    expect(await kept({ required: ['find'] }, exchange([find]), unheard)).toMatchObject({ value: 1 })
  })
})

it('has no count of its calls', async () => {
  expect(await toolCallCount().score({ id: 'c' }, { invocations: [unheard] }, {})).toMatchObject({
    status: 'not-evaluated',
  })
})

it('is unknown to a function that asks for its calls, which then decides nothing', async () => {
  const evalCase = withAssertions({ id: 'c' }, { turns: [], checks: [{ name: 'calls nothing', check: callsNothing }] })
  const checked = (invocation: Invocation) => ownChecks().score(evalCase, { invocations: [invocation] }, {})
  expect(await checked(unheard)).toMatchObject({ status: 'not-evaluated', reason: CALLS_UNKNOWN })
  expect(await checked(exchange([]))).toMatchObject({ status: 'scored', passed: true })
})

function kept(rules: Parameters<typeof toolRules>[0], ...invocations: readonly Invocation[]) {
  return toolRules(rules).score({ id: 'c' }, { invocations: [...invocations] }, {})
}

function callsNothing(_answer: string, { calls }: { readonly calls: readonly ToolCall[] }) {
  return calls.length === 0
}

function exchange(toolCalls: readonly ToolCall[] | undefined): Invocation {
  const userContent = { parts: [{ text: 'q' }] }
  if (toolCalls === undefined) return { userContent }
  return { userContent, steps: { form: 'lists', toolCalls: [...toolCalls], toolResponses: [], responses: [] } }
}

function broken(...calls: readonly ToolCall[]): Invocation {
  return { ...exchange(calls), provenance: { brokenOff: true } }
}

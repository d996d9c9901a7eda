import { describe, expect, it } from 'vitest'
import { type Score, type ToolCall, EvalError, toEnglish } from '../../core/index.ts'
import { toolRules, type ToolRules } from './tool-rules.ts'

describe('toolRules', () => {
  it('passes when every rule is kept', () => {
    const rules: ToolRules = {
      forbidden: ['pay'],
      required: ['search'],
      counts: { search: { min: 1, max: 2 }, '*': { max: 3 } },
    }
    expect(score(rules, [['search'], ['search', 'mail']])).toMatchObject({ value: 1, passed: true })
  })

  it('finds a forbidden call in any turn of a scenario', () => {
    const result = score({ forbidden: ['pay'] }, [['search'], ['pay']])
    expect(result).toMatchObject({
      value: 0,
      passed: false,
      evidence: [{ kind: 'tool-calls', rows: [{ verdict: 'forbidden', actual: { name: 'pay' } }] }],
    })
    expect(reasonOf(result)).toBe('The forbidden tool call pay was made once')
  })

  it('looks at arguments, wherever they stand', () => {
    const rules: ToolRules = {
      forbidden: [
        {
          tool: 'refund',
          args: { 'orders[*].amount': { match: 'range', min: 100 }, to: { match: 'regex', pattern: '^x' } },
        },
      ],
    }
    expect(score(rules, [[refund(500, 'xy')]])).toMatchObject({ value: 0 })
    expect(score(rules, [[refund(5, 'xy')]])).toMatchObject({ value: 1 })
    expect(score(rules, [[refund(500, 'y')]])).toMatchObject({ value: 1 })
    expect(score(rules, [[refund(500)]])).toMatchObject({ value: 1 })
    expect(
      score(rules, [
        [
          { name: 'refund', malformed: '{' },
          { name: 'refund', args: {} },
        ],
      ]),
    ).toMatchObject({ value: 1 })
  })

  it('asks for an earlier call, in any turn', () => {
    const rules: ToolRules = { order: [{ tool: 'refund', after: 'check' }] }
    expect(score(rules, [['check'], ['refund']])).toMatchObject({ value: 1 })
    expect(score(rules, [['mail']])).toMatchObject({ value: 1 })
    const broken = score(rules, [['refund', 'check']])
    expect(broken).toMatchObject({ value: 0, passed: false })
    expect(reasonOf(broken)).toBe('refund was called without an earlier call of check')
  })

  it.each([
    ['what the user said', { order: 'ORD-1' }, 1],
    ['an earlier result', { sku: 'LAMP-7' }, 1],
    ['nothing', { sku: 'LAMP-8' }, 0],
    ['a part of a word', { sku: 'LAMP' }, 0],
    ['a part of an id', { sku: '1' }, 0],
    ['a later result', { sku: 'LATE-1' }, 0],
    ['nested values', { sku: { all: ['LAMP-7', 42] } }, 1],
    ['nested values of which one is made up', { sku: { all: ['LAMP-7', 43] } }, 0],
  ])('traces an argument to %s', (_, args, value) => {
    const rules: ToolRules = { sources: [{ tool: 'policy', argument: Object.keys(args)[0] ?? '' }] }
    const calls: Made[] = [
      { name: 'find', result: { sku: 'LAMP-7', weight: 42 } },
      { name: 'policy', args, result: { sku: 'LATE-1' } },
    ]
    expect(scoreOfCalls(rules, calls)).toMatchObject({ status: 'scored', value })
  })

  it('traces an argument to one value of one tool', () => {
    const rules: ToolRules = { sources: [{ tool: 'refund', argument: 'amount', from: 'check', path: 'most' }] }
    const check = { name: 'check', result: { most: 133.36, total: 148.18 } }
    expect(scoreOfCalls(rules, [check, { name: 'refund', args: { amount: 133.36 } }])).toMatchObject({ value: 1 })
    expect(scoreOfCalls(rules, [check, { name: 'refund', args: { amount: '133.36' } }])).toMatchObject({ value: 1 })
    const broken = scoreOfCalls(rules, [check, { name: 'refund', args: { amount: 148.18 } }])
    expect(broken).toMatchObject({ value: 0 })
    expect(reasonOf(broken)).toBe('refund: amount is 148.18, which is not what check.most gave back')
    expect(scoreOfCalls(rules, [{ name: 'refund', args: { amount: 1 } }])).toMatchObject({ value: 0 })
  })

  it.each([{}, { amount: null }])('traces no argument to anything in %j, unless it is optional', (args) => {
    const source = { tool: 'refund', argument: 'amount' }
    const made = [{ name: 'refund', args }]
    const missed = scoreOfCalls({ sources: [source] }, made)
    expect(missed).toMatchObject({ value: 0 })
    expect(reasonOf(missed)).toBe('refund was called without amount')
    expect(scoreOfCalls({ sources: [{ ...source, optional: true }] }, made)).toMatchObject({ value: 1 })
    expect(scoreOfCalls({ sources: [{ tool: 'refund', argument: 'items[*].id' }] }, made)).toMatchObject({ value: 1 })
  })

  it('cannot tell where an argument comes from when a result is unknown', () => {
    const rules: ToolRules = { sources: [{ tool: 'refund', argument: 'amount', from: 'check' }] }
    const made = [{ name: 'check' }, { name: 'refund', args: { amount: 148.18 } }]
    expect(scoreOfCalls(rules, made)).toMatchObject({ status: 'not-evaluated' })
    expect(scoreOfCalls({ ...rules, forbidden: ['refund'] }, made)).toMatchObject({ status: 'scored', value: 0 })
  })

  it('lists everything that is broken', () => {
    const result = score(
      { forbidden: ['pay'], required: ['search'], counts: { mail: { min: 1 }, '*': { max: 1 }, pay: { max: 0 } } },
      [['pay', 'pay']],
    )
    expect(reasonOf(result)).toBe('5 rules about tools are broken: pay, search, mail, *, pay')
    expect(result).toMatchObject({ parts: [{ name: 'violations', value: 5 }] })
    expect(result.status === 'scored' && result.evidence).toEqual([
      {
        kind: 'tool-calls',
        rows: [
          { verdict: 'forbidden', actual: { name: 'pay' } },
          { verdict: 'forbidden', actual: { name: 'pay' } },
          { verdict: 'missing', expected: { name: 'search' } },
        ],
      },
      {
        kind: 'values',
        differences: [
          { path: 'mail', expected: { min: 1 }, actual: 0 },
          { path: '*', expected: { max: 1 }, actual: 2 },
          { path: 'pay', expected: { max: 0 }, actual: 2 },
        ],
      },
    ])
  })

  it('is not evaluated when the agent finished nothing', () => {
    expect(score({ forbidden: ['pay'] }, [])).toMatchObject({ status: 'not-evaluated' })
  })

  it.each<[string, unknown]>([
    ['there are no rules', {}],
    ['there are no rules', { forbidden: [] }],
    ['Unrecognized key', { forbiden: ['pay'] }],
    ['Unrecognized key', { counts: { pay: { maximum: 3 } } }],
    ['not a regular expression', { forbidden: [{ tool: 'a', args: { x: { match: 'regex', pattern: '(' } } }] }],
  ])('refuses rules of which it says: %s', (problem, rules) => {
    expect(() => toolRules(rules as ToolRules)).toThrow(EvalError)
    expect(() => toolRules(rules as ToolRules)).toThrow(problem)
  })
})

function score(rules: ToolRules, turns: readonly (readonly (string | ToolCall)[])[]): Score {
  const evalCase = { id: 'c', scenario: { startingPrompt: 'Hi', plan: 'Talk' } }
  const invocations = turns.map((calls) => ({
    userContent: {},
    steps: {
      form: 'lists' as const,
      toolCalls: calls.map((call) => (typeof call === 'string' ? { name: call } : call)),
      toolResponses: [],
      responses: [],
    },
  }))
  // This metric is synchronous.
  return toolRules(rules).score(evalCase, { invocations }, {}) as Score
}

type Made = { readonly name: string; readonly args?: ToolCall['args']; readonly result?: ToolCall['args'] }

function scoreOfCalls(rules: ToolRules, made: readonly Made[]): Score {
  const toolCalls = made.map(({ name, args }, at) => ({ id: `${at}`, name, ...(args && { args }) }))
  const toolResponses = made.flatMap(({ name, result }, at) =>
    result === undefined ? [] : [{ id: `${at}`, name, response: result }],
  )
  const userContent = { parts: [{ text: 'Where is my order (ORD-1)?' }] }
  const steps = { form: 'lists' as const, toolCalls, toolResponses, responses: [] }
  return toolRules(rules).score(
    { id: 'c', scenario: { startingPrompt: 'Hi', plan: 'Talk' } },
    { invocations: [{ userContent, steps }] },
    {},
  ) as Score
}

function reasonOf(result: Score): string | undefined {
  return 'reason' in result && result.reason !== undefined ? toEnglish(result.reason) : undefined
}

function refund(amount: number, to?: string): ToolCall {
  return { name: 'refund', args: { orders: [{ amount: 1 }, { amount }], to } }
}

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type EvalCase,
  type Invocation,
  type Score,
  type ToolCallRow,
  EvalError,
  ToolCall,
  toEnglish,
} from '../../core/index.ts'
import { parseMatchType } from './match-type.ts'
import { toolParameterMatch } from './tool-parameter-match.ts'
import { toolTrajectory } from './tool-trajectory.ts'

type Options = NonNullable<Parameters<typeof toolTrajectory>[0]>

describe('toolTrajectory', () => {
  const lookUp: ToolCall = { name: 'look_up', args: { city: 'Kyoto' } }
  const book: ToolCall = { name: 'book', args: { room: 2, nights: 3 } }
  const mail: ToolCall = { name: 'mail', args: {} }

  it('passes when the calls are the expected ones', () => {
    expect(score([[lookUp, book]], [[{ ...lookUp, id: 'x' }, book]])).toEqual({
      status: 'scored',
      metric: 'tool_trajectory_avg_score',
      value: 1,
      threshold: 1,
      passed: true,
      invocations: [{ status: 'scored', value: 1, passed: true }],
    })
  })

  it('finds a partner for every expected call, whichever comes first', () => {
    // Taking the first superset that fits would use up the only partner of the other call.
    const options: Options = { matchType: 'any-order', argumentMatchers: { search: { '*': 'subset' } } }
    for (const expected of [
      [search('a'), search('a', 2)],
      [search('a', 2), search('a')],
    ]) {
      expect(score([expected], [[search('a', 2), search('a')]], options)).toMatchObject({ value: 1 })
      expect(score([expected], [[search('a'), search('a', 2)]], options)).toMatchObject({ value: 1 })
      expect(score([expected], [[search('a'), search('a')]], options)).toMatchObject({ value: 0 })
    }
  })

  it('does not depend on the order of calls in any order', () => {
    const options: Options = {
      matchType: 'any-order',
      argumentMatchers: { '*': { page: { match: 'number', tolerance: 1 } } },
    }
    const random = seeded(1)
    for (let round = 0; round < 200; round += 1) {
      const calls = () => Array.from({ length: 4 }, () => search('a', Math.floor(random() * 5)))
      const [expected, actual] = [calls(), calls()]
      const values = Array.from({ length: 6 }, () => {
        const mixed = score([shuffled(expected, random)], [shuffled(actual, random)], options)
        return mixed.status === 'scored' ? mixed.value : undefined
      })
      expect(new Set(values).size).toBe(1)
    }
  })

  it('counts a turn that the agent never reached as a mismatch, even without expected calls', () => {
    const result = score([[lookUp], []], [[lookUp]])
    expect(result).toMatchObject({ value: 0.5, passed: false })
    expect(turnsOf(result)[1]).toMatchObject({ value: 0, missing: true })
    expect(reasonOf(result)).toMatchInlineSnapshot(`"The agent never reached this turn"`)
  })

  it('counts a turn beyond the reference only when calls were made in it', () => {
    expect(score([[lookUp]], [[lookUp], []])).toMatchObject({ value: 1 })
    expect(score([[lookUp]], [[lookUp], [mail]])).toMatchObject({ value: 0.5 })
    expect(score([[lookUp]], [[lookUp], [mail]], { matchType: 'in-order' })).toMatchObject({ value: 1 })
    expect(turnsOf(score([[lookUp]], [[lookUp], []]))[1]?.status).toBe('not-evaluated')
  })

  it('cannot be computed in ADK mode when the turns are not as many as expected', () => {
    expect(() => score([[lookUp], []], [[lookUp]], { adkCompat: true })).toThrow(EvalError)
  })

  it('is not evaluated without a reference', () => {
    const scenario: EvalCase = { id: 'c', scenario: { startingPrompt: 'Hi', plan: 'Talk' } }
    expect(toolTrajectory().score(scenario, { invocations: [] }, {})).toMatchObject({ status: 'not-evaluated' })
    expect(() => toolTrajectory({ adkCompat: true }).score(scenario, { invocations: [] }, {})).toThrow(EvalError)
    expect(score([], [])).toMatchObject({ status: 'not-evaluated', invocations: [] })
  })

  it('is not evaluated against a reference that has only what was asked, but in ADK mode', () => {
    const userContent = { parts: [{ text: 'Hi' }] }
    const asked: EvalCase = { id: 'c', conversation: [{ userContent }] }
    const transcript = { invocations: [{ userContent, finalResponse: { parts: [{ text: 'Hello' }] } }] }
    expect(toolTrajectory().score(asked, transcript, {})).toMatchObject({ status: 'not-evaluated' })
    expect(toolTrajectory({ adkCompat: true }).score(asked, transcript, {})).toMatchObject({ value: 1 })
  })

  it('lines the calls up as a person would', () => {
    const result = score(
      [[lookUp, book, search('a'), mail]],
      [[mail, lookUp, search('b'), { ...book, args: { room: 2, nights: 4 } }, { name: 'pay', args: {} }]],
    )
    expect(rowsOf(result)).toEqual([
      'matched: look_up / look_up',
      'wrong-args: book / book at nights',
      'wrong-args: search / search at q',
      'wrong-order: mail / mail',
      'extra: - / pay',
    ])
    expect(rowsOf(score([[lookUp, book]], [[lookUp, mail, book, mail]]))).toEqual([
      'matched: look_up / look_up',
      'extra: - / mail',
      'matched: book / book',
      'extra: - / mail',
    ])
    expect(reasonOf(result)).toMatchInlineSnapshot(
      `"Tool call book: nights should be 3, got 4; 1 of 4 expected calls matched"`,
    )
  })

  it('pairs the same tool by how much is right', () => {
    const expected = [book, { name: 'book', args: { room: 1, nights: 1 } }]
    const actual = [
      { name: 'book', args: { room: 1, nights: 2 } },
      { name: 'book', args: { room: 2, nights: 9 } },
    ]
    const result = score([expected], [actual], { matchType: 'any-order' })
    expect(rowsOf(result)).toEqual(['wrong-args: book / book at nights', 'wrong-args: book / book at nights'])
  })

  it.each<[string, readonly ToolCall[], readonly ToolCall[], Options?]>([
    ['Tool call mail is missing; 1 of 2 expected calls matched', [lookUp, mail], [lookUp]],
    ['Tool call mail was not expected; 1 of 1 expected call matched', [lookUp], [lookUp, mail]],
    ['No tool calls were expected, the agent made 2: mail first', [], [mail, lookUp]],
    ['Tool call mail was made out of order; 1 of 2 expected calls matched', [lookUp, mail], [mail, lookUp]],
    [
      'Tool call look_up lacks city, expected "Kyoto"; 0 of 1 expected call matched',
      [lookUp],
      [{ name: 'look_up', args: {} }],
    ],
    [
      'Tool call mail has to = "Ann", which was not expected; 0 of 1 expected call matched',
      [mail],
      [{ name: 'mail', args: { to: 'Ann' } }],
    ],
    [
      'The arguments of tool call look_up are not readable: "{city"; 0 of 1 expected call matched',
      [lookUp],
      [{ name: 'look_up', malformed: '{city' }],
    ],
    ['Tool call look_up is missing; 0 of 1 expected call matched', [lookUp], [mail], { matchType: 'any-order' }],
  ])('gives the reason in one line: %s', (reason, expected, actual, options) => {
    expect(reasonOf(score([expected], [actual], options))).toBe(reason)
  })

  it('never throws at arguments that are not readable or deeper than the call stack', () => {
    const deep = JSON.parse(`{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`) as Record<string, unknown>
    expect(score([[lookUp]], [[{ name: 'look_up', args: deep }]])).toMatchObject({ value: 0 })
    expect(score([[{ name: 'look_up', args: deep }]], [[{ name: 'look_up', args: deep }]])).toMatchObject({ value: 1 })
    expect(score([[{ name: 'a', malformed: '{' }]], [[{ name: 'a', malformed: '{' }]])).toMatchObject({ value: 0 })
  })

  it('compares names only when arguments are ignored', () => {
    expect(score([[lookUp]], [[{ name: 'look_up', malformed: '{' }]], { ignoreArgs: true })).toMatchObject({ value: 1 })
  })

  it('reads calls from recorded events too', () => {
    const events = { form: 'events' as const, events: [{ author: 'a', content: { parts: [{ toolCall: lookUp }] } }] }
    const evalCase = { id: 'c', conversation: [turn([lookUp])] }
    const transcript = { invocations: [{ userContent: {}, steps: events }] }
    expect(toolTrajectory().score(evalCase, transcript, {})).toMatchObject({ value: 1 })
  })
})

describe('parseMatchType', () => {
  it.each([
    [undefined, 'exact'],
    [' exact ', 'exact'],
    ['in-order', 'in-order'],
    ['Any Order', 'any-order'],
    [0, 'exact'],
    [2, 'any-order'],
  ])('reads %j as %s', (value, matchType) => {
    expect(parseMatchType(value)).toBe(matchType)
  })

  it.each(['SUBSET', 3, null, '', {}])('does not accept %j', (value) => {
    expect(() => parseMatchType(value)).toThrow('there is no match_type')
  })
})

describe('in ADK mode', () => {
  const Vector = z.object({ id: z.string(), op: z.string(), input: z.unknown(), expected: z.unknown() })
  const Turns = z.array(z.array(ToolCall))
  const path = new URL('../../../test/conformance/adk.json', import.meta.url)
  const vectors = z.array(Vector).parse(JSON.parse(readFileSync(path, 'utf8')))

  it.each(vectors.filter(({ op }) => op === 'trajectory'))('$id gives what ADK gives', ({ input, expected }) => {
    const { criterion, ...turns } = z
      .object({
        criterion: z.object({
          threshold: z.number(),
          match_type: z.unknown().optional(),
          ignore_args: z.boolean().optional(),
        }),
        expected: Turns,
        actual: Turns,
      })
      .parse(input)
    const compute = () => {
      const matchType = parseMatchType(criterion.match_type)
      const options = { threshold: criterion.threshold, ignoreArgs: criterion.ignore_args, matchType, adkCompat: true }
      return asInAdk(score(turns.expected, turns.actual, options))
    }
    expect(resultOf(compute)).toEqual(isError(expected) ? 'not computed' : expected)
  })

  it.each(vectors.filter(({ op }) => op === 'tool_parameter_match'))(
    '$id gives what ADK gives',
    ({ input, expected }) => {
      const { threshold, ...turns } = z.object({ threshold: z.number(), expected: Turns, actual: Turns }).parse(input)
      const metric = toolParameterMatch({ threshold, adkCompat: true })
      const evalCase = { id: 'c', conversation: turns.expected.map(turn) }
      const result = metric.score(evalCase, { invocations: turns.actual.map(turn) }, {})
      expect(asInAdk(result as Score)).toEqual(expected)
    },
  )
})

function score(
  expected: readonly (readonly ToolCall[])[],
  actual: readonly (readonly ToolCall[])[],
  options: Options = {},
) {
  const evalCase = { id: 'c', conversation: expected.map(turn) }
  // This metric is synchronous.
  return toolTrajectory(options).score(evalCase, { invocations: actual.map(turn) }, {}) as Score
}

function turn(toolCalls: readonly ToolCall[]): Invocation {
  return { userContent: {}, steps: { form: 'lists', toolCalls: [...toolCalls], toolResponses: [], responses: [] } }
}

function turnsOf(result: Score) {
  return result.status === 'error' ? [] : (result.invocations ?? [])
}

function reasonOf(result: Score): string | undefined {
  return 'reason' in result && result.reason !== undefined ? toEnglish(result.reason) : undefined
}

function rowsOf(result: Score): readonly string[] {
  const [evidence] = result.status === 'scored' ? (result.evidence ?? []) : []
  return evidence?.kind === 'tool-calls' ? evidence.rows.map(rowLine) : []
}

function rowLine({ verdict, expected, actual, differences }: ToolCallRow): string {
  const where = differences === undefined ? '' : ` at ${differences.map(({ path }) => path || '(all)').join(', ')}`
  return `${verdict}: ${expected?.name ?? '-'} / ${actual?.name ?? '-'}${where}`
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function search(q: string, page?: number): ToolCall {
  return { name: 'search', args: { q, ...(page === undefined ? {} : { page }) } }
}

function asInAdk(result: Score) {
  const { score: overall, status } = statusInAdk(result)
  return { overall_score: overall, overall_status: status, per_invocation: turnsOf(result).map(statusInAdk) }
}

function statusInAdk(result: { status: string; value?: number; passed?: boolean }) {
  if (result.status !== 'scored') return { score: null, status: 'NOT_EVALUATED' }
  return { score: result.value, status: result.passed === true ? 'PASSED' : 'FAILED' }
}

function resultOf(compute: () => unknown): unknown {
  try {
    return compute()
  } catch (error) {
    if (error instanceof EvalError) return 'not computed'
    throw error
  }
}

function isError(expected: unknown): boolean {
  return z.object({ error: z.string() }).safeParse(expected).success
}

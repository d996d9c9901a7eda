import { describe, expect, it } from 'vitest'
import type { CaseResult, EvalCase, Invocation, Metric, Transcript } from '../core/index.ts'
import { answerOperators } from './answer-operators.ts'
import { callOperators } from './call-operators.ts'
import { evidenceOperators } from './evidence-operators.ts'
import { metricsThatPass, mutateResults, type MutantOutcome } from './mutate-results.ts'
import { mutationScoreOf } from './mutation-score.ts'
import { suggestedCases } from './suggested-cases.ts'
import { answerOf, callsMade, inAnswers, type MutationOperator } from './operator.ts'

const all = [...callOperators, ...evidenceOperators, ...answerOperators]

const asked: EvalCase = {
  id: 'a',
  conversation: [{ userContent: { parts: [{ text: 'Refund it.' }] }, finalResponse: { parts: [{ text: 'Done.' }] } }],
  rubrics: [{ id: 'says-the-price', property: 'Says the price.' }],
}

it('suggests a case with a failing tool that asks nothing of what only the tool could have brought about', async () => {
  const [passed] = await Array.fromAsync(resultsOf())
  const result = passed && { ...passed, evalCase: { ...asked, finalSessionState: { refunded: 'A' } } }
  const outcome = { ...outcomeOf('alive'), operator: 'error-ignored', tool: 'refund' }
  const [suggested] = await suggestedCases([outcome], () => Promise.resolve(result))
  expect(suggested).toMatchObject({ id: 'a-error-ignored-refund', rubrics: [{ id: 'says-that-it-failed' }] })
  expect(suggested).not.toHaveProperty('finalSessionState')
  expect(suggested?.conversation?.map((turn) => Object.keys(turn))).toEqual([['userContent']])
})

describe('an operator', () => {
  it.each([
    ['drop-call', 'turn 1, call 1: without find_order'],
    ['duplicate-call', 'turn 1, call 1: find_order twice'],
    ['swap-calls', 'turn 1, call 1: refund before find_order'],
    ['other-tool', 'turn 1, call 1: refund for find_order'],
    ['argument-number', 'turn 1, call 1: find_order.limit: 5 → 6'],
    ['argument-date', 'turn 1, call 2: refund.on: 2026-02-28 → 2026-03-01'],
    ['argument-id', 'turn 1, call 1: find_order.id: ORD-1042 → ORD-1043'],
    ['argument-null', 'turn 1, call 1: find_order.id: "ORD-1042" → null'],
    ['argument-missing', 'turn 1, call 1: find_order without id'],
    ['answer-number', 'turn 1, answer: 49.50 → 54.50'],
    ['answer-date', 'turn 1, answer: 2026-03-04 → 2026-03-05'],
    ['answer-negation', 'turn 1, answer: can → can not'],
    ['point-left-out', 'turn 1, answer: without “It costs 49.50 and arrives on 2026-03-04”'],
    ['unsupported-sentence', 'turn 1, answer: one sentence more'],
    ['answer-refusal', 'turn 1, answer: a refusal'],
    ['empty-praise', 'turn 1, answer: praise'],
    ['other-language', 'turn 1, answer: another language'],
    ['leaked-record', 'turn 1, answer: a record of another customer'],
    ['stop-early', 'turn 1: without an answer'],
  ])('plants one fault: %s', (id, expected) => {
    const [first] = mutantsOf(id, order)
    expect(first).toBeDefined()
    expect(`${first?.place}: ${first?.change}`).toContain(expected.slice(0, 60))
    expect(first?.transcript).not.toEqual(order)
  })

  it('leaves the transcript that it is given as it is', () => {
    const before = structuredClone(order)
    for (const { id } of all) mutantsOf(id, order)
    expect(order).toEqual(before)
  })

  it('plants nothing where there is nothing to plant it in', () => {
    const silent: Transcript = { invocations: [{ userContent: said('hello'), steps: lists([]) }] }
    expect(all.flatMap(({ id }) => mutantsOf(id, silent))).toEqual([])
  })

  it('takes calls out of events with what they gave back', () => {
    const events: Transcript = {
      invocations: [
        {
          userContent: said('order?'),
          finalResponse: said('Sent.'),
          steps: {
            form: 'events',
            events: [
              { author: 'agent', content: { parts: [{ toolCall: { id: 'a', name: 'find', args: {} } }] } },
              { author: 'tool', content: { parts: [{ toolResponse: { id: 'a', name: 'find', response: { n: 1 } } }] } },
              { author: 'agent', content: { parts: [{ toolCall: { id: 'b', name: 'send', args: { n: 1 } } }] } },
            ],
          },
        },
      ],
    }
    const [without] = mutantsOf('drop-call', events)
    expect(JSON.stringify(without?.transcript)).not.toContain('toolResponse')
    expect(callsMade(without?.transcript.invocations[0] as Invocation).map(({ name }) => name)).toEqual(['send'])
  })

  it('swaps calls only where the later one needs what the earlier one gave back', () => {
    const [first, second] = callsMade(order.invocations[0] as Invocation)
    const apart = {
      ...(order.invocations[0] as Invocation),
      steps: lists([first, { ...second, args: { on: 'today' } }]),
    }
    expect(mutantsOf('swap-calls', { invocations: [apart as Invocation] })).toEqual([])
  })

  it.each([
    ['返品できます。', '返品できません。'],
    ['営業しています。', '営業しています。'.replace('ます', 'ません')],
    ['Refunds are not possible.', 'Refunds are possible.'],
    ['The shop is open.', 'The shop is not open.'],
  ])('turns a sentence round in its language: %s', (text, expected) => {
    const [first] = mutantsOf('answer-negation', {
      invocations: [{ userContent: said('?'), finalResponse: said(text) }],
    })
    expect(answerOf(first?.transcript.invocations[0] as Invocation)).toBe(expected)
  })

  it.each([
    ['argument-choice', 'turn 1, call 1: weather.unit: "metric" → "imperial"'],
    ['argument-unit', 'turn 1, call 1: weather.unit: metric → imperial'],
    ['error-ignored', 'turn 1, result 1: weather failed'],
    ['result-misread', 'turn 1, answer: 21 → 23'],
    ['stop-before-call', 'turn 1: without book and what follows'],
    ['answer-name', 'turn 1, answer: Kyoto → Nemo'],
    ['answer-hedge', 'turn 1, answer: may → will'],
    ['quote-altered', 'turn 1, answer: "Two extinguishers hang here" → "here extinguishers hang Two"'],
    ['page-altered', 'turn 1, answer: "3" → "4"'],
    ['other-section', 'turn 1, citation 1: 1. Report → 2. Isolate'],
  ])('plants a fault in what was made of the evidence: %s', (id, expected) => {
    const [first] = mutantsOf(id, evidence)
    expect(`${first?.place}: ${first?.change}`).toBe(expected)
  })

  it('reads names, hedges and choices in Japanese and in the other shapes of declarations', () => {
    const japanese: Transcript = {
      invocations: [{ userContent: said('?'), finalResponse: said('担当は田中さんです。遅れる可能性があります。') }],
    }
    expect(mutantsOf('answer-name', japanese)[0]?.change).toBe('田中 → 架空')
    expect(mutantsOf('answer-hedge', japanese)[0]?.change).toBe('可能性があります → ことは確実です')
  })

  it('puts calls in another order where the later one needs nothing of the earlier, as a class of its own', () => {
    const [first] = mutantsOf('swap-free-calls', evidence)
    expect(first).toMatchObject({ change: 'book before weather', isFreeOrder: true })
    expect(mutantsOf('swap-free-calls', order)).toEqual([])
    const [invocation] = evidence.invocations as [Invocation]
    const [weather, book] = callsMade(invocation)
    const ofOne = [weather, book].map((call) => ({ ...call, args: { order: 'ORD-1042' } }))
    const steps = { ...invocation.steps, toolCalls: ofOne } as unknown as Invocation['steps']
    expect(mutantsOf('swap-free-calls', { invocations: [{ ...invocation, steps }] })).toEqual([])
  })

  it('flips the verdict of a review', () => {
    const review = said('{"result": "pass", "confidence": 0.9}')
    const [first] = mutantsOf('verdict-flipped', { invocations: [{ userContent: said('?'), finalResponse: review }] })
    expect(answerOf(first?.transcript.invocations[0] as Invocation)).toContain('"result": "fail"')
  })
})

describe('the fate of a mutant', () => {
  it('is killed by a metric that fails now, alive where all pass, and uncertain where one cannot tell', async () => {
    expect(dropped(await fatesOf([callsMetric]))).toMatchObject([
      { fate: 'killed', killedBy: ['calls'] },
      { fate: 'killed' },
    ])
    expect(dropped(await fatesOf([answerMetric]))).toMatchObject([{ fate: 'alive' }, { fate: 'alive' }])
    expect(dropped(await fatesOf([unsureMetric]))).toMatchObject([{ fate: 'uncertain' }, { fate: 'uncertain' }])
  })

  it('is equivalent where nothing that a metric reads differs', async () => {
    const spaced: MutationOperator = {
      id: 'spaced',
      plants: 'blanks',
      mutants: (transcript) =>
        inAnswers(transcript, (text) => [{ text: text.replaceAll(' ', '  '), change: 'blanks' }]),
    }
    const outcomes = await fatesOf([answerMetric], [spaced])
    expect(outcomes.map(({ fate }) => fate)).toEqual(['equivalent'])
    expect(mutationScoreOf(outcomes)).toMatchObject({ equivalent: 1, score: null, bounds: null })
  })

  it('is equivalent, whoever notices, where only the order of calls differs that do not need each other', async () => {
    const order: Metric = {
      name: 'order',
      score: (_case, transcript) => score('order', namesOf(transcript).startsWith('weather')),
    }
    const outcomes = await Array.fromAsync(
      mutateResults(
        (async function* () {
          yield { ...(await resultsOf().next()).value, transcript: evidence } as CaseResult
        })(),
        { operators: callOperators.filter(({ id }) => id === 'swap-free-calls'), metrics: [order] },
      ),
    )
    expect(outcomes).toMatchObject([{ fate: 'equivalent', sameBy: 'free order', killedBy: ['order'] }])
    expect(mutationScoreOf(outcomes)).toMatchObject({ score: null, same: { 'free order': 1 } })
  })

  it('is not asked of results that did not pass, and not of metrics that did not pass the original', async () => {
    expect(await fatesOf([callsMetric], all, { verdict: 'failed' })).toEqual([])
    const outcomes = await fatesOf([failingMetric, answerMetric])
    expect(outcomes.flatMap(({ killedBy }) => killedBy)).not.toContain('failing')
  })

  it('is uncertain where a metric that passed the original is not asked, and none is alive by default', async () => {
    const scores = [score('a-model-judge', true)]
    const told = dropped(await fatesOf([answerMetric], all, { scores }))
    expect(told).toMatchObject([{ fate: 'uncertain' }, { fate: 'uncertain' }])
    expect(dropped(await fatesOf([callsMetric], all, { scores }))).toMatchObject([
      { fate: 'killed' },
      { fate: 'killed' },
    ])
    expect(dropped(await fatesOf([]))).toMatchObject([{ fate: 'uncertain' }, { fate: 'uncertain' }])
  })

  it('is killed where a metric reads blanks, and alive where nobody reads what differs', async () => {
    const capitals: MutationOperator = {
      id: 'capitals',
      plants: 'capitals',
      mutants: (transcript) => inAnswers(transcript, (text) => [{ text: text.toUpperCase(), change: 'capitals' }]),
    }
    expect((await fatesOf([answerMetric], [capitals])).map(({ fate }) => fate)).toEqual(['alive'])
  })

  it('leaves out a metric that fails a result that passed, when metrics are proposed', async () => {
    const proposed = await metricsThatPass(resultsOf(), [answerMetric, unsureMetric, failingMetric])
    expect(proposed.map(({ name }) => name)).toEqual(['answer', 'unsure'])
  })

  it('is the same for the same seed, and at most so many are drawn', async () => {
    const one = await fatesOf([answerMetric], all, { perCase: 1 })
    expect(one).toEqual(await fatesOf([answerMetric], all, { perCase: 1 }))
    const counts = Map.groupBy(one, ({ operator }) => operator)
    expect([...counts.values()].every(({ length }) => length === 1)).toBe(true)
  })
})

describe('the mutation score', () => {
  it('names what is not noticed at all, for calls tool by tool', () => {
    const { blind } = mutationScoreOf([
      ...outcomesOf('other-tool', 'get_policy', 'alive', 5),
      ...outcomesOf('other-tool', 'refund', 'killed', 5),
      ...outcomesOf('other-tool', 'rare', 'alive', 4),
      ...outcomesOf('unsupported-sentence', undefined, 'alive', 6),
      ...outcomesOf('drop-call', 'refund', 'uncertain', 6),
    ])
    expect(blind).toEqual([
      { operator: 'other-tool', tool: 'get_policy', mutants: 5 },
      { operator: 'unsupported-sentence', tool: null, mutants: 6 },
    ])
  })

  it('counts uncertain mutants half and shows what they could come to', () => {
    const score = mutationScoreOf([
      outcomeOf('killed'),
      outcomeOf('alive'),
      outcomeOf('uncertain'),
      outcomeOf('equivalent'),
    ])
    expect(score).toMatchObject({ killed: 1, alive: 1, uncertain: 1, equivalent: 1, mutants: 4 })
    expect(score.score?.value).toBe(0.5)
    expect(score.bounds).toEqual({ low: 1 / 3, high: 2 / 3 })
  })

  it('has a wider interval where mutants belong to few cases', () => {
    const outcomes = Array.from({ length: 60 }, (_, index) =>
      outcomeOf(index < 30 ? 'killed' : 'alive', `case-${index % 60}`),
    )
    const few = outcomes.map((outcome, index) => ({
      ...outcome,
      caseId: index < 30 ? `a-${index % 3}` : `b-${index % 3}`,
    }))
    expect(width(mutationScoreOf(few))).toBeGreaterThan(2 * width(mutationScoreOf(outcomes)))
  })

  it('proposes first what would kill the most of what is alive', () => {
    const { suggestions } = mutationScoreOf([alive('a', 'b'), alive('b'), alive('b'), alive('a'), alive()])
    expect(suggestions).toEqual([
      { metric: 'b', kills: 3 },
      { metric: 'a', kills: 1 },
    ])
  })
})

const said = (text: string) => ({ parts: [{ text }] })
const lists = (toolCalls: readonly unknown[]) =>
  ({
    form: 'lists',
    toolCalls,
    toolResponses: [{ name: 'find_order', response: { order: 'ORD-1042' } }],
    responses: [],
  }) as unknown as Invocation['steps']
const order: Transcript = {
  invocations: [
    {
      userContent: said('Refund my order'),
      finalResponse: said('It costs 49.50 and arrives on 2026-03-04. You can cancel it.'),
      steps: lists([
        { name: 'find_order', args: { id: 'ORD-1042', limit: 5 } },
        { name: 'refund', args: { order: 'ORD-1042', on: '2026-02-28' } },
      ]),
    },
  ],
}
const evidence: Transcript = {
  invocations: [
    {
      userContent: said('Is it warm?'),
      finalResponse: said(
        'It is 21 degrees in Kyoto and may rain. {"result": "pass", "pageNumber": 3, "quote": "Two extinguishers hang here"}',
      ),
      agents: {
        agent: {
          name: 'agent',
          toolDeclarations: [
            { name: 'weather', parameters: { properties: { unit: { type: 'string', enum: ['metric', 'imperial'] } } } },
          ],
        },
      },
      citations: [
        { id: '1', text: 'Report it.', heading: '1. Report', file: 'a.md' },
        { id: '2', text: 'Isolate it.', heading: '2. Isolate', file: 'a.md' },
      ],
      steps: {
        form: 'lists',
        toolCalls: [
          { name: 'weather', args: { unit: 'metric' } },
          { name: 'book', args: { on: 'Monday' } },
        ],
        toolResponses: [
          { name: 'weather', response: { degrees: 21 } },
          { name: 'book', response: { ok: true } },
        ],
        responses: [],
      },
    },
  ],
}
const evalCase: EvalCase = { id: 'order', conversation: [{ userContent: said('Refund my order') }] }

function mutantsOf(id: string, transcript: Transcript) {
  const operator = all.find((one) => one.id === id)
  return [...(operator?.mutants(transcript, { evalCase, random: () => 0.5 }) ?? [])]
}

const score = (metric: string, passed: boolean) =>
  ({ status: 'scored', metric, value: passed ? 1 : 0, passed, threshold: 1 }) as const
const namesOf = ({ invocations }: Transcript) =>
  invocations
    .flatMap(callsMade)
    .map(({ name }) => name)
    .join(' ')
const callsMetric: Metric = {
  name: 'calls',
  score: (_, transcript) => score('calls', namesOf(transcript) === 'find_order refund'),
}
const answerMetric: Metric = {
  name: 'answer',
  score: (_, { invocations }) =>
    score(
      'answer',
      invocations.every((one) => answerOf(one)?.includes('49.50') ?? false),
    ),
}
const unsureMetric: Metric = {
  name: 'unsure',
  score: (_, transcript) =>
    namesOf(transcript) === 'find_order refund'
      ? score('unsure', true)
      : { status: 'not-evaluated', metric: 'unsure', reason: { text: 'cannot tell' } },
}

const failingMetric: Metric = { name: 'failing', score: () => score('failing', false) }

type ResultChange = { readonly verdict?: CaseResult['verdict']; readonly scores?: CaseResult['scores'] }

async function* resultsOf({ verdict = 'passed', scores = [] }: ResultChange = {}): AsyncGenerator<CaseResult> {
  const cost = { modelCalls: 0, toolCalls: 0 } as unknown as CaseResult['cost']
  yield { position: 0, repeat: 0, evalCase, transcript: order, scores: [...scores], verdict, cost, durationMs: 1 }
}

async function fatesOf(
  metrics: readonly Metric[],
  operators: readonly MutationOperator[] = all,
  { perCase, ...change }: ResultChange & { readonly perCase?: number } = {},
) {
  return Array.fromAsync(
    mutateResults(resultsOf(change), { operators, metrics, ...(perCase !== undefined && { perCase }) }),
  )
}

function outcomeOf(fate: MutantOutcome['fate'], caseId = 'a'): MutantOutcome {
  return {
    caseId,
    position: 0,
    repeat: 0,
    number: 0,
    operator: 'x',
    place: '',
    change: '',
    fate,
    killedBy: [],
    wouldKill: [],
  }
}

function dropped(outcomes: readonly MutantOutcome[]): readonly MutantOutcome[] {
  return outcomes.filter(({ operator }) => operator === 'drop-call')
}

function width({ score: estimate }: ReturnType<typeof mutationScoreOf>): number {
  return (estimate?.high ?? 0) - (estimate?.low ?? 0)
}

function alive(...wouldKill: readonly string[]): MutantOutcome {
  return { ...outcomeOf('alive'), wouldKill }
}

function outcomesOf(
  operator: string,
  tool: string | undefined,
  fate: MutantOutcome['fate'],
  count: number,
): readonly MutantOutcome[] {
  return Array.from({ length: count }, () => ({ ...outcomeOf(fate), operator, ...(tool !== undefined && { tool }) }))
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readJsonDocument } from '../../../formats/kit/source-text.ts'
import { EvalError, toEnglish } from '../../../core/index.ts'
import { strandsExperimentFrom, writeStrandsExperiment } from './strands-experiment.ts'
import { writeDataset } from '../../../compose/datasets.ts'

const text = readFileSync(join(import.meta.dirname, '../../../../test/fixtures/strands/experiment.json'), 'utf8')
const read = (cases: unknown, evaluators: unknown = []) =>
  readJsonDocument(JSON.stringify({ cases, evaluators }, null, 2), 'e.json', strandsExperimentFrom)

function complaint(content: unknown): string {
  try {
    readJsonDocument(JSON.stringify(content, null, 2), 'e.json', strandsExperimentFrom)
  } catch (error) {
    if (!(error instanceof EvalError)) throw error
    return [error.message, ...(error.hint === undefined ? [] : [toEnglish(error.hint)])].join('\n')
  }
  return 'nothing'
}

describe('an experiment of strands-evals', () => {
  it('becomes cases in our words', () => {
    const [refund, quote, nothing, relay] = readJsonDocument(text, 'e.json', strandsExperimentFrom).cases
    expect(refund).toEqual({
      id: 'refund',
      session: { appName: 'EvaluationGenerator', userId: 'test_user_id', id: '5b0f1c3e-6f0a-4f0e-9c55-0a1d7f6f2b11' },
      conversation: [
        {
          userContent: { role: 'user', parts: [{ text: 'Refund order A17, please.' }] },
          finalResponse: { role: 'model', parts: [{ text: 'Order A17 is refunded.' }] },
          steps: {
            form: 'lists',
            toolCalls: [{ name: 'find_order' }, { name: 'refund_order' }],
            toolResponses: [],
            responses: [],
          },
        },
      ],
      finalSessionState: { refunds: ['A17'] },
      metadata: {
        category: 'orders',
        difficulty: 2,
        strands: { expected_assertion: 'refund_order is called for A17 after find_order.' },
      },
    })
    expect(quote?.conversation).toMatchObject([
      {
        userContent: { parts: [{ text: '{"item":"sencha","grams":200}' }] },
        finalResponse: { parts: [{ text: '{"price":24,"currency":"EUR"}' }] },
        steps: { toolCalls: [{ name: 'price_of', args: { item: 'sencha' } }] },
      },
    ])
    // 0 is an expected answer, and an empty list expects that no tool is called.
    expect(nothing?.conversation).toMatchObject([
      { finalResponse: { parts: [{ text: '0' }] }, steps: { toolCalls: [] } },
    ])
    // Of two states of one name, strands-evals finds the first.
    expect(relay).toMatchObject({ id: 'case_3', finalSessionState: { log: null } })
    expect(relay?.conversation?.[0]?.finalResponse).toBeUndefined()
  })

  it('is the same JSON when it is written again', () => {
    expect(JSON.parse(writeStrandsExperiment(readJsonDocument(text, 'e.json', strandsExperimentFrom)))).toEqual(
      JSON.parse(text),
    )
  })

  it('keeps what we have no word for', () => {
    const chaos = {
      name: 'c',
      input: 'q',
      metadata: { a: 1 },
      effects: { search: ['Timeout'] },
      config: { traits: {} },
    }
    const [written] = JSON.parse(writeStrandsExperiment(read([chaos]))).cases as [object]
    expect(written).toMatchObject(chaos)
    const withExtra = readJsonDocument(
      '{"cases": [{"input": "q"}], "evaluators": [], "tags": ["x"]}',
      'e.json',
      strandsExperimentFrom,
    )
    expect(JSON.parse(writeStrandsExperiment(withExtra))).toMatchObject({ tags: ['x'] })
  })

  it('is written as it was changed, and not as it was read', () => {
    const { cases } = read([{ input: { q: 1 }, expected_output: 3, expected_trajectory: [{ name: 'f', input: {} }] }])
    const changed = cases.map((evalCase) => ({
      ...evalCase,
      conversation: [
        {
          userContent: { parts: [{ text: 'other' }] },
          finalResponse: { parts: [{ text: 'answer' }] },
          steps: { form: 'lists' as const, toolCalls: [{ name: 'g' }], toolResponses: [], responses: [] },
        },
      ],
    }))
    expect(JSON.parse(writeStrandsExperiment({ cases: changed, evaluators: [] })).cases).toMatchObject([
      { name: null, input: 'other', expected_output: 'answer', expected_trajectory: ['g'] },
    ])
  })

  it.each([
    [
      { cases: [{ imput: 'q' }], evaluators: [] },
      'e.json:4: cases[0].imput: unknown key\nDid you mean "input"? Further problems in it: 1.',
    ],
    [
      { cases: [{ input: 'q', expected_ouput: 'a' }] },
      'e.json:5: cases[0].expected_ouput: unknown key\nDid you mean "expected_output"?',
    ],
    [{ cases: [{ name: 'a' }] }, 'e.json:3: cases[0]: "input" is missing'],
    [
      { cases: [{ input: 'q', expected_trajectory: 'search' }] },
      'e.json:5: cases[0].expected_trajectory: expected a list, got "search"',
    ],
    [
      { cases: [{ input: 'q', expected_environment_state: [{ nmae: 'cart', state: 1 }] }] },
      'e.json:7: cases[0].expected_environment_state[0].nmae: unknown key\nDid you mean "name"? Further problems in it: 1.',
    ],
    [{ cases: [], evaluaters: [] }, 'e.json:3: evaluaters: unknown key\nDid you mean "evaluators"?'],
    [{ cases: [], evaluators: [{ type: 'Equals' }] }, 'e.json:4: evaluators[0]: "evaluator_type" is missing'],
    [{ cases: {}, evaluators: [] }, 'e.json:2: cases: expected a list, got {}'],
    [
      {
        cases: [
          { input: 'q', name: 'a' },
          { input: 'r', name: 'a' },
        ],
      },
      'e.json:9: cases[1].name: the case "a" is there twice; the first one is e.json:5: cases[0].name\n' +
        'Results are told apart by these ids. Give one of the two another one.',
    ],
  ])('says what is wrong in %j', (content, sentence) => {
    expect(complaint(content)).toBe(sentence)
  })

  it('takes a key that is only a little like a known one for its own, where the known one is there', () => {
    expect(read([{ input: 'q', name: 'a', time: 3 }]).cases[0]?.metadata).toEqual({ strands: { time: 3 } })
  })
})

describe('writeDataset', () => {
  it('writes any dataset as an experiment, and says what it could not hold', async () => {
    const turn = { userContent: { parts: [{ text: 'q' }] }, finalResponse: { parts: [{ text: 'a' }] } }
    const { text: written, losses } = await writeDataset('strands-experiment', { id: 's', name: 'Set' }, [
      { id: 'a', conversation: [turn, turn], session: { appName: 'x', userId: 'u', state: { n: 1 } } },
      { id: 'b', scenario: { startingPrompt: 'p', plan: 'q' } },
    ])
    expect(losses.map(toEnglish)).toMatchInlineSnapshot(`
      [
        "the set itself is left out: eval_set_id, name",
        "1 case without a written conversation left out",
        "1 case cut to the first exchange",
        "1 case with only the id of the initial session",
      ]
    `)
    expect(JSON.parse(written)).toEqual({
      cases: [
        {
          name: 'a',
          input: 'q',
          expected_output: 'a',
          expected_assertion: null,
          expected_trajectory: null,
          expected_interactions: null,
          expected_environment_state: null,
          metadata: null,
        },
      ],
      evaluators: [],
    })
  })

  it('says that evaluators stay behind in other formats', async () => {
    const { losses } = await writeDataset('adk-eval-set', { id: 's' }, [], {
      evaluators: [{ evaluator_type: 'Equals' }],
    })
    expect(losses.map(toEnglish)).toEqual(['1 evaluator of the experiment left out'])
  })
})

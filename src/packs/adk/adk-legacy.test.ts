import { describe, expect, it } from 'vitest'
import { toAdkEvalSet } from './adk-eval-set.ts'
import { EvalError, toEnglish } from '../../core/index.ts'
import { formats } from '../../compose/datasets.ts'
import { documentDataset } from '../../formats/document-dataset.ts'
import { convertLegacyEvalSet, convertLegacyTest } from './adk-legacy.ts'

const turn = {
  query: 'Hi',
  expected_tool_use: [{ tool_name: 'f', tool_input: { x: 1 } }],
  expected_intermediate_agent_responses: [{ author: 'sub', text: 'on it' }],
  reference: 'Hello',
}
const convertedTurn = {
  invocation_id: 'id-1',
  user_content: { parts: [{ text: 'Hi' }], role: 'user' },
  final_response: { parts: [{ text: 'Hello' }], role: 'model' },
  intermediate_data: {
    tool_uses: [{ name: 'f', args: { x: 1 } }],
    intermediate_responses: [['sub', [{ text: 'on it' }]]],
  },
  creation_timestamp: 7,
}
const options = () => {
  let count = 0
  return { newId: () => `id-${(count += 1)}`, now: 7, origin: { file: 'old.json' } }
}
const written = ({ cases, ...dataset }: ReturnType<typeof convertLegacyTest>) => toAdkEvalSet(dataset, cases)

describe('old ADK files', () => {
  it('become a set of named cases', () => {
    const old = [
      { name: 'c1', data: [turn], initial_session: { state: { k: 'v' }, user_id: 'u' } },
      { name: 'c2', data: [], initial_session: {} },
    ]
    expect(written(convertLegacyEvalSet(old, 'my_set', options()))).toEqual({
      eval_set_id: 'my_set',
      name: 'my_set',
      creation_timestamp: 7,
      eval_cases: [
        {
          eval_id: 'c1',
          conversation: [convertedTurn],
          session_input: { app_name: '', user_id: 'u', state: { k: 'v' } },
          creation_timestamp: 7,
        },
        { eval_id: 'c2', conversation: [], creation_timestamp: 7 },
      ],
    })
  })

  it('become one case when they are a list of turns, with the session of its own file', () => {
    const set = convertLegacyTest([turn, turn], 'home', { ...options(), initialSession: { state: { a: 1 } } })
    expect(set.cases).toMatchObject([
      {
        id: 'home',
        conversation: [{ id: 'id-1' }, { id: 'id-2' }],
        session: { appName: '', userId: '', state: { a: 1 } },
      },
    ])
  })

  it.each<[unknown, string, string]>([
    [[{ ...turn, referense: 'Hi' }], 'old.json:1: [0].referense: unknown key', 'Did you mean "reference"?'],
    [[turn, { qurey: 'Hi' }], 'old.json:1: [1].qurey: unknown key', 'Further problems in it: 1.'],
    [[{ ...turn, expectedToolUse: [] }], 'old.json:1: [0].expectedToolUse: unknown key', '"expected_tool_use"'],
    [
      [{ query: 'q', expected_intermediate_agent_responses: [{ author: 'a', text: 't', texts: 1 }] }],
      'old.json:1: [0].expected_intermediate_agent_responses[0].texts: unknown key',
      '"text"',
    ],
    [
      [
        { name: 'c', data: [turn] },
        { name: 'd', dta: [] },
      ],
      'old.json:1: [1].dta: unknown key',
      '"data"',
    ],
    [
      [{ name: 'c', data: [], initial_session: { states: {} } }],
      'old.json:1: [0].initial_session.states: unknown key',
      '"state"',
    ],
  ])('are refused with a key that looks like a slip: %j', async (value, sentence, hint) => {
    const text = JSON.stringify(value)
    const error = await documentDataset(text, 'old.json', { name: 'old', formats }).catch((thrown: unknown) => thrown)
    if (!(error instanceof EvalError)) throw new Error('it was read')
    expect(error.message).toBe(sentence)
    expect(toEnglish(error.hint ?? { text: '' })).toContain(hint)
  })

  it('are read with keys that nobody knows, which are noted once each', async () => {
    const data = [1, 2, 3].map((note) => ({ ...turn, note }))
    const value = [
      { name: 'c', data, initial_state: { a: 1 } },
      { name: 'd', data, initial_state: { a: 1 } },
    ]
    const text = JSON.stringify(value)
    const { dataset, notes = [] } = await documentDataset(text, 'old.json', { name: 'old', formats })
    expect(dataset.cases).toHaveLength(2)
    expect(notes.map(toEnglish)).toEqual([
      'old.json:1: [0].data[0].note: this key is unknown and passed over, here and wherever it comes again',
      'old.json:1: [0].initial_state: this key is unknown and passed over, here and wherever it comes again',
    ])
  })

  it('may still have the tool outputs that ADK left aside long ago', () => {
    const toolUse = [{ tool_name: 'f', tool_input: { x: 1 }, mock_tool_output: 'ok' }]
    const set = convertLegacyTest([{ ...turn, expected_tool_use: toolUse }], 'my_set', options())
    expect(set.cases[0]?.conversation?.[0]?.steps).toMatchObject({ toolCalls: [{ name: 'f', args: { x: 1 } }] })
  })

  it('without anything in them have no case', async () => {
    expect(await documentDataset('[]', 'old.json', { name: 'old', formats })).toMatchObject({
      format: 'adk-legacy',
      dataset: { cases: [] },
    })
  })

  it('need what the conversion reads', () => {
    expect(() => convertLegacyTest([{ query: 'q', expected_tool_use: [{ tool_name: 'f' }] }], 'x', options())).toThrow(
      'old.json: [0].expected_tool_use[0]: "tool_input" is missing',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { readJsonDocument } from '../../formats/kit/source-text.ts'
import { adkEvalSetFrom, toAdkEvalSet, writeAdkEvalSet } from './adk-eval-set.ts'

const everything = {
  eval_set_id: 'hotel',
  name: 'ホテル',
  description: 'smoke',
  eval_cases: [
    {
      eval_id: 'late',
      conversation: [
        {
          invocation_id: 't1',
          user_content: { parts: [{ text: '14時まで？' }], role: 'user' },
          final_response: {
            parts: [
              { text: 'hm', thought: true, thought_signature: 'c2ln' },
              { inline_data: { mime_type: 'image/png', data: 'aGk=', display_name: 'x' } },
              { file_data: { file_uri: 'gs://b/f', mime_type: 'text/plain' } },
              { executable_code: { code: 'print(1)', language: 'PYTHON' } },
              { code_execution_result: { outcome: 'OUTCOME_OK', output: '1' } },
            ],
          },
          intermediate_data: {
            tool_uses: [{ id: 'c1', name: 'move', args: { order: 9007199254740993n, deep: { a: [1, null] } } }],
            tool_responses: [{ id: 'c1', name: 'move', response: { ok: true }, scheduling: 'SILENT' }],
            intermediate_responses: [['desk', [{ text: 'One moment.' }]]],
          },
          creation_timestamp: 12.5,
          rubrics: [{ rubric_id: 'r', rubric_content: { text_property: 'polite' }, description: 'd', type: 'T' }],
          app_details: { agent_details: { desk: { name: 'desk', instructions: 'be nice', tool_declarations: [{}] } } },
          duration: 1.5,
          inference_call_count: 2,
        },
        {
          user_content: { parts: [{ text: 'b' }] },
          intermediate_data: {
            invocation_events: [
              {
                author: 'desk',
                content: { parts: [{ function_call: { name: 'f' } }], role: 'model' },
                usage_metadata: { prompt_token_count: 3, traffic_type: 'ON_DEMAND' },
                model_version: 'm1',
                grounding_metadata: { webSearchQueries: ['x'] },
              },
            ],
          },
        },
      ],
      session_input: { app_name: 'hotel', user_id: 'g', state: { room: '204' }, session_id: 's', locale: 'ja' },
      creation_timestamp: 3,
      rubrics: [],
      final_session_state: { room: '205' },
      tags: ['a', { b: null }],
    },
    {
      eval_id: 'angry',
      conversation_scenario: { starting_prompt: 'Cold.', conversation_plan: 'Ask.', user_persona: 'NOVICE' },
    },
    {
      eval_id: 'own',
      conversation_scenario: {
        starting_prompt: 'Cold.',
        conversation_plan: 'Ask.',
        user_persona: {
          id: 'p',
          description: 'd',
          behaviors: [{ name: 'n', description: 'd', behavior_instructions: ['i'], violation_rubrics: ['v'] }],
        },
      },
    },
    { eval_id: 'empty', conversation: [] },
  ],
  creation_timestamp: 1700000000.5,
}

const roundTrip = (value: unknown) => {
  const { cases, ...dataset } = adkEvalSetFrom(value, { file: 'e.json' })
  return toAdkEvalSet(dataset, cases)
}

describe('an ADK eval set', () => {
  it('comes back as it was, with all that the format can say', () => {
    expect(roundTrip(everything)).toEqual(everything)
  })

  it('is written as text that reads the same, long integers and Japanese included', () => {
    const { cases, ...dataset } = adkEvalSetFrom(everything, { file: 'e.json' })
    const text = writeAdkEvalSet(dataset, cases)
    expect(text).toContain('"name": "ホテル"')
    expect(text).toContain('"order": 9007199254740993')
    expect(readJsonDocument(text, 'e.json', adkEvalSetFrom)).toEqual({ ...dataset, cases })
  })

  it('is written without what is null, empty or a default', () => {
    const wordy = {
      eval_set_id: 's',
      name: null,
      creation_timestamp: 0,
      eval_cases: [
        {
          eval_id: 'a',
          conversation: [
            { invocation_id: '', user_content: { parts: [], role: null }, intermediate_data: { tool_uses: [] } },
          ],
          session_input: { app_name: 'x', user_id: 'u', state: {} },
          final_session_state: {},
          conversation_scenario: null,
        },
      ],
    }
    expect(roundTrip(wordy)).toEqual({
      eval_set_id: 's',
      eval_cases: [
        {
          eval_id: 'a',
          conversation: [{ user_content: { parts: [] }, intermediate_data: {} }],
          session_input: { app_name: 'x', user_id: 'u' },
        },
      ],
    })
  })

  it('may be spelt in camelCase below its top level', () => {
    const inner = { evalId: 'a', conversation: [{ userContent: { parts: [{ functionCall: { name: 'f' } }] } }] }
    expect(roundTrip({ eval_set_id: 's', eval_cases: [inner] })).toEqual({
      eval_set_id: 's',
      eval_cases: [{ eval_id: 'a', conversation: [{ user_content: { parts: [{ function_call: { name: 'f' } }] } }] }],
    })
    expect(() => roundTrip({ evalSetId: 's', eval_cases: [] })).toThrow(
      'e.json: here it is "eval_set_id", not "evalSetId"',
    )
  })

  it.each([
    [{ eval_id: 'a' }, 'e.json: eval_cases[0]: a case needs a conversation or a conversation_scenario'],
    [
      { eval_id: 'a', conversation: [], conversation_scenario: { starting_prompt: '', conversation_plan: '' } },
      'e.json: eval_cases[0]: a case has a conversation or a conversation_scenario, not both',
    ],
    [
      { eval_id: 'a', conversation_scenario: { starting_prompt: '', conversation_plan: '', user_persona: 'expert' } },
      'e.json: eval_cases[0].conversation_scenario.user_persona: there is no persona "expert"',
    ],
    [
      { eval_id: 'a', conversation: [{ user_content: {}, intermediate_data: { intermediate_responses: [['a']] } }] },
      'e.json: eval_cases[0].conversation[0].intermediate_data.intermediate_responses[0]: expected a pair of author and parts, got […]',
    ],
  ])('refuses %j', (evalCase, sentence) => {
    expect(() => roundTrip({ eval_set_id: 's', eval_cases: [evalCase] })).toThrow(sentence)
  })

  it('tells both places of an id that is there twice, with their lines', () => {
    const text = JSON.stringify(
      { eval_set_id: 's', eval_cases: [1, 2].map(() => ({ eval_id: 'a', conversation: [] })) },
      null,
      1,
    )
    expect(() => readJsonDocument(text, 's.json', adkEvalSetFrom)).toThrow(
      's.json:9: eval_cases[1].eval_id: the case "a" is there twice; the first one is s.json:5: eval_cases[0].eval_id',
    )
  })
})

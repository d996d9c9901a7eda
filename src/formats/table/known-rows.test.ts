import { describe, expect, it } from 'vitest'
import { formats } from '../../compose/datasets.ts'
import { textOf, toEnglish, toolCallsOf } from '../../core/index.ts'
import { readDatasetAs } from '../open-dataset.ts'

async function read(rows: unknown, file = 'rows.json') {
  const text = typeof rows === 'string' ? rows : JSON.stringify(rows)
  const opened = await readDatasetAs(new TextEncoder().encode(text), file, { formats })
  const transcripts = opened.transcripts === undefined ? [] : await Array.fromAsync(opened.transcripts())
  const cases = await Array.fromAsync(opened.dataset.cases())
  return {
    cases: cases.map(({ id, conversation = [] }) => [
      id,
      conversation.map(({ userContent }) => textOf(userContent)).join(' | '),
      textOf(conversation.at(-1)?.finalResponse),
      ...conversation.flatMap((turn) => toolCallsOf(turn) ?? []),
    ]),
    answers: transcripts.map(({ invocations }) =>
      invocations.map((one) => [textOf(one.finalResponse), ...(toolCallsOf(one) ?? ['unknown'])]),
    ),
    notes: (opened.notes ?? []).map(toEnglish),
  }
}

const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

describe('rows of', () => {
  it('LangSmith have inputs and outputs', async () => {
    const rows = [
      {
        inputs: { question: 'Capital of France?' },
        outputs: { answer: 'Paris' },
        metadata: { dataset_split: ['base'] },
      },
      {
        inputs: { messages: [{ role: 'user', content: 'Capital of Italy?' }] },
        outputs: { messages: [{ role: 'assistant', content: 'Rome' }] },
      },
    ]
    const right = [
      ['row-1', 'Capital of France?', 'Paris'],
      ['row-2', 'Capital of Italy?', 'Rome'],
    ]
    expect((await read(lines(rows), 'rows.jsonl')).cases).toEqual(right)
    expect((await read(rows)).cases).toEqual(right)
    const csv = 'id,inputs,outputs\n1,"{""question"": ""Capital of France?""}","{""answer"": ""Paris""}"\n2,Why?,So.\n'
    expect((await read(csv, 'rows.csv')).cases).toEqual([
      ['1', 'Capital of France?', 'Paris'],
      ['2', 'Why?', 'So.'],
    ])
  })

  it('MLflow have inputs, expectations and what an application put out', async () => {
    const set = await read([
      { inputs: { question: '42+1?' }, expectations: { expected_response: '43' }, outputs: { answer: '44' } },
      { inputs: { question: 'Capital?' }, expectations: { expected_facts: ['D.C.'] }, outputs: 'Washington' },
    ])
    expect(set.cases).toEqual([
      ['row-1', '42+1?', '43'],
      ['row-2', 'Capital?', undefined],
    ])
    expect(set.answers).toEqual([[['44', 'unknown']], [['Washington', 'unknown']]])
    expect(set.notes).toContain('1 case: facts and guidelines that are expected are kept as metadata and not scored')
  })

  it('experiments have the answer beside what was expected, and out of its object where those are', async () => {
    const [inputs, answer] = [{ question: 'Capital of France?' }, { answer: 'Paris' }]
    const langsmith = await read(lines([{ inputs, outputs: { answer: 'Lyon' }, reference_outputs: answer }]), 'l.jsonl')
    const row = { _xact_id: '1', experiment_id: 'e', input: inputs, output: { answer: 'Lyon' }, expected: answer }
    const braintrust = await read(lines([{ ...row, scores: { Factuality: 0 } }]), 'b.jsonl')
    const tried = {
      example_id: 'x',
      input: inputs,
      output: { answer: 'Lyon' },
      reference_output: answer,
      latency_ms: 3,
    }
    const phoenix = await read([{ ...tried, annotations: [{ name: 'right', score: 0 }] }])
    const csv = `example_id,input,reference_output,output\nx,"{""question"": ""Capital of France?""}","{""answer"": ""Paris""}",Lyon\n`
    for (const { cases, answers } of [langsmith, braintrust, phoenix, await read(csv, 'p.csv')])
      expect([cases, answers]).toEqual([[['row-1', 'Capital of France?', 'Paris']], [[['Lyon', 'unknown']]]])
  })

  it('a person say which of two answers is right', async () => {
    const rows = ['correct_answer', 'ideal', 'golden_answer', 'reference_output', '正解'].map((name) => ({
      question: 'Capital of France?',
      answer: 'Lyon',
      output: 'Nice',
      [name]: 'Paris',
    }))
    for (const row of rows) expect((await read([row])).cases).toEqual([['row-1', 'Capital of France?', 'Paris']])
  })

  it('pydantic-evals have names, and evaluators beside them', async () => {
    const set = await read(
      `name: capitals
cases:
- name: france
  inputs: What is the capital of France?
  expected_output: Paris
  evaluators: [EqualsExpected]
- name: italy
  inputs: { question: Of Italy?, lang: en }
  expected_output: { answer: Rome }
evaluators:
- LLMJudge: The answer is polite
`,
      'set.yaml',
    )
    expect(set.cases).toEqual([
      ['france', 'What is the capital of France?', 'Paris'],
      ['italy', '{"question":"Of Italy?","lang":"en"}', '{"answer":"Rome"}'],
    ])
    expect(set.notes[0]).toBe('set.yaml: its evaluators are left out: metrics are named in the criteria')
  })

  it('Mastra expect steps, of which those of tools are calls', async () => {
    const steps = [
      { stepType: 'model_generation', name: 'gpt' },
      { stepType: 'tool_call', name: 'lookup', toolArgs: { q: 'Italy' } },
    ]
    const set = await read([{ input: 'Capital of Italy?', groundTruth: 'Rome', expectedTrajectory: { steps } }])
    expect(set.cases).toEqual([['row-1', 'Capital of Italy?', 'Rome', { name: 'lookup', args: { q: 'Italy' } }]])
  })

  it('Azure and Ragas have the answer as a response', async () => {
    const row = { query: 'Capital of France?', context: 'It is Paris.', response: 'Paris.', ground_truth: 'Paris' }
    const azure = await read(lines([row]), 'rows.jsonl')
    expect(azure.cases).toEqual([['row-1', 'Capital of France?', 'Paris']])
    expect(azure.answers).toEqual([[['Paris.', 'unknown']]])
    const csv = await read('user_input,response,reference\nq,a,b\n', 'rows.csv')
    expect(csv.answers).toEqual([[['a', 'unknown']]])
    const agent = await read([
      {
        query: 'Weather?',
        response: [
          {
            role: 'assistant',
            content: [{ type: 'tool_call', tool_call_id: 'a', name: 'weather', arguments: { city: 'Oslo' } }],
          },
          { role: 'tool', tool_call_id: 'a', content: [{ type: 'tool_result', tool_result: { degrees: 3 } }] },
          { role: 'assistant', content: [{ type: 'text', text: 'It is 3.' }] },
        ],
      },
    ])
    expect(agent.answers).toEqual([[['It is 3.', { name: 'weather', args: { city: 'Oslo' } }]]])
    // Such files are for training: what they call a response is right.
    expect((await read([{ question: 'q', response: 'a' }])).answers).toEqual([])
  })

  it('Ragas over several turns have what was answered in them', async () => {
    const set = await read([
      {
        user_input: [
          { content: 'Weather in Oslo?', type: 'human' },
          { content: '', type: 'ai', tool_calls: [{ name: 'weather', args: { city: 'Oslo' } }] },
          { content: '3', type: 'tool' },
          { content: 'It is 3.', type: 'ai' },
          { content: 'Thanks', type: 'human' },
          { content: 'Welcome.', type: 'ai' },
        ],
        reference_tool_calls: [{ name: 'weather', args: { city: 'Oslo' } }],
      },
    ])
    expect(set.cases).toEqual([
      ['row-1', 'Weather in Oslo? | Thanks', undefined, { name: 'weather', args: { city: 'Oslo' } }],
    ])
    expect(set.answers).toEqual([[['It is 3.', { name: 'weather', args: { city: 'Oslo' } }], ['Welcome.']]])
  })

  it('ShareGPT end with the right answer', async () => {
    const row = {
      id: 'a1',
      system: 'Be brief.',
      conversations: [
        { from: 'human', value: 'Hi' },
        { from: 'gpt', value: 'Hello' },
        { from: 'human', value: 'Capital of France?' },
        { from: 'gpt', value: 'Paris' },
      ],
    }
    const right = [['a1', 'Be brief.\n\nHi | Capital of France?', 'Paris']]
    expect((await read([row])).cases).toEqual(right)
    expect((await read(lines([row]), 'rows.jsonl')).cases).toEqual(right)
  })
})

it('says which line has a question, where the first one has none', async () => {
  const text = lines([
    { name: 'set', version: 1 },
    { question: 'q', expected: 'a' },
  ])
  await expect(read(text, 'rows.jsonl')).rejects.toThrow('rows.jsonl: line 2 has a question, line 1 has none')
})

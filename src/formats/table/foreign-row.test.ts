import { describe, expect, it } from 'vitest'
import { formats } from '../../compose/datasets.ts'
import { expectedCallsOf, responseTextOf, textOf, toEnglish, toolCallsOf } from '../../core/index.ts'
import { readDatasetAs } from '../open-dataset.ts'
import { toCaseLine } from '../case-lines.ts'
import type { TableColumns } from './table-columns.ts'

/** Rows as one file has them, and what is said of them. */
async function read(rows: readonly unknown[] | string, file = 'rows.jsonl', columns?: TableColumns) {
  const text = typeof rows === 'string' ? rows : rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const opened = await readDatasetAs(new TextEncoder().encode(text), file, { formats, columns })
  const transcripts = opened.transcripts === undefined ? undefined : await Array.fromAsync(opened.transcripts())
  return {
    cases: await Array.fromAsync(opened.dataset.cases()),
    notes: (opened.notes ?? []).map(toEnglish),
    transcripts,
  }
}

/** What is asked in each turn, and what is right at the end. */
function spoken({ cases }: Awaited<ReturnType<typeof read>>) {
  return cases.map(({ conversation = [] }) => ({
    asked: conversation.map(({ userContent }) => textOf(userContent)),
    right: [textOf(conversation.at(-1)?.finalResponse), ...(conversation.at(-1)?.otherReferences ?? [])],
  }))
}

it('expects the reference_trajectory of Vertex, and has its predicted one', async () => {
  const call = [{ tool_name: 'find', tool_input: { city: 'Oslo' } }]
  const { cases, transcripts } = await read([
    { prompt: 'Where?', reference: 'A', response: 'B', reference_trajectory: call, predicted_trajectory: call },
  ])
  expect(cases.map(({ conversation: [turn] = [] }) => turn && expectedCallsOf(turn))).toMatchObject([
    [{ name: 'find', args: { city: 'Oslo' } }],
  ])
  expect(transcripts?.map(({ invocations: [turn] }) => turn && toolCallsOf(turn))).toMatchObject([
    [{ name: 'find', args: { city: 'Oslo' } }],
  ])
})

describe('samples of OpenAI evals', () => {
  it('ask with their messages: the system speaks first, examples of old chats too, an ideal list is several answers', async () => {
    // The shape of test_fuzzy_match in openai/evals (MIT).
    const set = await read([
      {
        input: [
          { role: 'system', content: 'Answer the following questions as concisely as possible.' },
          { role: 'system', content: "What's 2+2?", name: 'example_user' },
          { role: 'system', content: '4', name: 'example_assistant' },
          { role: 'user', content: "What season did derek die in grey's?" },
        ],
        ideal: ['Season 11', '11'],
      },
      { input: 'Once upon a ', ideal: 'time' },
      {
        input: [
          { role: 'system', content: 'Un mot par ligne:' },
          { role: 'system', content: 'Mon premier …' },
        ],
        ideal: 'Rome\nA',
      },
    ])
    expect(spoken(set)).toMatchInlineSnapshot(`
      [
        {
          "asked": [
            "Answer the following questions as concisely as possible.

      User: What's 2+2?

      Assistant: 4

      What season did derek die in grey's?",
          ],
          "right": [
            "Season 11",
            "11",
          ],
        },
        {
          "asked": [
            "Once upon a ",
          ],
          "right": [
            "time",
          ],
        },
        {
          "asked": [
            "Un mot par ligne:

      Mon premier …",
          ],
          "right": [
            "Rome
      A",
          ],
        },
      ]
    `)
    expect(set.notes).toMatchInlineSnapshot(`
      [
        "2 cases: what system messages say stands before the question, since the agent has its own",
      ]
    `)
  })

  it('play the turns of a conversation; what stands between them and behind them is kept', async () => {
    const messages = [
      { role: 'user', content: 'I am Bo.' },
      { role: 'assistant', content: 'Hello Bo.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Who is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And this?' },
          { type: 'image', image: 'a/b.png' },
        ],
      },
      { role: 'assistant', content: 'It is' },
    ]
    const set = await read([{ input: messages, ideal: 'A duck' }])
    expect(set.cases[0]).toEqual({
      id: 'row-1',
      conversation: [
        { userContent: { role: 'user', parts: [{ text: 'I am Bo.' }] } },
        {
          userContent: {
            role: 'user',
            parts: [
              { text: 'Who is this?' },
              { media: { mimeType: 'image/png', data: 'AAAA' } },
              { text: 'And this?' },
              { text: '[image: a/b.png]' },
            ],
          },
          finalResponse: { role: 'model', parts: [{ text: 'A duck' }] },
        },
      ],
      metadata: { prompt_messages: messages },
    })
    expect(set.notes).toMatchInlineSnapshot(`
      [
        "1 case: pictures and files that lie elsewhere are named and not sent",
        "1 case: answers between the questions are kept in "prompt_messages" and not expected, the agent gives its own",
        "1 case: the answer that the prompt ends with is kept in "prompt_messages" and not said",
      ]
    `)
  })

  it('may be items with the answer that was sampled, whatever their fields are called', async () => {
    const items = [
      {
        item: { ticket_text: "My monitor won't turn on!", correct_label: 'Hardware' },
        sample: { output_text: 'Hardware', finish_reason: 'length', usage: { prompt_tokens: 8, completion_tokens: 2 } },
      },
      {
        item: { ticket_text: 'I cannot quit vim', correct_label: 'Software' },
        sample: { output: [{ role: 'assistant', content: 'Other' }] },
      },
    ]
    const set = await read(items)
    expect(spoken(set).map(({ asked, right }) => [...asked, ...right])).toEqual([
      ["My monitor won't turn on!", 'Hardware'],
      ['I cannot quit vim', 'Software'],
    ])
    expect(set.notes).toEqual(['2 cases: which fields are asked and expected was told from their names'])
    expect(set.transcripts?.map(({ invocations }) => textOf(invocations[0]?.finalResponse))).toEqual([
      'Hardware',
      'Other',
    ])
    expect(set.transcripts?.[0]?.invocations[0]).toMatchObject({
      finishReason: 'length',
      usage: { inputTokens: 8, outputTokens: 2 },
    })
    const told = await read(items, 'rows.jsonl', { prompt: 'correct_label', expected: 'ticket_text' })
    expect(told.cases[0]?.conversation?.[0]?.userContent.parts).toEqual([{ text: 'Hardware' }])
    expect(told.notes).toEqual([])
  })

  it('may be a chat that the agent begins, as with a greeting', async () => {
    const greeted = [
      { from: 'gpt', value: 'Hello! What can I do?' },
      { from: 'human', value: '2+2?' },
      { from: 'gpt', value: '4' },
    ]
    const set = await read([{ conversations: greeted }])
    expect(spoken(set)).toEqual([{ asked: ['2+2?'], right: ['4'] }])
    expect(set.notes).toEqual([
      '1 case: answers between the questions are kept in "prompt_messages" and not expected, the agent gives its own',
    ])
  })

  it('may be chats for training, whose last message is the right answer', async () => {
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: '2+2?' },
      { role: 'assistant', content: '4' },
    ]
    const set = await read([{ messages }])
    expect(spoken(set)).toEqual([{ asked: ['Hi', '2+2?'], right: ['4'] }])
    expect(set.notes).toEqual([
      '1 case: answers between the questions are kept in "prompt_messages" and not expected, the agent gives its own',
    ])
  })

  it('expect an object as its JSON text, and say that what its keys mean is not carried out', async () => {
    const set = await read([
      { input: 'Capital of France?', expected: { contains: ['Paris'], tool: 'find' } },
      { input: 'Capital of Italy?', expected: [{ role: 'assistant', content: 'Rome' }] },
      { input: 'Of Norway?', expected: { text: ['Oslo', 'It is Oslo'], answer_start: [1, 2] } },
      { input: 'Of Spain?', expected: ['Madrid', 'It is Madrid'] },
    ])
    expect(spoken(set).map(({ right }) => right)).toEqual([
      ['{"contains":["Paris"],"tool":"find"}'],
      ['[{"role":"assistant","content":"Rome"}]'],
      ['Oslo', 'It is Oslo'],
      ['Madrid', 'It is Madrid'],
    ])
    expect(set.notes).toEqual([
      '2 cases: what is expected is an object, and its JSON text is the right answer; what its keys mean is not carried out',
    ])
  })

  it('ask the only field of an object, as stores of datasets keep it, and expect the only field of the other', async () => {
    const set = await read([
      { input: { question: 'Capital of France?' }, expectedOutput: { answer: 'Paris' } },
      { input: { messages: [{ role: 'user', content: 'Of Italy?' }] }, expectedOutput: 'Rome' },
      { input: { Query: 'Of Norway?' }, expectedOutput: { answer: 'Oslo', why: 'It is.' } },
    ])
    expect(spoken(set)).toEqual([
      { asked: ['Capital of France?'], right: ['Paris'] },
      { asked: ['Of Italy?'], right: ['Rome'] },
      { asked: ['Of Norway?'], right: ['{"answer":"Oslo","why":"It is."}'] },
    ])
    expect(set.notes).toEqual([
      '3 cases: what is asked is the only field of an object, and what is expected is that of another where there is one',
      '1 case: what is expected is an object, and its JSON text is the right answer; what its keys mean is not carried out',
    ])
  })

  it('ask the only field of an object in a cell of CSV, as their exports have it', async () => {
    const set = await read(
      'id,input,expectedOutput\n' +
        '1,"{""question"":""Capital of France?""}","{""answer"":""Paris""}"\n' +
        '2,"{""text"":""Fix the JSON: {}""}",done\n' +
        '3,{a} is what?,"{""answer"":""a""}"\n',
      'items.csv',
    )
    expect(spoken(set)).toEqual([
      { asked: ['Capital of France?'], right: ['Paris'] },
      { asked: ['{"text":"Fix the JSON: {}"}'], right: ['done'] },
      { asked: ['{a} is what?'], right: ['{"answer":"a"}'] },
    ])
    expect(set.notes).toEqual([
      '1 case: what is asked is the only field of an object, and what is expected is that of another where there is one',
    ])
  })

  it('ask any other object as its JSON text, and say so', async () => {
    const set = await read([
      { input: { question: 'Capital?', country: 'France' }, expected: { answer: 'Paris' } },
      { input: { city: 'Kobe' }, expected: 'warm' },
      { input: [[{ role: 'user', content: 'Hi' }]], expected: 'Hello' },
    ])
    expect(spoken(set).map(({ asked }) => asked)).toEqual([
      ['{"question":"Capital?","country":"France"}'],
      ['{"city":"Kobe"}'],
      ['[[{"role":"user","content":"Hi"}]]'],
    ])
    expect(set.notes).toEqual([
      '3 cases: what is asked is an object or a list, and the agent is sent its JSON text',
      '1 case: what is expected is an object, and its JSON text is the right answer; what its keys mean is not carried out',
    ])
  })

  it('are no way into the objects of others', async () => {
    const set = await read('[{"input": "q", "metadata": {"__proto__": {"expected": "x"}, "a": 1}}]', 'rows.json')
    expect(set.cases[0]?.conversation).toEqual([{ userContent: { role: 'user', parts: [{ text: 'q' }] } }])
    expect(Object.keys(set.cases[0]?.metadata ?? {})).toEqual(['__proto__', 'a'])
  })

  it('are offered as recorded only where every row has an answer', async () => {
    const { transcripts } = await read([
      { item: { input: 'a', expected: 'b' }, sample: { output_text: 'b' } },
      { item: { input: 'c', expected: 'd' } },
    ])
    expect(transcripts).toBeUndefined()
  })
})

describe('samples of Inspect', () => {
  it('ask with their choices by letter; the letter and its text are right', async () => {
    const set = await read([
      { id: 7, input: 'Which is the smallest number?', target: 'A', choices: ['1', '2', '3'] },
      { id: 8, input: 'Which are even?', target: ['B', 'D'], choices: ['1', '2', '3', '4'] },
      { id: 9, input: [{ role: 'user', content: 'Pick one. A) x B) y' }], target: 'y', choices: ['x', 'y'] },
      { id: 10, input: 'Why?', target: 'because', choices: ['x', 'y'] },
      { id: 11, input: 'Which comes first?', target: 'A', choices: ['B', 'A'] },
    ])
    expect(spoken(set)).toMatchInlineSnapshot(`
      [
        {
          "asked": [
            "Which is the smallest number?

      A) 1
      B) 2
      C) 3

      Answer with one of the letters A, B, C.",
          ],
          "right": [
            "A",
            "1",
            "A) 1",
            "ANSWER: A",
          ],
        },
        {
          "asked": [
            "Which are even?

      A) 1
      B) 2
      C) 3
      D) 4

      Several may be right. Answer with all letters that are, out of A, B, C, D.",
          ],
          "right": [
            "B, D",
            "B,D",
            "BD",
            "2, 4",
          ],
        },
        {
          "asked": [
            "Pick one. A) x B) y",
          ],
          "right": [
            "B",
            "y",
            "B) y",
            "ANSWER: B",
          ],
        },
        {
          "asked": [
            "Why?",
          ],
          "right": [
            "because",
          ],
        },
        {
          "asked": [
            "Which comes first?

      A) B
      B) A

      Answer with one of the letters A, B.",
          ],
          "right": [
            "A",
            "B",
            "A) B",
            "ANSWER: A",
          ],
        },
      ]
    `)
    expect(set.notes).toMatchInlineSnapshot(`
      [
        "4 cases: the choices stand below the question, and a letter or its text is a right answer",
        "1 case: the choices are kept as metadata, since what is expected is none of them",
      ]
    `)
  })

  it('are the same in CSV, with metadata and choices in cells', async () => {
    const set = await read(
      'input,target,choices,metadata,sandbox\n"Which?",b,"one,two","{""age"": 42, ""tags"": [""x""]}","[""docker"",""compose.yaml""]"\n',
      'samples.csv',
    )
    expect(set.cases[0]).toMatchObject({
      metadata: { age: 42, tags: ['x'], choices: 'one,two', sandbox: '["docker","compose.yaml"]' },
      conversation: [{ finalResponse: { parts: [{ text: 'B' }] }, otherReferences: ['two', 'B) two', 'ANSWER: B'] }],
    })
    expect(set.notes).toMatchInlineSnapshot(`
      [
        "1 case: the choices stand below the question, and a letter or its text is a right answer",
        "1 case: files, setup and sandbox are kept as metadata and not carried out",
      ]
    `)
  })

  it('have a column for each letter, as exams in CSV do', async () => {
    const exam = await read('question,A,B,C,D,answer\nCapital of Norway?,Paris,Oslo,Rome,Bern,B\n', 'exam.csv')
    expect(spoken(exam)[0]?.asked[0]).toContain('Capital of Norway?\n\nA) Paris\nB) Oslo\nC) Rome\nD) Bern')
    expect(spoken(exam)[0]?.right).toEqual(['B', 'Oslo', 'B) Oslo', 'ANSWER: B'])
    const lines = await read([{ question: 'Which?', option_a: 'x', option_b: 'y', answer: 'A' }])
    expect(spoken(lines)[0]?.asked[0]).toContain('A) x\nB) y')
    // Columns of that name in a table that is no exam.
    expect(spoken(await read([{ question: 'Which?', A: 'x', B: 'y', answer: 'Oslo' }]))[0]?.asked).toEqual(['Which?'])
  })

  it('keep an index into their choices apart from a choice that is a number', async () => {
    const set = await read([
      { question: 'q', answer: 1, choices: ['0', '1', '2'] },
      { question: 'q', answer: '1', choices: ['1', '0', '2'] },
    ])
    expect(spoken(set).map(({ right }) => right[1])).toEqual(['1', '1'])
    expect(spoken(set).map(({ right }) => right[0])).toEqual(['B', 'A'])
  })
})

describe('goldens of DeepEval', () => {
  it('expect outputs and tools, go by their contexts, and have what was answered', async () => {
    const golden = {
      input: 'How high?',
      actual_output: '8,849 m',
      expected_output: '8,848.86 m',
      context: ['Everest is 8,848.86 m high.'],
      retrieval_context: [{ source: 'a', context: 'Heights' }],
      expected_tools: [
        { name: 'find', inputParameters: { q: 'Everest' }, type: 'function', output: 'x' },
        { name: 'ask' },
      ],
      tools_called: [{ name: 'find', input_parameters: { q: 'K2' } }],
      additional_metadata: { topic: 'peaks' },
      comments: null,
      source_file: null,
    }
    const set = await read([golden])
    expect(set.cases).toEqual([
      {
        id: 'row-1',
        conversation: [
          {
            userContent: { role: 'user', parts: [{ text: 'How high?' }] },
            finalResponse: { role: 'model', parts: [{ text: '8,848.86 m' }] },
            steps: {
              form: 'lists',
              toolCalls: [{ name: 'find', args: { q: 'Everest' } }, { name: 'ask' }],
              toolResponses: [],
              responses: [],
            },
          },
        ],
        metadata: {
          topic: 'peaks',
          actual_output: '8,849 m',
          tools_called: golden.tools_called,
          retrieval_context: golden.retrieval_context,
          documents: ['Everest is 8,848.86 m high.'],
        },
      },
    ])
    expect(set.transcripts?.[0]?.invocations[0]).toMatchObject({
      finalResponse: { parts: [{ text: '8,849 m' }] },
      steps: { toolCalls: [{ name: 'find', args: { q: 'K2' } }] },
    })
    expect(set.notes).toEqual(['1 case: of expected tools the names and arguments are kept'])
    const camel = Object.fromEntries(
      Object.entries(golden).map(([key, value]) => [
        key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    )
    expect((await read([camel])).cases[0]?.conversation).toEqual(set.cases[0]?.conversation)
  })

  it('of conversations are scenarios for a simulated user, with their turns as recorded', async () => {
    const golden = {
      scenario: 'A traveller asks for the weather.',
      expectedOutcome: 'Knows whether it rains.',
      persona: { name: 'Ana', characteristics: 'In a hurry.', voice: 'alloy' },
      context: ['Paris'],
      turns: [
        { role: 'user', content: 'Rain in Paris?' },
        { role: 'assistant', content: 'Yes.', tools_called: [{ name: 'weather', inputParameters: { city: 'Paris' } }] },
      ],
      additionalMetadata: { level: 'easy' },
    }
    const set = await read(JSON.stringify([golden]), 'goldens.json')
    expect(set.cases).toEqual([
      {
        id: 'row-1',
        scenario: {
          startingPrompt: 'Rain in Paris?',
          plan: 'A traveller asks for the weather.\n\nKnows whether it rains.',
          persona: { id: 'golden', description: 'Ana\nIn a hurry.', behaviors: [] },
        },
        rubrics: [{ id: 'expected_outcome', property: 'Knows whether it rains.', type: 'TRAJECTORY_QUALITY' }],
        metadata: { level: 'easy', documents: ['Paris'] },
      },
    ])
    expect(set.transcripts?.[0]?.invocations).toMatchObject([
      {
        finalResponse: { parts: [{ text: 'Yes.' }] },
        steps: { toolCalls: [{ name: 'weather', args: { city: 'Paris' } }] },
      },
    ])
    expect(set.notes).toMatchInlineSnapshot(`
      [
        "1 case: the expected outcome is a rubric, which needs a judge",
        "1 case: how the simulated caller sounds is left out, users write here",
      ]
    `)
    const { turns: _, ...open } = golden
    expect((await read([open])).notes).toContain(
      '1 case: the scenario says no first message, so the simulated user begins with its text',
    )
  })

  it('of conversations have the calls of each turn, after a greeting and where an answer has several messages', async () => {
    const turns = [
      { role: 'assistant', content: 'Hello!' },
      { role: 'user', content: 'Rain?' },
      { role: 'assistant', content: 'Let me see.', tools_called: [{ name: 'weather', input_parameters: {} }] },
      { role: 'assistant', content: 'No.', tools_called: null },
      { role: 'user', content: 'Thanks.' },
      { role: 'assistant', content: 'Bye.', tools_called: [{ name: 'note' }, { name: 'close' }] },
    ]
    const set = await read([{ scenario: 'A traveller asks.', expected_outcome: 'Knows.', turns }])
    const told = set.transcripts?.[0]?.invocations.map((one) => [responseTextOf(one), toolCallsOf(one)])
    expect(told).toMatchObject([
      ['No.', [{ name: 'weather' }]],
      ['Bye.', [{ name: 'note' }, { name: 'close' }]],
    ])
  })

  it('of conversations keep calls with their turn where a system or tool message stands between questions', async () => {
    const turns = [
      { role: 'user', content: 'I am in Oslo.' },
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Rain?' },
      { role: 'assistant', content: 'No.', tools_called: [{ name: 'weather' }] },
    ]
    const set = await read([{ scenario: 'A traveller asks.', expected_outcome: 'Knows.', turns }])
    const told = set.transcripts?.[0]?.invocations.map((one) => [responseTextOf(one), toolCallsOf(one)])
    expect(told).toMatchObject([['No.', [{ name: 'weather' }]]])
  })

  it('are the same in CSV, where lists stand between bars and names of tools between semicolons', async () => {
    const text =
      'input,actual_output,expected_output,retrieval_context,context,expected_tools\nHow high?,a,b,r,one|two,find;ask\n'
    const { cases } = await read(text, 'goldens.csv')
    expect(cases[0]).toMatchObject({
      conversation: [{ steps: { toolCalls: [{ name: 'find' }, { name: 'ask' }] } }],
      metadata: { documents: ['one', 'two'] },
    })
  })
})

it('several right answers stay on the lines that they are written to', async () => {
  const { cases } = await read([{ input: 'q', ideal: ['a', 'b'] }])
  const lines = cases.map((one) => `${toCaseLine(one)}\n`).join('')
  expect(await read(lines)).toMatchObject({ cases })
})

it('asks messages beside an instruction, which is one of its developers', async () => {
  const set = await read([{ instruction: 'Be terse.', input: [{ role: 'user', content: 'Why?' }], output: 'So.' }])
  expect(spoken(set)).toEqual([{ asked: ['Why?'], right: ['So.'] }])
  expect(set.cases[0]?.metadata).toEqual({ instruction: 'Be terse.' })
})

describe('calls that were recorded or are expected', () => {
  const notations = [
    [{ id: 'a', type: 'function', function: { name: 'search', arguments: '{"city":"Oslo"}' } }],
    [{ type: 'tool_use', name: 'search', input: { city: 'Oslo' } }],
    [{ functionCall: { name: 'search', args: { city: 'Oslo' } } }],
    [{ toolName: 'search', input: { city: 'Oslo' } }],
    [{ name: 'search', args: { city: 'Oslo' }, id: 'a', type: 'tool_call' }],
    'search(city="Oslo")',
    "[ToolCall(name='search', input_parameters={'city': 'Oslo'}, output=None)]",
    JSON.stringify(JSON.stringify([{ name: 'search', arguments: { city: 'Oslo' } }])),
  ]

  it.each(notations)('are read alike: %j', async (written) => {
    const set = await read([{ input: 'q', actual_output: 'a', expected_tools: written, tools_called: written }])
    const expected = set.cases[0]?.conversation?.[0]
    const recorded = set.transcripts?.[0]?.invocations[0]
    expect(expected && toolCallsOf(expected)).toEqual([{ name: 'search', args: { city: 'Oslo' } }])
    expect(recorded && toolCallsOf(recorded)).toEqual([{ name: 'search', args: { city: 'Oslo' } }])
  })

  it.each(['expected_tools', 'tools_called'])('are errors with their line where they are none: %s', async (column) => {
    const rows = [
      { input: 'q', actual_output: 'a', [column]: [] },
      { input: 'r', actual_output: 'a', [column]: [{ name: 'search' }, { city: 'Oslo' }] },
    ]
    await expect(read(rows)).rejects.toThrow(`rows.jsonl:2: ${column}: city: unknown key`)
    const inWords = rows.map((row, index) => (index === 0 ? row : { ...row, [column]: 'It searched for Oslo.' }))
    await expect(read(inWords)).rejects.toThrow(
      `rows.jsonl:2: the column "${column}" is not JSON: "It searched for Oslo."`,
    )
  })

  it('are unknown where a cell is empty or absent, and none where a list is empty', async () => {
    const cells = [
      {},
      { tools_called: '' },
      { tools_called: null },
      { tools_called: 'None' },
      { tools_called: [] },
      { tools_called: '[]' },
    ]
    const set = await read(cells.map((cell) => ({ input: 'q', actual_output: 'a', ...cell })))
    const recorded = set.transcripts?.map(({ invocations: [one] }) => one && toolCallsOf(one))
    expect(recorded).toEqual([undefined, undefined, undefined, undefined, [], []])
    const expected = await read(
      cells.map(({ tools_called }) => ({
        input: 'q',
        ...(tools_called !== undefined && { expected_tools: tools_called }),
      })),
    )
    expect(expected.cases.map(({ conversation }) => conversation?.[0]?.steps?.form)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'lists',
      'lists',
    ])
  })

  it('keep what cannot be read of one, and the others', async () => {
    const calls = [
      { name: 'find', arguments: '{"city": "Os' },
      { name: 'ask', args: { to: 'Bo' } },
    ]
    const set = await read([{ input: 'q', actual_output: 'a', tools_called: calls }])
    expect(set.transcripts?.[0]?.invocations[0]?.steps).toMatchObject({
      toolCalls: [
        { name: 'find', malformed: '{"city": "Os' },
        { name: 'ask', args: { to: 'Bo' } },
      ],
    })
  })

  it('have each key once', async () => {
    const cell = '[{""name"":""refund"",""args"":{""amount"":5,""amount"":500}}]'
    await expect(read(`input,expected_tools\nq,"${cell}"\n`, 'twice.csv')).rejects.toThrow(
      'twice.csv:2: [0].args.amount: this key is there twice',
    )
    const calls = [{ name: 'refund', arguments: '{"amount":5,"amount":500}' }]
    const set = await read([{ input: 'q', actual_output: 'a', tools_called: calls }])
    expect(set.transcripts?.[0]?.invocations[0]?.steps).toMatchObject({
      toolCalls: [{ name: 'refund', malformed: '{"amount":5,"amount":500}' }],
    })
  })

  it('are refused where they are nested absurdly deep', async () => {
    const deep = `[{"name":"x","args":{"a":${'['.repeat(300)}${']'.repeat(300)}}}]`
    await expect(read(`input,expected_tools\nq,"${deep.replaceAll('"', '""')}"\n`, 'deep.csv')).rejects.toThrow(
      'deep.csv:2: expected_tools: nested deeper than 200 levels',
    )
  })
})

const answersIn = async (cells: readonly unknown[]) => {
  const { transcripts } = await read(cells.map((cell) => ({ input: 'q', actual_output: cell })))
  return transcripts?.map(({ invocations: [one] }) => one?.finalResponse?.parts)
}

describe('answers that were recorded', () => {
  it('may be empty, numbers, truth and objects', async () => {
    expect(await answersIn(['', 42, false, { answer: 42 }, ['a'], 'text'])).toEqual([
      [{ text: '' }],
      [{ text: '42' }],
      [{ text: 'false' }],
      [{ text: '{"answer":42}' }],
      [{ text: '["a"]' }],
      [{ text: 'text' }],
    ])
    expect(await answersIn([''])).toEqual([[{ text: '' }]])
  })

  it('are none where they are null or absent: the row is named where others have one', async () => {
    const rows = [{ input: 'q', actual_output: 'a' }, { input: 'r', actual_output: null }, { input: 's' }]
    const lines = await read(rows)
    expect(lines.transcripts).toBeUndefined()
    expect(lines.notes).toMatchInlineSnapshot(`
      [
        "rows.jsonl:2: this row has no answer, as 2 of 3, so the answers of the others are not scored without an agent",
      ]
    `)
    const document = await read(JSON.stringify(rows, undefined, 1), 'rows.json')
    expect(document.notes[0]).toContain('rows.json:6: this row has no answer, as 2 of 3')
    expect((await read([{ input: 'q', actual_output: null }])).notes).toEqual([])
  })

  it('are none where nobody filled in a cell of the column', async () => {
    expect((await read('input,actual_output\nq,\nr,\n', 'rows.csv')).transcripts).toBeUndefined()
    const some = await read('input,actual_output\nq,a\nr,\n', 'rows.csv')
    expect(some.transcripts?.map(({ invocations: [one] }) => textOf(one?.finalResponse))).toEqual(['a', ''])
  })

  it('have thoughts apart, and so has what is expected', async () => {
    const said = '<think>Or Lyon?</think>\nParis'
    const set = await read([{ input: 'q', actual_output: said, expected: [said, '<think>x</think>Lutetia'] }])
    const parts = [{ text: 'Or Lyon?', thought: true }, { text: 'Paris' }]
    expect(set.transcripts?.[0]?.invocations[0]?.finalResponse?.parts).toEqual(parts)
    expect(set.cases[0]?.conversation?.[0]).toMatchObject({ finalResponse: { parts }, otherReferences: ['Lutetia'] })
  })
})

describe('what was said before a question', () => {
  const openai = [
    { role: 'user', content: 'Capital of France?' },
    { role: 'assistant', content: 'Paris' },
  ]

  it.each([
    ['chat_history', openai],
    ['history', openai],
    ['conversationHistory', openai],
    ['previous_messages', openai],
    ['messages_before', openai],
    ['context', openai],
    ['chat_history', JSON.stringify(openai)],
    ['chat_history', [{ inputs: { question: 'Capital of France?' }, outputs: { answer: 'Paris' } }]],
    [
      'chat_history',
      [
        ['human', 'Capital of France?'],
        ['ai', 'Paris'],
      ],
    ],
    ['chat_history', [['Capital of France?', 'Paris']]],
    [
      'history',
      [
        { from: 'human', value: 'Capital of France?' },
        { from: 'gpt', value: 'Paris' },
      ],
    ],
    ['history', [{ user: 'Capital of France?', bot: 'Paris' }]],
    [
      'history',
      [
        { type: 'human', data: { content: 'Capital of France?' } },
        { type: 'ai', data: { content: 'Paris' } },
      ],
    ],
    ['history', 'User: Capital of France?\nAssistant: Paris'],
    ['history', [...openai, { role: 'user', content: 'And Italy?' }]],
  ])('is said in turns before it: %s %j', async (column, before) => {
    const set = await read([{ question: 'And Italy?', [column]: before, answer: 'Rome', actual_output: 'It is Rome.' }])
    expect(spoken(set)).toEqual([{ asked: ['Capital of France?', 'And Italy?'], right: ['Rome'] }])
    expect(set.cases[0]?.conversation?.[0]?.finalResponse).toBeUndefined()
    expect(set.notes).toEqual([
      '1 case: what was said before the question is said in turns before it; the answers there are not expected, the agent gives its own',
    ])
    expect(set.transcripts?.[0]?.invocations.map(({ finalResponse }) => textOf(finalResponse))).toEqual([
      'Paris',
      'It is Rome.',
    ])
  })

  it('is warned of where it cannot be read, and is nothing where it is empty', async () => {
    const set = await read([
      { question: 'a', history: 'They talked about France.' },
      { question: 'b', history: [{ text: 'x' }] },
      { question: 'c', history: [] },
      { question: 'd', history: '' },
      { question: 'e', context: ['Paris is in France.'] },
    ])
    expect(spoken(set).map(({ asked }) => asked)).toEqual([['a'], ['b'], ['c'], ['d'], ['e']])
    expect(set.notes).toEqual([
      '2 cases: what was said before cannot be read and is not said, so the question is asked alone',
    ])
  })

  it('is the same in CSV', async () => {
    const set = await read(
      "question,chat_history\nAnd Italy?,\"[('human', 'Capital of France?'), ('ai', 'Paris')]\"\nWhy?,\n",
      'rows.csv',
    )
    expect(spoken(set).map(({ asked }) => asked)).toEqual([['Capital of France?', 'And Italy?'], ['Why?']])
  })
})

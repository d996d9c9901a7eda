import { describe, expect, it } from 'vitest'
import { formats } from '../../compose/datasets.ts'
import { EvalError, textOf, toEnglish } from '../../core/index.ts'
import { readDatasetAs } from '../open-dataset.ts'
import type { TableColumns } from './table-columns.ts'
import { tableDataset } from './table-document.ts'

async function read(text: string, file = 'cases.yaml', columns?: TableColumns) {
  const { dataset, format, notes } = await readDatasetAs(new TextEncoder().encode(text), file, { formats, columns })
  return { format, cases: await Array.fromAsync(dataset.cases()), notes: notes?.map(toEnglish) }
}

async function complaint(text: string, file?: string, columns?: TableColumns): Promise<string> {
  const error: unknown = await read(text, file, columns).catch((reason: unknown) => reason)
  if (!(error instanceof EvalError)) throw error
  return [error.message, ...(error.hint === undefined ? [] : [toEnglish(error.hint)])].join('\n')
}

const exchange = (question: string, ...answers: readonly string[]) => ({
  userContent: { role: 'user', parts: [{ text: question }] },
  ...(answers.length > 0 && { finalResponse: { role: 'model', parts: [{ text: answers[0] }] } }),
  ...(answers.length > 1 && { otherReferences: answers.slice(1) }),
})

describe('a list of rows', () => {
  it('is not what grades the rows of a hosted evaluation', async () => {
    const grader = {
      type: 'label_model',
      name: 'right',
      input: [{ role: 'user', content: 'Is {{item.answer}} right?' }],
    }
    const hosted = { object: 'eval', id: 'eval_1', name: 'capitals', testing_criteria: [grader] }
    await expect(read(JSON.stringify(hosted), 'eval.json')).rejects.toBeInstanceOf(EvalError)
  })

  it.each(['graders', 'metrics', 'scorers', 'prompts'])('is not what stands under %s', async (key) => {
    const { cases } = await read(
      JSON.stringify({
        [key]: [{ name: 'right', input: 'Is it right?' }],
        rows: [{ question: 'Tea?', answer: 'Yes' }],
      }),
      'suite.json',
    )
    expect(cases).toMatchObject([{ conversation: [exchange('Tea?', 'Yes')] }])
    await expect(read(JSON.stringify({ [key]: [{ name: 'right', input: 'Is it right?' }] }), 'x.json')).rejects.toThrow(
      'this document is no dataset',
    )
  })

  it.each([
    [{ question: ['2+2?', 'Who?'], contexts: [['x'], []], ground_truth: ['4', 'me'] }],
    [{ question: { 0: '2+2?', 1: 'Who?' }, ground_truth: { 0: '4', 1: 'me' } }],
    [{ ask: { 0: '2+2?', 1: 'Who?' }, ground_truth: { 0: '4', 1: 'me' } }, { prompt: 'ask' }],
  ])('is not one row where a table was written column by column: %j %j', async (table, columns?) => {
    expect(await complaint(JSON.stringify(table), 'ragas.json', columns)).toBe(
      "ragas.json: this document is no dataset\nIt holds a table column by column. Write it row by row; in pandas: df.to_json(path, orient='records', lines=True)",
    )
  })

  it('is one row where its question is a chat', async () => {
    const chat = { messages: [{ role: 'user', content: 'Tea?' }], tags: ['a'] }
    expect((await read(JSON.stringify(chat), 'chat.json')).cases).toMatchObject([{ conversation: [exchange('Tea?')] }])
  })

  it('is what a hosted run put out, with its answers and what its graders said', async () => {
    const results = [{ name: 'same', passed: false, score: 0 }]
    const item = {
      object: 'eval.run.output_item',
      id: 'outputitem_1',
      eval_id: 'eval_1',
      datasource_item_id: 7,
      datasource_item: { country: 'Peru', ground_truth: 'Lima' },
      results,
      sample: {
        input: [{ role: 'user', content: 'What is the capital of Peru?' }],
        output: [{ role: 'assistant', content: 'Cusco' }],
      },
    }
    const wanted = [
      {
        id: 'item-7',
        conversation: [exchange('What is the capital of Peru?', 'Lima')],
        metadata: { country: 'Peru', hosted_results: results, actual_output: 'Cusco' },
      },
    ]
    expect((await read(JSON.stringify({ object: 'list', data: [item] }), 'page.json')).cases).toMatchObject(wanted)
    expect((await read(`${JSON.stringify(item)}\n`, 'items.jsonl')).cases).toMatchObject(wanted)
  })

  it('is a table in YAML: block texts, several answers, merged defaults, tags', async () => {
    const { format, cases } = await read(`
# what people ask
- &first
  id: vacation
  question: |
    How many days
    of vacation?
  answers: [25 days, twenty-five]
  tags: [hr, days]
- <<: *first
  id: 12345678901234567890
  question: はい？
  answers: no
`)
    expect(format).toBe('table-document')
    expect(cases).toEqual([
      {
        id: 'vacation',
        conversation: [exchange('How many days\nof vacation?\n', '25 days', 'twenty-five')],
        metadata: { tags: ['hr', 'days'] },
      },
      {
        id: '12345678901234567890',
        conversation: [exchange('はい？', 'no')],
        metadata: { tags: ['hr', 'days'] },
      },
    ])
  })

  it.each(['cases', 'tests', 'examples', 'samples', 'data', 'questions'])('may stand under %s', async (key) => {
    const rows = [{ question: 'Why?', answer: 'So.', category: 'short' }]
    const { format, cases } = await read(
      JSON.stringify({ name: 'set', version: 1, sources: ['a.md'], [key]: rows }),
      'a.json',
    )
    expect(format).toBe('table-document')
    expect(cases).toMatchObject([
      { id: 'row-1', conversation: [exchange('Why?', 'So.')], metadata: { category: 'short' } },
    ])
  })

  it('may be several documents, one for each row or lists of them', async () => {
    const rows = await read('---\nquestion: a?\nanswer: NO\n---\n# nothing\n---\nquestion: b?\n...\n')
    expect(rows.cases.map(({ conversation }) => conversation)).toEqual([[exchange('a?', 'NO')], [exchange('b?')]])
    const lists = await read('- &q {question: a?}\n---\n- {question: b?}\n- {question: c?}\n')
    expect(lists.cases.map(({ id }) => id)).toEqual(['row-1', 'row-2', 'row-3'])
    expect(await complaint('- question: a?\n---\n- question: b?\n- 7\n')).toContain('cases.yaml:4: expected an object')
    expect(await complaint('question: a?\n---\nquestion: b?\nquestion: c?\n')).toContain(
      'cases.yaml:4:1: this is no YAML',
    )
  })

  it('is told from old ADK files, which ask in query too, and from questions about runbooks', async () => {
    expect((await read('[{"query": "a", "answer": "b"}]', 'a.json')).format).toBe('table-document')
    expect((await read('[{"query": "a", "reference": "b"}]', 'a.json')).format).toBe('adk-legacy')
    expect((await read('[{"question": "a", "answer": "b", "category": "正しい"}]', 'a.json')).format).toBe(
      'table-document',
    )
  })

  it('takes the columns that it is told', async () => {
    const { cases } = await read('- { ask: a, reply: b }', 'a.yml', { prompt: 'ask', expected: 'reply' })
    expect(cases).toMatchObject([{ conversation: [exchange('a', 'b')] }])
  })

  it('may be an eval set in YAML', async () => {
    const { format } = await read(
      'eval_set_id: s\neval_cases:\n- eval_id: a\n  conversation:\n  - user_content: { parts: [{ text: hi }] }\n',
    )
    expect(format).toBe('adk-eval-set')
  })

  it('says on which line something is wrong', async () => {
    expect(await complaint('- question: a\n- answer: b\n  question:\n- question: c\n')).toMatchInlineSnapshot(`
      "cases.yaml:2: the column "question" is empty
      Every row needs one. Remove the row, or fill it in."
    `)
    expect(await complaint('data:\n- question: a\n- just text\n')).toMatchInlineSnapshot(`
      "cases.yaml:3: expected an object with a question in it, got "just text"
      Each row is like {"question": "…", "answer": "…"}"
    `)
    expect(await complaint('- { id: 1, question: a }\n- { id: 1, question: b }\n')).toMatchInlineSnapshot(`
      "cases.yaml:2: [1]: the case "1" is there twice; the first one is cases.yaml:1: [0]
      Results are told apart by these ids. Give one of the two another one."
    `)
    expect(await complaint('- question: [a\n')).toMatchInlineSnapshot(
      `"cases.yaml:2:1: this is no YAML: Flow sequence in block collection must be sufficiently indented and end with a ]"`,
    )
    expect(await complaint('[{"question": "a"},\n {"expected": "b"}]', 'a.json')).toMatchInlineSnapshot(`
      "a.json:2: the column "question" is empty
      Every row needs one. Remove the row, or fill it in."
    `)
    expect(await complaint('prompts: [a]\nproviders: [x]\ntests: [{ vars: { a: b } }]')).toMatchInlineSnapshot(`
      "cases.yaml: this document is no dataset
      It looks like a config of promptfoo: shinsa convert promptfooconfig.yaml --output promptfoo.eval.ts"
    `)
  })

  it('names the samples that the registry of OpenAI evals has', async () => {
    const registry =
      'e:\n  id: e.v0\ne.v0:\n  class: evals.elsuite.basic.match:Match\n  args: { samples_jsonl: coqa/match.jsonl }\n'
    expect(await complaint(registry)).toContain('names its samples: coqa/match.jsonl, below its folder data')
  })

  it('looks for the line of a row only where something is wrong', () => {
    let asked = 0
    const origin = { file: 'a.json', lineOf: () => (asked += 1) }
    const rows = [{ question: 'a', answer: 'b', expected_tools: [{ name: 'f', args: {} }] }, { question: 'c' }]
    const { dataset } = tableDataset({ rows, pathOf: (index) => [index] }, { origin, name: 'a', columns: {} })
    expect([dataset.cases.length, asked]).toEqual([2, 0])
  })

  it('says which alias names nothing, as in a list of patterns without quotes', async () => {
    expect(await complaint('- question: q\n  answer: *.txt')).toContain('is no YAML: Unresolved alias')
    expect(await complaint('- question: q\n  answer: *.txt')).toContain('.txt')
  })

  it('stays small where it is made to grow', async () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefghi'.split('').map((key, at) => {
        const before = 'abcdefgh'[at]
        return `${key}: &${key} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`
      }),
    ]
    expect(await complaint(bomb.join('\n'))).toContain('its aliases repeat too much')
    expect(await complaint(`- question: ${'['.repeat(100_000)}`)).toMatch(/nested deeper than 200 levels|is no YAML/)
    expect(await complaint(`- question: ${'['.repeat(300)}${']'.repeat(300)}`)).toContain(
      'nested deeper than 200 levels',
    )
    expect(await complaint(`- question: ${'a'.repeat(17 * 1024 * 1024)}`)).toMatchInlineSnapshot(`
      "cases.yaml: a YAML document of 18 MiB is too large
      Write one case per line into a .jsonl file instead: it is streamed, however large it is."
    `)
  })
})

const said = ({ cases }: Awaited<ReturnType<typeof read>>) =>
  cases.map(({ id, conversation: [turn] = [], metadata }) => ({
    id,
    asked: textOf(turn?.userContent),
    right: [textOf(turn?.finalResponse), ...(turn?.otherReferences ?? [])],
    ...(metadata !== undefined && { metadata }),
  }))

describe('what somebody wrote', () => {
  it('stays as it is written in YAML', async () => {
    const set = await read(`
- { id: 1.10, question: 0o17, answer: 00501, zip: 00502 }
- { id: 1.1, question: +4912345, answer: 12.50, at: 2026-01-01 }
- { id: 1.0, question: True, answer: .inf, share: 0.250 }
- { id: 007, question: yes, answer: no, metadata: { price: 1.20, n: 3 } }
- { id: a, question: 1E5, answers: [1.10, 25, -0, "x"] }
- { id: b, question: 25%, answer: 12345678901234567890 }
`)
    expect(said(set)).toEqual([
      { id: '1.10', asked: '0o17', right: ['00501'], metadata: { zip: '00502' } },
      { id: '1.1', asked: '+4912345', right: ['12.50'], metadata: { at: '2026-01-01' } },
      { id: '1.0', asked: 'True', right: ['.inf'], metadata: { share: '0.250' } },
      { id: '007', asked: 'yes', right: ['no'], metadata: { price: '1.20', n: 3 } },
      { id: 'a', asked: '1E5', right: ['1.10', '25', '-0', 'x'] },
      { id: 'b', asked: '25%', right: ['12345678901234567890'] },
    ])
  })

  it.each([
    ['a.jsonl', (rows: readonly string[]) => rows.join('\n')],
    ['a.json', (rows: readonly string[]) => `{"cases": [\n${rows.join(',\n')}\n]}`],
    ['b.json', (rows: readonly string[]) => `[ // rows\n${rows.join(',\n')},]`],
  ])('stays as it is written in JSON: %s', async (file, written) => {
    const rows = [
      '{"id": 1.10, "question": 1E5, "answer": 1.0, "rate": 0.10, "n": 7}',
      '{"id": 1.1, "question": -0, "answer": [12.50, 1e3]}',
      '{"id": 2, "question": {"question": 2.0}, "answer": {"answer": 3.10}}',
      '{"id": 3, "question": "q", "answer": {"a": 1.0, "b": 2}}',
    ]
    expect(said(await read(written(rows), file))).toEqual([
      { id: '1.10', asked: '1E5', right: ['1.0'], metadata: { rate: '0.10', n: 7 } },
      { id: '1.1', asked: '-0', right: ['12.50', '1e3'] },
      { id: '2', asked: '2.0', right: ['3.10'] },
      { id: '3', asked: 'q', right: ['{"a":1,"b":2}'] },
    ])
  })

  it('stays a number in the arguments of a call, unless no number is written so', async () => {
    const yaml = '- { question: q, expected_tools: [{ name: f, args: { n: 1.0, to: +4912345, zip: 00501, x: 1E2 } }] }'
    const args = { n: 1, to: '+4912345', zip: '00501', x: 100 }
    expect((await read(yaml)).cases[0]?.conversation?.[0]?.steps).toMatchObject({ toolCalls: [{ name: 'f', args }] })
    const json = '{"question": "q", "expected_tools": [{"name": "f", "args": {"n": 1.0, "x": 1E2}}]}'
    expect((await read(json, 'a.jsonl')).cases[0]?.conversation?.[0]?.steps).toMatchObject({
      toolCalls: [{ name: 'f', args: { n: 1, x: 100 } }],
    })
  })

  it('stays as it is written in a cell with JSON', async () => {
    const set = await read('id,question,answer\n01,"{""question"":1.0}","{""answer"":12.50}"\n', 'a.csv')
    expect(said(set)).toEqual([{ id: '01', asked: '1.0', right: ['12.50'] }])
  })
})

describe('what is not all', () => {
  const items = [
    { id: 'i1', input: { query: 'Capital of France?' }, expectedOutput: 'Paris', status: 'ACTIVE' },
    { id: 'i2', input: 'old?', expectedOutput: 'x', status: 'ARCHIVED' },
  ]

  it('is said of a page of items, and archived ones are left out', async () => {
    const page = { data: items, meta: { page: 1, limit: 50, totalItems: 120, totalPages: 3 } }
    const { cases, notes } = await read(JSON.stringify(page), 'items.json')
    expect(cases.map(({ id }) => id)).toEqual(['i1'])
    expect(notes?.slice(0, 2)).toEqual([
      'items.json: 2 of 120 are in this file, the others are on other pages and not read',
      '1 item is archived and left out',
    ])
    const lines = items.map((item) => `${JSON.stringify(item)}\n`).join('')
    const streamed = await read(lines, 'items.jsonl')
    expect(streamed.cases.map(({ id }) => id)).toEqual(['i1'])
    expect(streamed.notes?.[0]).toBe('1 item is archived and left out')
    const table = await read('id,input,status\na,q,ARCHIVED\nb,r,ACTIVE\n', 'items.csv')
    expect(table.cases.map(({ id }) => id)).toEqual(['b'])
  })

  it('is said of rows that Hugging Face hands out', async () => {
    const page = {
      features: [{ feature_idx: 0, name: 'question', type: { dtype: 'string' } }],
      rows: [{ row_idx: 0, row: { question: 'a?', answer: 'b' }, truncated_cells: ['answer'] }],
      num_rows_total: 900,
      partial: false,
    }
    const { cases, notes } = await read(JSON.stringify(page), 'rows.json')
    expect(cases).toMatchObject([{ id: 'row-1', conversation: [exchange('a?', 'b')] }])
    expect(notes).toEqual([
      'rows.json: 1 of 900 are in this file, the others are on other pages and not read',
      'rows.json: 1 row has cells that were cut before they came into this file',
    ])
  })
})

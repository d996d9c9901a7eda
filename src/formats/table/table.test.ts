import { describe, expect, it } from 'vitest'
import { EvalError, toEnglish } from '../../core/index.ts'
import { csvRows, readCsv, tableLineBatches } from './table.ts'
import type { TableColumns } from './table-columns.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

const csv = async (text: string, columns?: TableColumns, file = 't.csv') =>
  (await Array.fromAsync(readCsv([utf8(text)], file, columns))).map(({ evalCase }) => evalCase)

async function complaint(read: Promise<unknown>): Promise<string> {
  const error: unknown = await read.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof EvalError)) throw error
  return [error.message, ...(error.hint === undefined ? [] : [toEnglish(error.hint)])].join('\n')
}

describe('readCsv', () => {
  it.each([
    ['a first line that says what stands between cells', 'sep=;\r\nid;question\r\na;Why, and how?\r\n'],
    ['rows of nothing at the end', 'id,question\na,"Why, and how?"\n,\n , \n'],
    ['rows of nothing that are longer or shorter', 'id,question\na,"Why, and how?"\n,,,\n \n'],
    ['columns of nothing at the end', 'id,question,,\na,"Why, and how?",,\n,,,\n'],
  ])('passes over %s', async (_name, text) => {
    const rows = await Array.fromAsync(csvRows([utf8(text)], 't.csv'))
    expect(rows.map(({ row }) => row)).toEqual([{ id: 'a', question: 'Why, and how?' }])
    expect(rows[0]?.line).toBe(text.startsWith('sep') ? 3 : 2)
  })

  it('keeps a row of nothing between others, which is a mistake', async () => {
    const rows = await Array.fromAsync(csvRows([utf8('id,question\n,\na,Why?\n')], 't.csv'))
    expect(rows.map(({ line }) => line)).toEqual([2, 3])
  })

  it('refuses what stands beside the named columns', async () => {
    await expect(csv('id,question,,\na,Why?,,b\n')).rejects.toThrow('two columns are called ""')
    await expect(csv('id,question\na,Why?\n,,\nb,How?\n')).rejects.toThrow('this row has 3 cells, the first has 2')
  })

  it('makes a case of each row', async () => {
    const text = '\uFEFFid,question,answer,level\r\nq1,"Can I leave\nat ""2"", please?",14:00,easy\r\nq2,Hi,,\r\n'
    expect(await csv(text)).toEqual([
      {
        id: 'q1',
        conversation: [
          {
            userContent: { role: 'user', parts: [{ text: 'Can I leave\nat "2", please?' }] },
            finalResponse: { role: 'model', parts: [{ text: '14:00' }] },
          },
        ],
        metadata: { level: 'easy' },
      },
      { id: 'q2', conversation: [{ userContent: { role: 'user', parts: [{ text: 'Hi' }] } }], metadata: { level: '' } },
    ])
  })

  it('knows Japanese column names, and names rows that have no id', async () => {
    expect(await csv('質問,回答\n何時？,正午\n')).toMatchObject([
      {
        id: 'row-1',
        conversation: [{ userContent: { parts: [{ text: '何時？' }] }, finalResponse: { parts: [{ text: '正午' }] } }],
      },
    ])
  })

  it.each([
    ['prompt;answer\n"What; exactly, is it?";"a,b"\n', 'What; exactly, is it?', 'a,b'],
    ['"prompt, in full";answer\n1;2\n', undefined, undefined],
    ['prompt\tanswer\nwhy, though\tso;so\n', 'why, though', 'so;so'],
    ['prompt\nwhat; then\n', 'what; then', undefined],
  ])(
    'takes what stands between the names of the columns for what stands between cells: %j',
    async (text, asked, answer) => {
      const columns = asked === undefined ? { prompt: 'prompt, in full' } : {}
      const [read] = await csv(text, columns)
      expect(read?.conversation?.[0]?.userContent.parts?.[0]?.text).toBe(asked ?? '1')
      expect(read?.conversation?.[0]?.finalResponse?.parts?.[0]?.text).toBe(asked === undefined ? '2' : answer)
    },
  )

  it('asks an instruction with what it is about, where that is said', async () => {
    const rows = await csv('instruction,input,output\nName the capital.,Japan,Tokyo\nSay hello.,,Hello\n')
    expect(rows.map(({ conversation }) => conversation?.[0]?.userContent.parts?.[0]?.text)).toEqual([
      'Name the capital.\n\nJapan',
      'Say hello.',
    ])
    expect(rows.map(({ metadata }) => metadata)).toEqual([undefined, undefined])
  })

  it('asks a question, and no instruction that stands beside it', async () => {
    const [read] = await csv('instruction,question,answer\nBe brief.,Why?,So.\n')
    expect(read?.conversation?.[0]?.userContent.parts).toEqual([{ text: 'Why?' }])
    expect(read?.metadata).toEqual({ instruction: 'Be brief.' })
    const [alone] = await csv('instruction,response\nSay hello.,Hello\n')
    expect(alone?.conversation?.[0]?.userContent.parts).toEqual([{ text: 'Say hello.' }])
    const [told] = await csv('instruction,input\nBe brief.,Why?\n', { prompt: 'input' })
    expect(told?.conversation?.[0]?.userContent.parts).toEqual([{ text: 'Why?' }])
  })

  it('takes the columns that it is told', async () => {
    const columns = { id: 'no', prompt: 'a', expected: 'b' }
    expect(await csv('no,a,b,question\n7,x,y,z\n', columns)).toMatchObject([
      { id: '7', conversation: [{ userContent: { parts: [{ text: 'x' }] } }], metadata: { question: 'z' } },
    ])
  })

  it('reads tabs from .tsv', async () => {
    expect(await csv('prompt\tanswer\na,b\tc\n', {}, 't.tsv')).toMatchObject([
      { conversation: [{ userContent: { parts: [{ text: 'a,b' }] } }] },
    ])
  })

  it('reads expected tools: calls, names, none, or nothing said', async () => {
    const cells = [
      '"[{""name"":""f"",""args"":{""a"":1}}]"',
      '"[""f"", ""g""]"',
      '"[{""tool_name"":""f"",""tool_input"":{}}]"',
      '[]',
      '',
    ]
    const cases = await csv(`prompt,expected_tools\n${cells.map((cell) => `q,${cell}\n`).join('')}`)
    expect(cases.slice(0, 4).map(({ conversation }) => conversation?.[0]?.steps)).toMatchObject([
      { toolCalls: [{ name: 'f', args: { a: 1 } }] },
      { toolCalls: [{ name: 'f' }, { name: 'g' }] },
      { toolCalls: [{ name: 'f', args: {} }] },
      { toolCalls: [] },
    ])
    expect(cases[4]?.conversation?.[0]?.steps).toBeUndefined()
  })

  it.each([
    ['q,a\n1,2\n', { prompt: 'question' }, 't.csv: there is no column "question"\nIts columns are q, a.'],
    [
      'qestion,a\n1,2\n',
      { prompt: 'question' },
      't.csv: there is no column "question"\nDid you mean "qestion"? Its columns are qestion, a.',
    ],
    [
      'x,y\n1,2\n',
      {},
      't.csv: no column holds what the agent is asked\nIts columns are x, y. Say which one it is: columns: { prompt: "x" }',
    ],
    [
      'prompt,prompt\n1,2\n',
      {},
      't.csv:1: two columns are called "prompt"\nThe first row names the columns, each one differently.',
    ],
    [
      'id,prompt\n"a\nb",x\nc,\n',
      {},
      't.csv:4: the column "prompt" is empty\nEvery row needs one. Remove the row, or fill it in.',
    ],
    [
      'prompt,b\n1\n',
      {},
      't.csv:2: this row has 1 cell, the first has 2\nA cell that contains a comma or a line break stands in double quotes.',
    ],
    [
      'prompt\n"a\n',
      {},
      't.csv:2:1: the cell that begins here has no closing quote\nInside a quoted cell, a double quote is written twice; a quoted cell has a quote at its end.',
    ],
    [
      'prompt,b\n1,2\n質問,he said "x, y"\n',
      {},
      't.csv:3:12: a double quote stands inside a cell that does not begin with one\nPut the whole cell in double quotes and write those inside twice: "he said ""x, y"""',
    ],
    [
      'prompt,b\n"two\nlines" more,2\n',
      {},
      't.csv:3:7: something follows the closing quote of a cell\nInside a quoted cell, a double quote is written twice; a quoted cell has a quote at its end.',
    ],
    [
      'prompt,b\n1,"2',
      {},
      't.csv:2:3: the cell that begins here has no closing quote\nThe file ends in it: it was cut off, or the quote is one too many.',
    ],
    [
      'prompt,b\n1,2\n3',
      {},
      't.csv:3: this row has 1 cell, the first has 2\nThe file ends in it: it was cut off, or cells are missing.',
    ],
    [
      'prompt,b,c\n1;2;3\n',
      {},
      't.csv:2: this row has 1 cell, the first has 3\nIts cells are separated by ;, those of the first row by ,.',
    ],
    [
      'prompt|b\n1|2\n',
      {},
      't.csv: no column holds what the agent is asked\nIts cells are separated by |. Put commas between them, or tabs and call it .tsv.',
    ],
    [
      'prompt,b\n1,"2\0"\n',
      {},
      't.csv:2:5: a null character stands here\nThe file was damaged, or is no text. Remove it, or export the table again.',
    ],
    [
      'prompt,b\n1,2\n1\r1,2\n',
      {},
      't.csv:3:2: a carriage return stands inside a cell\nA cell with a line break stands in double quotes. Remove it, or put the cell in quotes.',
    ],
    [
      'prompt,expected_tools\nq,f(1)\n',
      {},
      't.csv:2: the column "expected_tools" is not JSON: "f(1)"\nTool calls look like [{"name": "find", "args": {"city": "Kyoto"}}]',
    ],
  ])('says of %j with %j what is wrong', async (text, columns, sentence) => {
    expect(await complaint(csv(text, columns))).toBe(sentence)
  })

  it('reads lines that end in different ways, and takes a line break in quotes as it is', async () => {
    const texts = ['prompt,b\nq,x\r\n"a\rb",y\n', 'prompt,b\r\nq,x\n"a\rb",y', 'prompt,b\rq,x\r"a\nb",y\r']
    const tables = await Promise.all(
      texts.map(async (text) => (await Array.fromAsync(csvRows([utf8(text)], 't.csv'))).map(({ row }) => row)),
    )
    expect(tables).toEqual([
      [
        { prompt: 'q', b: 'x' },
        { prompt: 'a\rb', b: 'y' },
      ],
      [
        { prompt: 'q', b: 'x' },
        { prompt: 'a\rb', b: 'y' },
      ],
      [
        { prompt: 'q', b: 'x' },
        { prompt: 'a\nb', b: 'y' },
      ],
    ])
  })

  it('tells the place in a long file, however its bytes come', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `question ${index},"answer\n${index}"\n`).join('')
    const bytes = utf8(`prompt,b\n${rows}q,5" disk\n`)
    const pieces = Array.from({ length: Math.ceil(bytes.length / 700) }, (_, at) =>
      bytes.subarray(at * 700, at * 700 + 700),
    )
    for (const source of [[bytes], pieces]) {
      await expect(Array.fromAsync(csvRows(source, 't.csv'))).rejects.toThrow(
        't.csv:40002:4: a double quote stands inside',
      )
    }
  })

  it('does not care where the bytes are cut', async () => {
    const text = 'id,prompt\nä,"質\n問"\nb,👩‍🔬\n'
    const crumbs = [...utf8(text)].map((byte) => new Uint8Array([byte]))
    const cases = await Array.fromAsync(readCsv(crumbs, 't.csv'))
    expect(cases.map(({ evalCase, line }) => [evalCase.id, line])).toEqual([
      ['ä', 2],
      ['b', 4],
    ])
  })

  it('says what is not UTF-8', async () => {
    const bytes = new Uint8Array([...utf8('prompt\nab'), 0xe9, 0x0a])
    await expect(Array.fromAsync(readCsv([bytes], 't.csv'))).rejects.toThrow('t.csv: byte 9 (0xe9) is not UTF-8')
  })
})

describe('tableLineBatches', () => {
  it('keeps values of other columns as they are, and takes numbers for ids', async () => {
    const text = '{"id": 5, "question": "a", "answer": 42, "tags": ["x"]}\n'
    const [[first] = []] = await Array.fromAsync(tableLineBatches([utf8(text)], 't.jsonl'))
    expect(first).toMatchObject({
      line: 1,
      evalCase: { id: '5', conversation: [{ finalResponse: { parts: [{ text: '42' }] } }], metadata: { tags: ['x'] } },
    })
  })

  it('wants an object on each line', async () => {
    await expect(
      Array.fromAsync(tableLineBatches([utf8('{"q": 1, "prompt": "x"}\n[1]\n')], 't.jsonl')),
    ).rejects.toThrow('t.jsonl:2: expected an object with a question in it, got […]')
  })
})

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { responseTextOf, toEnglish } from '../../core/index.ts'
import { openTraces } from './open-traces.ts'

const trace = (id: string, observations: readonly unknown[]) => ({
  id,
  timestamp: '2026-05-01T10:00:00Z',
  input: 'Is it warm in Kobe?',
  output: 'Yes.',
  observations,
})
const model = {
  id: 'o1',
  traceId: 't1',
  type: 'GENERATION',
  name: 'model',
  input: 'Is it warm in Kobe?',
  output: 'Yes.',
}

async function notesOf(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-traces-'))
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value))
  return (await openTraces(folder)).notes.map(toEnglish)
}

it('says of how many traces the observations are named and not there, as in the lists of Langfuse’s API', async () => {
  const page = { data: [trace('t1', ['o1', 'o2']), trace('t2', ['o3']), trace('t3', [])], meta: { page: 1 } }
  expect(await notesOf({ 'traces.json': page })).toEqual([
    '2 traces name observations that are not there: what happened in them, such as calls of tools, is not known',
  ])
})

it('finds what a trace names beside it, and in other files of the folder', async () => {
  expect(await notesOf({ 'traces.json': [trace('t1', [model])] })).toEqual([])
  expect(await notesOf({ 'a.json': { data: [trace('t1', ['o1'])] }, 'b.json': { data: [model] } })).toEqual([])
})

it('reads lines that are lists, as a batch of spans per line', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'shinsa-traces-')), 'batches.jsonl')
  writeFileSync(file, `${JSON.stringify([trace('t1', [])])}\n${JSON.stringify([model])}\n`)
  const { conversations } = await openTraces(file)
  expect(conversations.map(({ id }) => id)).toEqual(['t1'])
  writeFileSync(file, '[1]\n[2]\n')
  await expect(openTraces(file)).rejects.toThrow('there is no trace in it')
})

it('reads lines with scores that are no number, as Python writes them', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'shinsa-traces-')), 'scored.jsonl')
  const scored = JSON.stringify({ ...trace('t2', []), scores: ['?'] }).replace('"?"', 'NaN')
  writeFileSync(file, `${JSON.stringify(trace('t1', []))}\n${scored}\n`)
  expect((await openTraces(file)).conversations.map(({ id }) => id)).toEqual(['t1', 't2'])
})

it('counts the tokens in a table of spans or runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shinsa-traces-'))
  const usageIn = async (text: string) => {
    writeFileSync(join(folder, 'spans.csv'), text)
    return (await openTraces(folder)).conversations.flatMap(({ invocations }) => invocations.map(({ usage }) => usage))
  }
  const phoenix = `context.span_id,context.trace_id,span_kind,start_time,attributes.input.value,attributes.llm.token_count.prompt,attributes.llm.token_count.completion
a,t,LLM,2026-05-01 10:00:00+00:00,Is it warm in 2026?,9.0,4
`
  expect(await usageIn(phoenix)).toMatchObject([{ inputTokens: 9, outputTokens: 4 }])
  const langsmith = `id,trace_id,run_type,name,start_time,inputs,outputs,prompt_tokens,completion_tokens
r,r,llm,m,2026-05-01T10:00:00Z,"{""prompts"": [""Hi""]}","{""output"": ""Hello""}",7,2.0
`
  expect(await usageIn(langsmith)).toMatchObject([{ inputTokens: 7, outputTokens: 2 }])
})

const run = {
  id: 'r1',
  trace_id: 'r1',
  run_type: 'llm',
  name: 'm',
  start_time: '2026-05-01T10:00:00Z',
  inputs: { prompts: ['Hi'] },
  outputs: { output: 'Hello' },
}
const row = {
  name: 'chat',
  attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.prompt': 'Hi', 'gen_ai.completion': 'Hello' },
}

it.each([
  [
    'Langfuse’s meta',
    { data: [trace('t1', [model])], meta: { page: 1, limit: 1, totalItems: 3, totalPages: 3 } },
    '1 of 3 records are there: the other pages are in no file',
  ],
  [
    'LangSmith’s cursors',
    { runs: [run], cursors: { next: 'abc', prev: null } },
    'more pages follow than the 1 that is there',
  ],
  ['has_more', { object: 'list', data: [run], has_more: true }, 'more pages follow than the 1 that is there'],
  ['Phoenix’s cursor', { data: [row], next_cursor: 'U3Bhbjo5' }, 'more pages follow than the 1 that is there'],
  [
    'a token of MLflow or AWS',
    { traces: [{ spans: [row] }], next_page_token: 'x' },
    'more pages follow than the 1 that is there',
  ],
  ['a count of pages', { data: [run], pagination: { page: 1, total_pages: 4 } }, '1 of 4 pages are there'],
])('says that a page is not all, by %s', async (_, page, note) => {
  expect(await notesOf({ 'page.json': page })).toContain(note)
})

it('says nothing of pages where all are there, in one file or in several', async () => {
  const meta = { limit: 1, totalItems: 2, totalPages: 2 }
  const other = { ...trace('t2', [{ ...model, id: 'o2', traceId: 't2' }]) }
  const pages = {
    'a.json': { data: [trace('t1', [model])], meta: { ...meta, page: 1 } },
    'b.json': { data: [other], meta: { ...meta, page: 2 } },
  }
  expect(await notesOf(pages)).toEqual([])
  const last = { runs: [{ ...run, id: 'r2', trace_id: 'r2' }], cursors: { next: null } }
  expect(await notesOf({ 'a.json': { runs: [run], cursors: { next: 'abc' } }, 'b.json': last })).toEqual([])
})

it.each([
  ['lists', (n: number) => `${'['.repeat(n)}${']'.repeat(n)}`],
  ['objects', (n: number) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`],
])(
  'refuses %s that nest without end, with their file, and keeps what texts hold of them as texts',
  async (_, nested) => {
    const span = { name: 'chat', trace_id: 't', span_id: 's', start_time: '2026-05-01T10:00:00Z' }
    const file = join(mkdtempSync(join(tmpdir(), 'shinsa-traces-')), 'deep.json')
    const given = (value: string) =>
      JSON.stringify({
        ...span,
        attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.prompt': 'Hi', 'gen_ai.completion': '?' },
      }).replace('"?"', value)
    for (const depth of [300, 20_000]) {
      for (const long of ['', '12345678901234567890,']) {
        writeFileSync(file, given(`[${long}${nested(depth)}]`))
        await expect(openTraces(file)).rejects.toThrow('deep.json: nested deeper than 200 levels')
        writeFileSync(file, given(JSON.stringify(`[${long}${nested(depth)}]`)))
        const { conversations } = await openTraces(file)
        expect(responseTextOf(conversations[0]?.invocations[0] ?? { userContent: {} })).toBe(
          `[${long}${nested(depth)}]`,
        )
      }
    }
  },
)

it('counts the traces that tell of no agent’s or model’s work', async () => {
  const query = { id: 'o2', traceId: 't2', type: 'SPAN', name: 'SELECT 1' }
  const silent = { id: 't2', timestamp: '2026-05-01T10:00:00Z', observations: [query] }
  expect(await notesOf({ 'traces.json': [trace('t1', [model]), silent] })).toEqual([
    '1 of 2 traces left out: of no agent’s or model’s work is told there',
  ])
})

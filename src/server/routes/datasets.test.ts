import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { madePlan } from '../../../test/fixtures/made-plan.ts'
import { sheetOf, writeXlsx } from '../../../test/fixtures/write-xlsx.ts'
import { datasetRepository } from '../../workspace/datasets/dataset-repository.ts'
import { projectDatasets } from '../../workspace/datasets/project-datasets.ts'
import type { EvalCase, RunEvent } from '../../core/index.ts'
import { openSqliteStore } from '../../stores/index.ts'
import type { ApiProblem } from '../api/basics.ts'
import type { DatasetChoice } from '../api/new-run.ts'
import type { DatasetPage } from '../api/datasets.ts'
import { serve } from '../serve.ts'

let outside: string
let folder: string
let url: string
let store: ReturnType<typeof openSqliteStore>
let stopping: AbortController

beforeEach(async () => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'shinsa-datasets-')))
  folder = join(outside, 'project')
  // The search for a config ends here.
  write({ '.git/HEAD': '', 'page/index.html': '<!doctype html>' })
  store = openSqliteStore(join(outside, 'runs.db'))
  stopping = new AbortController()
  const served = await serve({
    host: '127.0.0.1',
    port: 0,
    store,
    page: join(folder, 'page'),
    stopping: stopping.signal,
    capabilities: {
      version: '1.2.3',
      project: 'tea',
      isAlive: () => false,
      datasets: datasetRepository(folder, projectDatasets(folder)),
    },
    report: (error) => {
      throw error
    },
  })
  url = served.url
})

afterEach(async () => {
  stopping.abort()
  await store.close()
  rmSync(outside, { recursive: true, force: true })
})

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const setOf = (...ids: readonly string[]) =>
  JSON.stringify({
    eval_set_id: 'set',
    eval_cases: ids.map((id) => ({ eval_id: id, conversation: [{ user_content: { parts: [{ text: `${id}?` }] } }] })),
  })

const caseOf = (id: string): EvalCase => ({
  id,
  conversation: [{ userContent: { role: 'user', parts: [{ text: id }] } }],
})

type Answer<Value> = { readonly status: number; readonly value: Value }

async function ask<Value>(
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answer<Value>> {
  const response = await fetch(`${url}api/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return { status: response.status, value: (await response.json()) as Value }
}

type List = {
  readonly datasets: readonly DatasetChoice[]
  readonly unreadable: readonly { readonly name: string; readonly problem: ApiProblem }[]
}

async function list(): Promise<List> {
  const { value } = await ask<List>('datasets')
  return { ...value, datasets: value.datasets.filter(({ shipped }) => shipped !== true) }
}

async function idOf(name: string): Promise<string> {
  return (await list()).datasets.find((dataset) => dataset.name === name)?.id ?? ''
}

async function open(name: string): Promise<DatasetPage & { readonly path: string }> {
  const path = `datasets/${await idOf(name)}`
  return { ...(await ask<DatasetPage>(path)).value, path }
}

const refusalOf = ({ status, value }: Answer<unknown>) => {
  const { code, sentence } = value as ApiProblem
  return `${status} ${code}: ${sentence.text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(sentence.values?.[name]))}`
}

describe('the list of datasets', () => {
  it('has what can be read in the folder, and says what is wrong with the rest, with its line', async () => {
    write({
      'a.evalset.json': setOf('tea'),
      'sets/b.csv': 'question,answer\nTea?,Yes\nCoffee?,\n',
      'sets/old.test.json': '[{"query": "Tea?"}]',
      'broken.evalset.json': `{\n  "eval_set_id": "x",\n  "eval_cases": [{"eval_id": 3, "conversation": []}]\n}`,
      'package.json': '{"name": "agent"}',
      'node_modules/x/c.evalset.json': setOf('hidden'),
      '.git/d.evalset.json': setOf('hidden'),
    })
    writeFileSync(join(outside, 'secret.evalset.json'), setOf('secret'))
    symlinkSync(join(outside, 'secret.evalset.json'), join(folder, 'link.evalset.json'))
    symlinkSync(outside, join(folder, 'way-out'))
    const { datasets, unreadable } = await list()
    expect(datasets.map(({ name, format, cases, editable }) => [name, format, cases, editable])).toEqual([
      ['a.evalset.json', 'adk-eval-set', 1, true],
      ['sets/b.csv', 'csv', 2, true],
      ['sets/old.test.json', 'adk-legacy', 1, false],
    ])
    expect(unreadable.map(({ name, problem }) => `${name}: ${problem.sentence.values?.['place']}`)).toEqual([
      'broken.evalset.json: broken.evalset.json:3: eval_cases[0].eval_id',
    ])
    expect(datasets.every(({ id }) => !/[/\\]|\.\./.test(id))).toBe(true)
    expect((await list()).datasets.map(({ id }) => id)).toEqual(datasets.map(({ id }) => id))
  })

  it('has pages of cases', async () => {
    write({ 'a.evalset.json': setOf('tea', 'coffee', 'cocoa') })
    const id = await idOf('a.evalset.json')
    const { value } = await ask<DatasetPage>(`datasets/${id}?from=1&limit=1`)
    expect(value).toMatchObject({
      cases: [{ position: 1, evalCase: { id: 'coffee' } }],
      next: 2,
      dataset: { cases: 3 },
    })
    expect((await ask<DatasetPage>(`datasets/${id}?from=2`)).value.next).toBeNull()
  })
})

describe('a case', () => {
  it('is added, edited and removed, each time with the revision that was seen', async () => {
    write({ 'a.evalset.json': setOf('tea', 'coffee') })
    const { path, revision } = await open('a.evalset.json')
    const session = { appName: 'shop', userId: 'u', state: { basket: ['tea'] } }
    const added = await ask<{ revision: string; position: number }>(`${path}/cases`, {
      revision,
      evalCase: { ...caseOf('cocoa'), session },
    })
    expect([added.status, added.value.position]).toEqual([200, 2])
    const edited = await ask<{ revision: string }>(
      `${path}/cases/0`,
      { revision: added.value.revision, evalCase: caseOf('green') },
      'PUT',
    )
    const removed = await ask(`${path}/cases/1?revision=${edited.value.revision}`, undefined, 'DELETE')
    expect([edited.status, removed.status]).toEqual([200, 200])
    const saved = JSON.parse(readFileSync(join(folder, 'a.evalset.json'), 'utf8'))
    expect(saved.eval_cases).toMatchObject([
      { eval_id: 'green' },
      { eval_id: 'cocoa', session_input: { state: { basket: ['tea'] } } },
    ])
    expect((await open('a.evalset.json')).cases.map(({ evalCase }) => evalCase.id)).toEqual(['green', 'cocoa'])
  })

  it('of two editors at once is changed by the first, and the other is told', async () => {
    write({ 'a.evalset.json': setOf('tea') })
    const { path, revision } = await open('a.evalset.json')
    const answers = await Promise.all(
      ['first', 'second'].map(async (id) => ask(`${path}/cases`, { revision, evalCase: caseOf(id) })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(refusalOf(answers.find(({ status }) => status === 409) ?? { status: 0, value: {} })).toBe(
      '409 stale: the file was changed meanwhile, by somebody else or another window',
    )
    expect((await open('a.evalset.json')).cases).toHaveLength(2)
  })

  it('is not written over what somebody did in the file', async () => {
    write({ 'a.evalset.json': setOf('tea') })
    const { path, revision } = await open('a.evalset.json')
    write({ 'a.evalset.json': setOf('tea', 'from an editor') })
    expect((await ask(`${path}/cases/0`, { revision, evalCase: caseOf('x') }, 'PUT')).status).toBe(409)
    expect((await ask(`${path}/cases/0?revision=${revision}`, undefined, 'DELETE')).status).toBe(409)
    expect(readFileSync(join(folder, 'a.evalset.json'), 'utf8')).toBe(setOf('tea', 'from an editor'))
  })

  it('is refused with the sentence of its format, and nothing is left behind', async () => {
    write({ 'a.evalset.json': setOf('tea') })
    const { path, revision } = await open('a.evalset.json')
    const refused = async (evalCase: unknown) => refusalOf(await ask(`${path}/cases`, { revision, evalCase }))
    expect(await refused(caseOf('tea'))).toContain('the case "tea" is there twice')
    expect(await refused({ id: 'x' })).toContain('a case needs a conversation or a conversation_scenario')
    expect(await refused({ id: 3 })).toContain('400 usage: body.evalCase.id: Invalid input: expected string')
    expect(readFileSync(join(folder, 'a.evalset.json'), 'utf8')).toBe(setOf('tea'))
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
  })

  it('of an old format, and of an example that ships, stays as it is', async () => {
    write({ 'old.test.json': '[{"query": "Tea?"}]' })
    const { path, revision } = await open('old.test.json')
    expect(refusalOf(await ask(`${path}/cases`, { revision, evalCase: caseOf('x') }))).toBe(
      '400 usage: old.test.json is read only',
    )
    const shipped = (await ask<List>('datasets')).value.datasets.find((dataset) => dataset.shipped === true)
    const page = await ask<DatasetPage>(`datasets/${shipped?.id}`)
    const answer = await ask(`datasets/${shipped?.id}/cases/0?revision=${page.value.revision}`, undefined, 'DELETE')
    expect(refusalOf(answer)).toMatch(/^400 usage: .* is read only$/)
  })

  it('of a file outside of the project, which a config may name, is read and never written', async () => {
    writeFileSync(join(outside, 'elsewhere.evalset.json'), setOf('tea'))
    mkdirSync(join(outside, 'linked'))
    writeFileSync(join(outside, 'linked', 'far.evalset.json'), setOf('tea'))
    symlinkSync(join(outside, 'linked'), join(folder, 'near'))
    const datasets = ['../elsewhere.evalset.json', 'near/far.evalset.json']
    write({ 'shinsa.config.mjs': `export default ${JSON.stringify({ datasets })}` })
    for (const name of datasets) {
      const { path, revision } = await open(name)
      const answer = await ask(`${path}/cases/0?revision=${revision}`, undefined, 'DELETE')
      expect(refusalOf(answer)).toMatch(/^400 usage: .* (is read only|lies outside of the project and is not written)$/)
    }
    expect(readFileSync(join(outside, 'elsewhere.evalset.json'), 'utf8')).toBe(setOf('tea'))
    expect(readFileSync(join(outside, 'linked', 'far.evalset.json'), 'utf8')).toBe(setOf('tea'))
  })

  it('of a review keeps to itself where its documents lie', async () => {
    write({
      'a_suite.json': JSON.stringify([
        {
          name: 'exits',
          input: { document_paths: ['a.pdf'], check_name: 'Exits', check_description: '?', language_name: 'English' },
          expected_output: { result: 'pass' },
        },
      ]),
    })
    const { path, revision, cases } = await open('a_suite.json')
    expect(JSON.stringify(cases)).not.toContain(outside)
    const [first] = cases
    const review = { ...first?.evalCase.review, expected: 'fail' }
    const edited = await ask(`${path}/cases/0`, { revision, evalCase: { ...first?.evalCase, review } }, 'PUT')
    expect(edited.status).toBe(200)
    expect(readFileSync(join(folder, 'a_suite.json'), 'utf8')).toContain('"result":"fail"')
  })
})

describe('what is asked for by an id', () => {
  it.each([
    '..%2Fsecret.evalset.json',
    '%2e%2e',
    'a.evalset.json',
    'a.evalset.json%00',
    encodeURIComponent('/etc/passwd'),
    'C:%5Csecret',
  ])('is never a path: %s', async (id) => {
    write({ 'a.evalset.json': setOf('tea') })
    writeFileSync(join(outside, 'secret.evalset.json'), setOf('secret'))
    for (const path of [`datasets/${id}`, `datasets/${id}/export?format=csv`, `datasets/${id}/copy?format=csv`]) {
      const response = await fetch(`${url}api/${path}`)
      expect([path, response.status >= 400, (await response.text()).includes('secret?')]).toEqual([path, true, false])
    }
  })
})

const upload = (name: string, content: string | Uint8Array) => ({
  name,
  content: Buffer.from(content).toString('base64'),
})

const refusedUpload = async (name: string, content: string | Uint8Array) =>
  refusalOf(await ask('datasets', upload(name, content)))
describe('a file that is taken in', () => {
  it('is recognised, checked and put beside the others', async () => {
    const { status, value } = await ask<DatasetChoice>(
      'datasets',
      upload('お茶.csv', '質問,answer\nお茶はありますか,はい\n'),
    )
    expect([status, value]).toMatchObject([200, { name: 'お茶.csv', format: 'csv', cases: 1, editable: true }])
    expect((await open('お茶.csv')).cases).toHaveLength(1)
  })

  it('may be a workbook or a list in YAML, and is found below the project by its kind and name', async () => {
    const sheet = sheetOf([
      ['question', 'answer'],
      ['tea?', 'yes'],
    ])
    const book = await ask<DatasetChoice>('datasets', upload('tea.xlsx', writeXlsx({ Cases: sheet })))
    expect([book.status, book.value]).toMatchObject([200, { format: 'xlsx', cases: 1, editable: false }])
    const inYaml = await ask<DatasetChoice>('datasets', upload('tea cases.yaml', '- question: tea?\n  answer: yes\n'))
    expect([inYaml.status, inYaml.value]).toMatchObject([200, { name: 'tea cases.yaml', cases: 1 }])
    write({ 'compose.yml': 'services: {}\n' })
    expect((await open('tea.xlsx')).cases).toHaveLength(1)
    expect((await open('tea cases.yaml')).cases).toHaveLength(1)
  })

  it('never takes the place of another', async () => {
    write({ 'a.evalset.json': setOf('tea') })
    expect(refusalOf(await ask('datasets', upload('a.evalset.json', setOf('coffee'))))).toBe(
      '400 usage: there is a file a.evalset.json already',
    )
    expect(readFileSync(join(folder, 'a.evalset.json'), 'utf8')).toBe(setOf('tea'))
  })

  it('is refused with its line, its size or its name', async () => {
    expect(await refusedUpload('a.jsonl', '{"id":"1","question":"Tea?"}\n{"id":"1","question":"Tea?"}\n')).toBe(
      '400 format: a.jsonl:2: the case "1" is there twice; the first one is on line 1',
    )
    expect(await refusedUpload('a.csv', 'question\n"Tea?\n')).toBe(
      '400 format: a.csv:2:1: the cell that begins here has no closing quote',
    )
    expect(await refusedUpload('a.json', '{"a": 1}')).toBe('400 format: a.json: this document is no dataset')
    expect(await refusedUpload('a.csv', new Uint8Array([0xff, 0xfe, 0x41, 0x00]))).toContain('UTF-16')
    expect(await refusedUpload('a.csv', new Uint8Array(31_000_000))).toContain('400 usage: body.content')
    for (const name of [
      '../a.csv',
      '..',
      'a/b.csv',
      'a\\b.csv',
      '.hidden.csv',
      '\u202evsc.a.csv',
      'a.csv\0',
      'a\n.csv',
      '\u001b[31m.csv',
    ]) {
      expect([name, await refusedUpload(name, 'question\nTea?\n')]).toEqual([
        name,
        expect.stringMatching(/^400 usage: body/),
      ])
    }
    for (const name of ['-rf.csv', 'a.exe', 'a:b.csv', 'a.csv ']) {
      expect([name, await refusedUpload(name, 'question\nTea?\n')]).toEqual([
        name,
        expect.stringMatching('is no name for'),
      ])
    }
    expect(await refusedUpload(`${'茶'.repeat(100)}.csv`, 'question\nTea?\n')).toBe(
      '400 usage: body.name: a shorter name',
    )
    expect(readdirSync(outside).toSorted()).toEqual(['project', 'runs.db', 'runs.db-shm', 'runs.db-wal'])
    expect((await list()).datasets).toEqual([])
  })
})

describe('a file that is taken in, or saved as a copy,', () => {
  it.each([
    'test_config.json',
    'Test_Config.json',
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'shinsa.config.json',
    'eval_config.yaml',
    'compose.yml',
  ])('never says how the project runs: %s', async (name) => {
    write({ 'a.evalset.json': setOf('tea') })
    const names = { boom: { code_config: { name: 'agent.default' } } }
    const both = { ...JSON.parse(setOf('tea')), criteria: { boom: 0 }, custom_metrics: names, type: 'commonjs' }
    expect(await refusedUpload(name, JSON.stringify(both))).toMatch(/ is the name of a settings file$/)
    const { path } = await open('a.evalset.json')
    expect(refusalOf(await ask(`${path}/copy`, { format: 'adk-eval-set', name }))).toMatch(/ is the name of a settings/)
    expect(readdirSync(folder)).not.toContain(name)
  })
})

describe('a copy', () => {
  it('is downloaded in every format, with what that one cannot hold said before', async () => {
    write({ 'お茶 (1).evalset.json': setOf('tea', 'coffee') })
    const id = await idOf('お茶 (1).evalset.json')
    const { formats } = (await ask<{ formats: readonly string[] }>('datasets')).value
    expect(formats).toContain('strands-experiment')
    for (const format of formats) {
      const response = await fetch(`${url}api/datasets/${id}/export?format=${format}`)
      expect([format, response.status]).toEqual([format, 200])
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''%E3%81%8A[\w%.-]+$/)
    }
    const csv = await (await fetch(`${url}api/datasets/${id}/export?format=csv`)).text()
    expect(csv).toBe('id,prompt,expected,expected_tools\r\ntea,tea?,,\r\ncoffee,coffee?,,\r\n')
    const { value } = await ask(`datasets/${id}/copy?format=review-suite`)
    expect(value).toMatchObject({ name: 'お茶 (1)_suite.json', losses: [{ values: { n: 2 } }] })
    expect((await fetch(`${url}api/datasets/${id}/export?format=exe`)).status).toBe(400)
  })

  it('is saved in the project, where it can be edited', async () => {
    write({ 'old.test.json': '[{"query": "Tea?"}]' })
    const { path } = await open('old.test.json')
    const { value } = await ask(`${path}/copy`, { format: 'adk-eval-set', name: 'new.evalset.json' })
    expect(value).toMatchObject({ name: 'new.evalset.json', editable: true })
    const out = await ask(`${path}/copy`, { format: 'csv', name: '../new.csv' })
    expect(refusalOf(out)).toContain('a file name, not a path')
  })
})

describe('a case from a result', () => {
  it('expects what the agent did, from the same initial state', async () => {
    const session = { appName: 'shop', userId: 'u', state: { basket: ['tea'] } }
    const evalCase: EvalCase = { id: 'buy', scenario: { startingPrompt: 'Hi', plan: 'buy tea' }, session }
    const call = { id: '1', name: 'buy', args: { what: 'tea' } }
    const result = {
      position: 0,
      repeat: 0,
      evalCase,
      transcript: {
        invocations: [
          {
            userContent: { parts: [{ text: 'One more tea' }] },
            steps: { form: 'events' as const, events: [{ author: 'agent', content: { parts: [{ toolCall: call }] } }] },
            finalResponse: { parts: [{ text: 'hm', thought: true }, { text: 'Done' }] },
            usage: { totalTokens: 5 },
            sessionState: { basket: ['tea', 'tea'] },
          },
        ],
      },
      scores: [],
      verdict: 'not-evaluated' as const,
      cost: { toolCalls: 1 },
      durationMs: 1,
    }
    const plan = madePlan({ runId: 'run-1', dataset: { id: 'tea', format: 'adk-eval-set', cases: 1 } })
    const events: readonly RunEvent[] = [
      { type: 'run-start', plan, resumed: false, done: 0 },
      { type: 'case-start', position: 0, repeat: 0, evalCase },
      ...result.transcript.invocations.map((invocation, index): RunEvent => ({
        type: 'invocation',
        position: 0,
        repeat: 0,
        index,
        invocation,
      })),
      { type: 'case-end', position: 0, repeat: 0, result },
    ]
    for (const event of events) await store.append('run-1', event)
    const { value } = await ask<{ evalCase: EvalCase }>('runs/run-1/cases/0/0/as-case')
    expect(value.evalCase).toEqual({
      id: 'buy-1',
      conversation: [
        {
          userContent: { role: 'user', parts: [{ text: 'One more tea' }] },
          finalResponse: { role: 'model', parts: [{ text: 'Done' }] },
          steps: {
            form: 'lists',
            toolCalls: [{ name: 'buy', args: { what: 'tea' } }],
            toolResponses: [],
            responses: [],
          },
        },
      ],
      session,
      finalSessionState: { basket: ['tea', 'tea'] },
    })
    write({ 'a.evalset.json': setOf('tea') })
    const { path, revision } = await open('a.evalset.json')
    expect((await ask(`${path}/cases`, { revision, evalCase: value.evalCase })).status).toBe(200)
    expect((await ask('runs/run-1/cases/7/0/as-case')).status).toBe(404)
  })
})

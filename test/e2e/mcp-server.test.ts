import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { newProject } from './run-shinsa.ts'

const root = join(import.meta.dirname, '..', '..')
const answer = 'It is 21 degrees in Kyoto.'

const sourceProgram = ['--conditions=shinsa-source', join(root, 'bin', 'shinsa.js')]

function environmentOf(folder: string, token?: string) {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, '.config'),
    SHINSA_LANG: 'en',
    ...(token !== undefined && { SHINSA_TOKEN: token }),
  }
}

let client: Client
let project: ReturnType<typeof newProject>
beforeEach(async () => {
  project = newProject({
    'cases.jsonl': `${JSON.stringify({ id: 'kyoto', question: 'How warm is Kyoto?', answer })}\n`,
    'agent.mjs': "export default () => 'It is 14 degrees in Kyoto.'\n",
    'slow.mjs':
      "export default () => new Promise((resolve) => setTimeout(resolve, 2500, 'It is 14 degrees in Kyoto.'))\n",
    'better.mjs': `export default () => '${answer}'\n`,
  })
  client = new Client({ name: 'somebody', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...sourceProgram, 'mcp'],
      cwd: project.folder,
      env: environmentOf(project.folder),
    }),
  )
})
afterEach(async () => client.close())

describe('the server of tools over HTTP', () => {
  it('answers who has the token, tells progress, and refuses everybody else', { timeout: 60_000 }, async () => {
    const program = [...sourceProgram, 'mcp', '--http', '0']
    const server = spawn(process.execPath, program, {
      cwd: project.folder,
      env: environmentOf(project.folder, 'secret'),
    })
    onTestFinished(() => void server.kill())
    const [printed] = (await once(server.stdout, 'data')) as [Buffer]
    const url = new URL(printed.toString().trim())
    const second = await project.run('mcp', '--http', url.port)
    expect(second).toMatchObject({ exitCode: 2 })
    expect(second.stderr).toContain(`port ${url.port} cannot be listened on: EADDRINUSE`)
    const post = (headers: Record<string, string>) => fetch(url, { method: 'POST', headers, body: '{}' })
    expect((await post({})).status).toBe(401)
    expect((await post({ authorization: 'Bearer other' })).status).toBe(401)
    expect((await post({ authorization: 'Bearer secret', origin: 'https://example.com' })).status).toBe(403)
    expect((await post({ authorization: 'secret' })).status).toBe(401)
    const requestInit = { headers: { authorization: 'bearer secret' } }
    const remote = new Client({ name: 'somebody', version: '1.0.0' })
    await remote.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    onTestFinished(async () => remote.close())
    expect((await remote.listTools()).tools.map(({ name }) => name)).toContain('list_datasets')
    const heard: (string | undefined)[] = []
    const result = await remote.callTool(
      { name: 'start_run', arguments: { dataset: 'cases.jsonl', target: './slow.mjs' } },
      { onprogress: ({ message }) => heard.push(message) },
    )
    expect(JSON.stringify(result.content)).toContain('exit code 1; next: run_failures')
    expect(heard.length).toBeGreaterThan(0)
    const datasets = await remote.callTool({ name: 'list_datasets', arguments: {} })
    expect(JSON.stringify(datasets.content)).toContain('cases.jsonl')
  })
})

describe('the server of tools, asked by an MCP client', () => {
  it('has few tools, each with what it takes', async () => {
    const { tools } = await client.listTools()
    expect(tools.length).toBeLessThanOrEqual(15)
    expect(tools.map(({ name }) => name)).toContain('compare_runs')
    for (const { description, inputSchema } of tools) {
      expect(description?.length).toBeGreaterThan(20)
      expect(inputSchema.type).toBe('object')
    }
  })

  it('leads from a run over what failed to a change that is better, in short answers', async () => {
    const first = await said('start_run', { dataset: 'cases.jsonl', target: './agent.mjs' })
    expect(first).toContain('exit code 1; next: run_failures')
    expect(await said('run_failures', {})).toContain('kyoto')
    const shown = await said('show_case', { case: 'kyoto' })
    expect(shown).toContain('14')
    expect(await said('show_case', { case: 'kyoto', blame: true })).toContain('next: look at that step')
    const label = { case: 'kyoto', verdict: 'fail', by: '--blind', comment: 'too warm' }
    expect(await said('label_result', label)).toContain('labelled kyoto')
    expect((await project.run('labels', 'export')).stdout).toMatch(/"by":"--blind".*"through":"MCP"/)
    const [before = ''] = /\d{8}-\d{6}-\w{4}/.exec(await said('list_runs', {})) ?? []
    expect(await said('start_run', { dataset: 'cases.jsonl', target: './better.mjs' })).toContain('exit code 0')
    expect(await said('compare_runs', { before })).toContain('trust the verdict')
    expect(await said('mutation_score', {})).toContain('mutation score')
  })

  it('leads from a failure over its cause to a change that sealed cases bear out', async () => {
    const cases = Array.from({ length: 30 }, (_, at) => ({
      id: `sum-${at}`,
      question: `${at} + 1?`,
      answer: String(at + 1),
    }))
    project.write({
      'sums.jsonl': cases.map((one) => `${JSON.stringify(one)}\n`).join(''),
      'agent.mjs': agentOf(9),
      'shinsa.config.mjs': `export default { target: './agent.mjs', criteria: { exact_match: 1 } }\n`,
    })
    // A person begins the goal; everything after it is the coding agent's.
    const begun = await project.runHere('improve', 'init', 'sums.jsonl', '--may-change', 'agent.mjs')
    expect(begun).toMatchObject({ exitCode: 0 })
    expect(await said('run_failures', { run: 'baseline' })).toContain('too large')
    project.write({ 'agent.mjs': agentOf(99) })
    const registered = { what: 'adds to numbers above 8', why: 'they are answered "too large"', expect: 0.5 }
    expect(await said('register_change', registered)).toContain('next: try_change')
    expect(await said('try_change', {})).toContain('this is no proof')
    const confirmed = await said('confirm_change', {})
    expect(confirmed).toContain('change 1: better +')
    expect(confirmed).toContain('exit code 0')
  })

  it('cannot hide a run behind the name of another', async () => {
    const better = { dataset: 'cases.jsonl', target: './better.mjs' }
    await said('start_run', { ...better, name: 'latest' })
    await said('start_run', { dataset: 'cases.jsonl', target: './agent.mjs' })
    expect(await said('show_case', { case: 'kyoto' })).toContain('It is 14 degrees')
    const [failed = ''] = /\d{8}-\d{6}-\w{4}/.exec(await said('list_runs', {})) ?? []
    await said('start_run', { ...better, name: failed })
    expect(await said('show_case', { run: failed, case: 'kyoto' })).toContain('It is 14 degrees')
  })

  it('reads its documentation, page by page', async () => {
    expect(await said('read_docs', {})).toContain('(cookbook/compare-two-prompts.md)')
    expect(await said('read_docs', { page: 'cookbook/compare-two-prompts' })).toContain('cannot tell')
    const page = await said('read_docs', { page: 'configuration' })
    expect(page).toMatch(/read_docs configuration from \d+$/)
    expect(await said('read_docs', { page: 'configuration', from: 3700 })).not.toBe(page)
  })

  it('takes no flag in the place of a name, and answers briefly in any language', async () => {
    expect(await said('start_run', { dataset: '--yes', target: './agent.mjs' })).toContain('--yes')
    expect(await said('start_run', { dataset: 'cases.jsonl', target: './agent.mjs', name: '--yes' })).toContain(
      'code 1',
    )
    expect(await said('show_case', { run: 'latest', case: '--json' })).toContain('no case "--json"')
    expect(await said('read_docs', { page: 'ja/traces' })).toMatch(/read_docs ja\/traces from \d+$/)
    await said('start_run', { cases: Array.from({ length: 1000 }, () => 1) })
    await said('run_status', { job: 'あ'.repeat(2000) })
    const long = '長い質問です。'.repeat(2000)
    project.write({ 'long.jsonl': `${JSON.stringify({ id: '長い', question: long, answer: long })}\n` })
    await said('start_run', { dataset: 'long.jsonl', target: './agent.mjs' })
    expect(await said('run_failures')).toContain('next: ')
    expect(await said('show_case', { case: '長い' })).toContain('next: ')
  })

  it('tells the model what it cannot do, and the client that there is no such tool', async () => {
    const wrong = await client.callTool({ name: 'show_case', arguments: {} })
    expect(wrong.isError).toBe(true)
    const idle = await client.callTool({ name: 'run_failures', arguments: { run_id: 'nope' } })
    expect(idle).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('run_id') }] })
    const nowhere = await client.callTool({ name: 'read_docs', arguments: { page: '../secrets' } })
    expect(nowhere.isError).toBe(true)
    await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toThrow('no such tool')
    expect(await said('start_run', { dataset: 'nothing.jsonl' })).toContain('exit code 2')
  })
})

async function said(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: { ...args } })
  const text = (content as readonly { readonly text?: string }[]).map((part) => part.text ?? '').join('')
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4000)
  return text
}

/** An agent that adds one to numbers below a limit. */
function agentOf(most: number): string {
  return `export default (text) => { const at = parseInt(text); return at < ${most} ? String(at + 1) : 'too large' }\n`
}

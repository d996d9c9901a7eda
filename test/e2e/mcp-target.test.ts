import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { startWordModel } from '../fixtures/mcp/word-model.ts'
import { machine, startOAuthServer } from '../fixtures/mcp/oauth-server.ts'
import { newProject } from './run-shinsa.ts'

// A public server of the registry, as its users start it.
const memory = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'))
const command = `${process.execPath} ${memory}`
const people = ['Ana', 'Ben', 'Chika', 'Dai', 'Eva', 'Fumi', 'Goro', 'Hana']
const found = people.map((name) => ({
  id: `look_${name}`,
  ask: `Look up the person "${name}"`,
  calls: [{ name: 'search_nodes', args: { query: name } }],
}))
const opened = people.slice(0, 3).map((name) => ({
  id: `open_${name}`,
  ask: `Open the node "${name}"`,
  calls: [{ name: 'open_nodes', args: { names: [name] } }],
}))
const evaluationWith = (arms: string, url: string) => `
  import { evaluation } from 'shinsa/testing'
  const server = { command: ${JSON.stringify(command)}, env: { MEMORY_FILE_PATH: 'memory.jsonl' }, model: 'openai-compatible/words@${url}' }
  export default evaluation('memory', { arms: ${arms}, cases: ${JSON.stringify([...found, ...opened])} })
`

describe('an MCP server as what is evaluated', () => {
  it('says which tool a model calls where which is expected, from the command line', async () => {
    const model = await startWordModel()
    const project = newProject({
      'memory.evalset.json': {
        eval_set_id: 'memory',
        eval_cases: [...found.slice(0, 3), ...opened.slice(0, 3)].map(({ id, ask, calls }) => ({
          eval_id: id,
          conversation: [{ user_content: { parts: [{ text: ask }] }, intermediate_data: { tool_uses: calls } }],
        })),
      },
    })
    const words = [
      '--yes',
      'memory.evalset.json',
      '--target',
      `mcp:${command}`,
      '--model',
      `openai-compatible/words@${model.url}`,
    ]
    const { outcome, document } = await project.runJson(...words)
    expect(outcome.stderr.replaceAll(/http:\S+/g, 'URL')).toContain('agent: mcp:node openai-compatible/words')
    expect(document.run.summary?.results).toMatchObject({ passed: 3, failed: 3 })
    expect(document.run.summary?.sets?.['tool_confusion']).toMatchObject({
      expected: 6,
      rightTool: 3,
      rightArguments: 3,
      cells: expect.arrayContaining([
        { expected: 'open_nodes', called: 'open_nodes', count: 3 },
        { expected: 'search_nodes', called: 'create_entities', count: 3 },
      ]),
    })
    const { stdout } = await project.runHere('show', 'latest')
    expect(stdout).toMatch(/Which tool was called[^]*open_nodes[^]*Of 6 expected calls 3 went to the right tool/)
    const refused = await project.runHere('run', 'memory.evalset.json', '--target', `mcp:${command}`)
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('none is named')])
  })

  it('finds the difference that other words for its tools make, in pairs', async () => {
    const model = await startWordModel()
    const arms = `{
      today: { mcp: server },
      'new words': { mcp: { ...server, descriptions: {
        search_nodes: 'Look up a person or thing by its name', open_nodes: 'Open the node of a known name' } } },
      'no server': { mcp: { model: server.model } },
    }`
    const project = newProject({ 'memory.eval.ts': evaluationWith(arms, model.url) })
    const { stdout, stderr, exitCode } = await project.run('run', 'memory.eval.ts', '--yes', '--fail-on', 'none')
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
    expect(stdout + stderr).toMatch(/new words is better than today/)
    expect(stdout + stderr).toMatch(/no server is worse than new words/)
  })

  it('finds a skill that helps, and cannot tell one that does not', async () => {
    const model = await startWordModel()
    const arms = `{
      today: { mcp: server },
      helps: { mcp: { ...server, skill: 'helps/SKILL.md' } },
      'does not': { mcp: { ...server, skill: 'other/SKILL.md' } },
    }`
    const project = newProject({
      'memory.eval.ts': evaluationWith(arms, model.url),
      'helps/SKILL.md': '# Finding people\n\nTo look up a person use `search_nodes`.\n',
      'other/SKILL.md': '# Style\n\nBe friendly.\n',
    })
    const { stdout, stderr } = await project.run('run', 'memory.eval.ts', '--yes', '--fail-on', 'none')
    expect(stdout + stderr).toMatch(/helps is better than today/)
    expect(stdout + stderr).toMatch(/cannot tell does not from today/)
    expect(model.requests.some((asked) => JSON.stringify(asked).includes('Be friendly.'))).toBe(true)
  })

  it('logs in by OAuth, and no token reaches store, report or export', async () => {
    const model = await startWordModel()
    const server = await startOAuthServer()
    const oauth = {
      clientId: machine.clientId,
      clientSecret: '${MCP_SECRET}',
      scopes: ['tools'],
      issuer: server.issuer,
    }
    const mcp = { url: server.url, model: `openai-compatible/words@${model.url}`, oauth }
    const wrong = { ...mcp, oauth: { ...oauth, scopes: ['admin'] } }
    const project = newProject({
      'shinsa.config.ts': `export default { targets: ${JSON.stringify({ rules: { mcp }, wrong: { mcp: wrong } })} }\n`,
      '.env': `MCP_SECRET=${machine.clientSecret}\n`,
      'rules.evalset.json': {
        eval_set_id: 'rules',
        eval_cases: [
          {
            eval_id: 'lights',
            conversation: [
              {
                user_content: { parts: [{ text: 'Finds a rule of "lights"' }] },
                intermediate_data: { tool_uses: [{ name: 'find_rule', args: { topic: 'lights' } }] },
              },
            ],
          },
        ],
      },
    })
    const run = await project.runHere('run', 'rules.evalset.json', '-t', 'rules', '--yes', '--output', 'report.json')
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toMatchObject({ exitCode: 0 })
    expect(server.grants).toContain('client_credentials')
    await project.runHere('export', 'latest', '--format', 'transcripts', '--output', 'transcripts.jsonl')
    const refused = await project.runHere('run', 'rules.evalset.json', '-t', 'wrong', '--yes')
    expect(refused.exitCode).toBe(2)
    const written = readdirSync(project.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== '.env')
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    const everything = [...written, run.stdout, run.stderr, refused.stdout, refused.stderr].join('\n')
    expect(server.tokens.length).toBeGreaterThan(0)
    for (const secret of [...server.tokens, machine.clientSecret]) expect(everything).not.toContain(secret)
  })
})

it('ends a server that never answers, with all that it started, within the time limit', async () => {
  const project = newProject({
    'server.mjs': `
      import { spawn } from 'node:child_process'
      import { appendFileSync } from 'node:fs'
      process.on('SIGTERM', () => {})
      const other = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
      other.unref()
      appendFileSync('pids', process.pid + '\\n' + other.pid + '\\n')
      setInterval(() => {}, 1000)`,
    'q.csv': 'id,question,answer\na,What?,That.\n',
  })
  const target = `mcp:${process.execPath} server.mjs`
  const words = ['run', 'q.csv', '--target', target, '--model', 'ollama/x', '--yes', '--timeout', '2']
  const { stderr, exitCode } = await project.start(words, {}).ended
  expect(stderr).toContain('The MCP server cannot be used')
  expect(exitCode).toBe(2)
  const started = readFileSync(join(project.folder, 'pids'), 'utf8').trim().split('\n').map(Number)
  expect(started).toHaveLength(2)
  const alive = started.filter((pid) =>
    /^State:\s+[^ZX]/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''),
  )
  expect(alive).toEqual([])
})

it('says how many tools of a server the model is not told of', async () => {
  const project = newProject({
    'server.mjs': `
      import { createInterface } from 'node:readline'
      const tools = Array.from({ length: 1203 }, (_, index) => ({ name: 'tool' + index, inputSchema: { type: 'object' } }))
      for await (const line of createInterface({ input: process.stdin })) {
        const { id, method, params } = JSON.parse(line)
        if (method === 'tools/list') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { tools } }))
        if (method === 'initialize') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: {
          protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } }))
      }`,
    'q.csv': 'id,question,answer\na,What?,That.\n',
  })
  const model = await startWordModel()
  const target = ['--target', `mcp:${process.execPath} server.mjs`, '--model', `openai-compatible/words@${model.url}`]
  const { stderr } = await project.start(['run', 'q.csv', ...target, '--yes'], {}).ended
  expect(stderr).toContain('The MCP server has 1203 tools, and the model is told of the first 1000')
})

it('scores no case whose call the server did not answer, and tells the model of what the server refuses', async () => {
  const project = newProject({
    'server.mjs': `
      import { createInterface } from 'node:readline'
      const tools = ['crash', 'refuse', 'wait'].map((name) => ({ name, description: name, inputSchema: { type: 'object' } }))
      for await (const line of createInterface({ input: process.stdin })) {
        const { id, method, params } = JSON.parse(line)
        const answer = (told) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...told }))
        if (method === 'tools/list') answer({ result: { tools } })
        if (method === 'initialize') answer({ result: {
          protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } } })
        if (params?.name === 'crash') process.exit(1)
        if (params?.name === 'refuse') answer({ error: { code: -32603, message: 'out of order' } })
      }`,
    'q.csv': 'id,question,answer\ncrash,Please crash,Done.\nrefuse,Please refuse,Done.\nwait,Please wait,Done.\n',
  })
  const model = await startWordModel()
  project.write({
    'shinsa.config.ts': `export default { target: { mcp: { command: '${process.execPath} server.mjs',
      model: 'openai-compatible/words@${model.url}', serverTimeoutMs: 2000 } } }`,
  })
  const { outcome, document } = await project.runJson('q.csv', '--yes')
  expect(outcome.exitCode).toBe(1)
  expect(document.run.summary?.results).toMatchObject({ total: 3, passed: 1, broken: 2 })
  expect(outcome.stderr).toContain('The MCP server did not answer the call of crash: Connection closed')
  expect(outcome.stderr).toContain('The MCP server did not answer the call of wait: Request timed out')
  expect(JSON.stringify(model.requests)).toContain('out of order')
})

it('loses only the case for which the server could not be had', async () => {
  const project = newProject({
    'server.mjs': `
      import { appendFileSync, readFileSync } from 'node:fs'
      import { createInterface } from 'node:readline'
      appendFileSync('starts', '+')
      // The first start is the one before any case.
      if (readFileSync('starts', 'utf8').length === 3) process.exit(1)
      for await (const line of createInterface({ input: process.stdin })) {
        const { id, method, params } = JSON.parse(line)
        const answer = (result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
        if (method === 'tools/list') answer({ tools: [{ name: 'help', inputSchema: { type: 'object' } }] })
        if (method === 'initialize') answer({
          protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } })
        if (method === 'tools/call') answer({ content: [{ type: 'text', text: 'Done.' }] })
      }`,
    'q.csv': 'id,question,answer\na,Please help,Done.\nb,Please help,Done.\nc,Please help,Done.\n',
  })
  const model = await startWordModel()
  project.write({
    'shinsa.config.ts': `export default { concurrency: 1, target: { mcp: { command: '${process.execPath} server.mjs',
      model: 'openai-compatible/words@${model.url}' } } }`,
  })
  const { outcome, document } = await project.runJson('q.csv', '--yes')
  expect(outcome.exitCode).toBe(1)
  expect(document.run.summary?.results).toMatchObject({ total: 3, passed: 2, broken: 1 })
  expect(outcome.stderr).toContain('The MCP server cannot be used: Connection closed')
})

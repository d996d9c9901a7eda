import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startScriptedModel } from './scripted-model.ts'

// Installs the real packages beside the agents of examples/frameworks, and runs each of them through the command line against a
// model on this machine: node test/frameworks/run.ts [NAME …]. FRAMEWORKS=FOLDER keeps what was installed for the next time.

const packages: Readonly<Record<string, readonly string[]>> = {
  'ai-sdk': ['ai', '@ai-sdk/openai'],
  'openai-agents': ['@openai/agents'],
  adk: ['@google/adk'],
  langchain: ['langchain', '@langchain/core', '@langchain/langgraph', '@langchain/openai'],
  langgraph: ['langchain', '@langchain/core', '@langchain/langgraph', '@langchain/openai'],
  mastra: ['@mastra/core', '@ai-sdk/openai'],
  strands: ['@strands-agents/sdk', 'openai'],
  'claude-agent': ['@anthropic-ai/claude-agent-sdk'],
}

const root = join(import.meta.dirname, '../..')
const base = process.env['FRAMEWORKS'] ?? join(tmpdir(), 'shinsa-frameworks')
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(packages)
const model = await startScriptedModel()
let failed = 0
for (const name of chosen) {
  const problems = await tryFramework(name)
  console.log(problems.length === 0 ? `✓ ${name}` : `✗ ${name}: ${problems.join('; ')}`)
  failed += problems.length
}
model.close()
process.exitCode = failed === 0 ? 0 : 1

/** What is not as it should be: trajectories, answers, tokens, all nine results. */
async function tryFramework(name: string): Promise<readonly string[]> {
  const folder = await installed(name)
  const cases = readFileSync(join(root, 'examples/frameworks/weather.evalset.json'), 'utf8')
  // Claude calls a tool of a server by both their names.
  const own = name === 'claude-agent' ? cases.replace(/"name": "/g, '"name": "mcp__weather__') : cases
  writeFileSync(join(folder, 'weather.evalset.json'), own)
  const target = `./${name}.ts`
  const args = ['run', 'weather.evalset.json', '--target', target, '--repeat', '3', '--concurrency', '4', '--json']
  const plain = await shinsa(args, folder)
  const mocked = await shinsa([...args, '--environment', 'mocks.json'], folder)
  return [...problemsOf(plain), ...(name === 'claude-agent' ? [] : mockProblems(mocked))]
}

type Ran = { readonly exitCode: number; readonly stdout: string; readonly stderr: string }

function problemsOf({ exitCode, stdout, stderr }: Ran): readonly string[] {
  if (exitCode !== 0) return [`exit code ${exitCode}: ${stderr.slice(-500)}`]
  const report = stdout.slice(stdout.indexOf('{"schema"'))
  const { summary } = JSON.parse(report).run
  const found = [summary.results.passed, summary.cost.inputTokens, summary.cost.outputTokens]
  return JSON.stringify(found) === '[9,240,120]' ? [] : [`passed, input and output tokens are ${JSON.stringify(found)}`]
}

function mockProblems({ stdout }: Ran): readonly string[] {
  return stdout.includes('snow and snow') ? [] : ['a mock was not asked']
}

async function installed(name: string): Promise<string> {
  const folder = join(base, name)
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(root, `examples/frameworks/${name}.ts`), join(folder, `${name}.ts`))
  copyFileSync(join(root, 'examples/frameworks/shinsa.config.ts'), join(folder, 'shinsa.config.ts'))
  const mock = { injected_response: { report: 'snow' } }
  const mocks = { tool_simulation_configs: [{ tool_name: 'get_weather', injection_configs: [mock] }] }
  writeFileSync(join(folder, 'mocks.json'), JSON.stringify(mocks))
  if (existsSync(join(folder, 'node_modules'))) return folder
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  const install = spawn('npm', ['install', '--no-audit', '--no-fund', 'zod', ...(packages[name] ?? [])], {
    cwd: folder,
    stdio: 'ignore',
  })
  await once(install, 'close')
  return folder
}

async function shinsa(args: readonly string[], cwd: string): Promise<Ran> {
  const program = ['--disable-sigusr1', '--conditions=shinsa-source', join(root, 'bin/shinsa.js')]
  const child = spawn(process.execPath, [...program, ...args], {
    cwd,
    env: {
      ...process.env,
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_AGENTS_DISABLE_TRACING: '1',
      GEMINI_API_KEY: 'none',
      GOOGLE_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: model.url,
      CLAUDE_CONFIG_DIR: join(cwd, '.claude'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { exitCode: child.exitCode ?? 1, stdout, stderr }
}

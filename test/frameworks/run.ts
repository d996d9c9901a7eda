import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startApiServer } from './adk-api-server.ts'
import { adkToldProblems } from './adk-told.ts'
import { installFrameworks } from './install.ts'
import { observedProblems } from './observed.ts'
import { runShinsa, type Ran } from './run-shinsa.ts'
import { startScriptedModel } from './scripted-model.ts'
import { strangers, toldStrangers, tryStranger, tryToldStranger } from './strangers.ts'
import { withProvider } from './with-provider.ts'

// Runs the agents of examples/frameworks, as they are and with the real packages, through the command line against a model on
// this machine: npm run test:frameworks [-- NAME …]. `observed --update` writes what is observed of each into its page.

const quickStarts = [
  'ai-sdk',
  'openai-agents',
  'adk',
  'langchain',
  'langgraph',
  'mastra',
  'strands',
  'claude-agent',
] as const
/** Functions around agents of examples/frameworks that return only text, and whose agent each of them asks. */
const textOnly = {
  'ai-sdk': 'ai-sdk',
  'ai-sdk-stream': 'ai-sdk',
  'openai-agents': 'openai-agents',
  adk: 'adk',
  langchain: 'langchain',
  strands: 'strands',
} as const
const examples = join(import.meta.dirname, '../../examples/frameworks')

const folder = await installFrameworks()
const model = await startScriptedModel()
const isUpdate = process.argv.includes('--update')
const chosen = process.argv.slice(2).filter((name) => name !== '--update')
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name)
const steps = [
  ...quickStarts.filter(isChosen).map((name) => [name, () => tryQuickStart(name)] as const),
  ...(isChosen('adk-server') ? [['adk-server', tryAdkServer] as const] : []),
  ...(isChosen('adk-told') ? [['adk-told', () => adkToldProblems(folder, model.url)] as const] : []),
  ...Object.entries(textOnly)
    .map(([name, agent]) => [`text-only/${name}`, () => tryTextOnly(name, agent)] as const)
    .filter(([name]) => isChosen(name)),
  ...(isChosen('strangers')
    ? strangers.map((one) => [`strangers/${one[0]}`, () => tryStranger(one, folder, model.url)] as const)
    : []),
  ...(isChosen('told')
    ? toldStrangers.map((one) => [`told/${one[0]}`, () => tryToldStranger(one, folder, model.url)] as const)
    : []),
  ...(isChosen('observed') ? [['observed', () => observedProblems(model.url, isUpdate)] as const] : []),
]
const failed: string[] = []
for (const [name, attempt] of steps) {
  const problems = await problemsIn(attempt)
  console.log(problems.length === 0 ? `✓ ${name}` : `✗ ${name}: ${problems.join('; ')}`)
  if (problems.length > 0) failed.push(name)
}
model.close()
console.log(`${steps.length - failed.length} of ${steps.length} as expected`)
for (const name of failed) console.error(`failed: ${name}`)
process.exitCode = failed.length === 0 && steps.length > 0 ? 0 : 1

/** A step that breaks has failed, and the others go on. */
async function problemsIn(attempt: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await attempt()
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** What is not as it should be: trajectories, answers, tokens, all nine results, and mocks in the place of tools. */
async function tryQuickStart(name: string): Promise<readonly string[]> {
  const place = { cwd: projectOf(name), model: model.url }
  const args = argumentsFor(`./${name}.ts`)
  const failing = await runShinsa(['run', 'failing.evalset.json', ...args.slice(2)], place)
  const plain = [...problemsOf(await runShinsa(args, place)), ...failingProblems(failing)]
  if (name === 'claude-agent') return plain
  // OpenAI Agents refuse an answer of OpenAI's responses that was cut.
  const cut =
    name === 'openai-agents' ? [] : cutProblems(await runShinsa(['run', 'cut.evalset.json', ...args.slice(2)], place))
  return [...plain, ...cut, ...mockProblems(await runShinsa([...args, '--environment', 'mocks.json'], place))]
}

/** The same agent behind the server of its own tools. */
async function tryAdkServer(): Promise<readonly string[]> {
  const cwd = projectOf('adk')
  const server = await startApiServer({ cwd, folder, agent: join(examples, 'adk.ts'), model: model.url })
  try {
    return problemsOf(await runShinsa(argumentsFor(`adk:${server.url}/weather`), { cwd, model: model.url }))
  } finally {
    await server.stop()
  }
}

async function tryTextOnly(name: string, agent: string): Promise<readonly string[]> {
  const cwd = projectOf(agent)
  cpSync(join(examples, 'text-only'), join(cwd, 'text-only'), { recursive: true })
  // OpenAI Agents publish their calls only where their tracing is on; this function sends it nowhere.
  const place = { cwd, model: model.url, environment: { OPENAI_AGENTS_DISABLE_TRACING: '0' } }
  const plain = problemsOf(await runShinsa(argumentsFor(`./text-only/${name}.ts`), place))
  return agent === 'adk' || agent === 'strands' ? [...plain, ...(await providerProblems(name, place))] : plain
}

/** The spans of an agent that exports them itself are listened to, and exported as before. */
async function providerProblems(name: string, place: Parameters<typeof runShinsa>[1]): Promise<readonly string[]> {
  const problems: string[] = []
  for (const sdk of ['@opentelemetry/sdk-trace-node', 'opentelemetry-sdk-trace-node-1']) {
    for (const moment of ['before', 'after'] as const) {
      writeFileSync(join(place.cwd, 'text-only', 'provider.ts'), withProvider(name, sdk, moment))
      const ran = await runShinsa(argumentsFor('./text-only/provider.ts'), place)
      // ADK has a copy of the API to itself, whose tracers never hear of a provider that comes later.
      const exports = name === 'adk' && moment === 'after' ? /exported 0/ : /exported [1-9]/
      const found = [...problemsOf(ran), ...(exports.test(ran.stderr) ? [] : ['other spans are exported'])]
      problems.push(...found.map((problem) => `${sdk} ${moment} the agent: ${problem}`))
    }
  }
  return problems
}

function argumentsFor(target: string): readonly string[] {
  return ['run', 'weather.evalset.json', '--target', target, '--repeat', '3', '--concurrency', '4', '--json']
}

function problemsOf({ exitCode, stdout, stderr }: Ran): readonly string[] {
  if (exitCode !== 0) return [`exit code ${exitCode}: ${stderr.slice(-500)}`]
  const { summary } = JSON.parse(stdout).run
  const { passed } = summary.results
  const { inputTokens, outputTokens } = summary.cost
  const counted = `${passed} passed, ${inputTokens} + ${outputTokens} tokens`
  return counted === '9 passed, 240 + 120 tokens' ? [] : [counted]
}

/** What was done before the model failed is kept. */
function failingProblems({ stdout, stderr }: Ran): readonly string[] {
  if (!stdout.startsWith('{')) return [stderr.slice(-500)]
  const { failure, invocations } = JSON.parse(stdout).results[0].transcript
  const seen = JSON.stringify(invocations[0]?.steps ?? null)
  const isKept = failure?.code === 'agent' && /"toolCall".*get_weather.*"toolResponse".*Kyoto is sunny/.test(seen)
  return isKept ? [] : [`of an exchange that failed it keeps ${seen}`]
}

function cutProblems({ stdout, stderr }: Ran): readonly string[] {
  if (!stdout.startsWith('{')) return [stderr.slice(-500)]
  const reason = JSON.parse(stdout).results[0].transcript.invocations[0]?.finishReason
  return reason === 'length' ? [] : [`an answer that was cut ended with ${reason}`]
}

function mockProblems({ stdout }: Ran): readonly string[] {
  return stdout.includes('snow and snow') ? [] : ['a mock was not asked']
}

/** A project as a person has it: the agent's file, cases and a config. */
function projectOf(name: string): string {
  const project = join(folder, 'projects', name)
  mkdirSync(project, { recursive: true })
  for (const file of [`${name}.ts`, 'shinsa.config.ts']) copyFileSync(join(examples, file), join(project, file))
  const cases = readFileSync(join(examples, 'weather.evalset.json'), 'utf8')
  // Claude calls a tool of a server by both their names.
  const own = name === 'claude-agent' ? cases.replace(/"name": "/g, '"name": "mcp__weather__') : cases
  writeFileSync(join(project, 'weather.evalset.json'), own)
  const cut = [{ user_content: { parts: [{ text: 'cut short' }] } }]
  const cutSet = { eval_set_id: 'cut', eval_cases: [{ eval_id: 'cut', conversation: cut }] }
  writeFileSync(join(project, 'cut.evalset.json'), JSON.stringify(cutSet))
  const failing = [{ user_content: { parts: [{ text: 'the weather, and it fails after' }] } }]
  const failingSet = { eval_set_id: 'failing', eval_cases: [{ eval_id: 'failing', conversation: failing }] }
  writeFileSync(join(project, 'failing.evalset.json'), JSON.stringify(failingSet))
  const mock = { injected_response: { report: 'snow' } }
  const mocks = { tool_simulation_configs: [{ tool_name: 'get_weather', injection_configs: [mock] }] }
  writeFileSync(join(project, 'mocks.json'), JSON.stringify(mocks))
  return project
}

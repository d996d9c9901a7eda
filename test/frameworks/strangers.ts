import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runShinsa, type Ran } from './run-shinsa.ts'

type Stranger = readonly [target: string, text: string, expected: string]

/** Agents as people write them: which file and export, what it is asked, and what has come of it. */
export const strangers: readonly Stranger[] = [
  ['ai-structured.ts', 'the weather', 'weather get_weather | {"summary":"1: Kyoto is sunny","confidence":1} | 20+10'],
  ['ai-prepare.ts', 'the weather', 'agent get_weather | 1: Kyoto is sunny | 20+10'],
  [
    'ai-named.ts',
    'the weather in both',
    'agent get_weather, agent get_weather | 1: Kyoto is sunny and Osaka is sunny | 20+10',
  ],
  ['ai-class.ts', 'the weather', 'weather get_weather | 1: Kyoto is sunny | 20+10'],
  ['ai-owninstance.ts', 'the weather', 'weather get_weather | 1: Kyoto is sunny | 20+10'],
  ['ai-stream.ts', 'the weather', 'agent get_weather | 1: Kyoto is sunny | 20+10'],
  ['ai-generator.ts', 'hi', ' | Hello hi | undefined+undefined'],
  [
    'ai-sub.ts',
    'do [[research {"task":"the weather"} | search {"query":"x"}]]',
    'boss research, boss search | 1: 1: Kyoto is sunny and nothing about x | 20+10',
  ],
  ['ai-factory.ts', 'the weather', 'weather2 get_weather | 1: Kyoto is sunny | 20+10'],
  [
    'oa-handoffs.ts',
    'do [[transfer_to_Billing_Agent {"reason":"x"}]]',
    'Triage Agent transfer_to_Billing_Agent | 1: Billing Agent | 20+10',
  ],
  ['oa-structured.ts', 'do [[now {}]]', 'Calendar now | {"name":"1: 12:00","participants":["1: 12:00"]} | 20+10'],
  [
    'oa-astool.ts',
    'do [[ask_weather {"input":"the weather"} | now {}]]',
    'boss ask_weather, boss now | 1: 1: Kyoto and 12:00 | 40+20',
  ],
  ['oa-run.ts#streamed', 'the weather in both', 'A get_weather, A get_weather | 1: Kyoto and Osaka | 20+10'],
  ['adk-seq.ts', 'the weather', 'writer get_weather | 1: the weather | 30+15'],
  [
    'adk-tool.ts',
    'do [[search {"query":"a"} | now {}]]',
    "root search, root now | 1: Error in tool 'search': search is down and 12:00 | 20+10",
  ],
  [
    'adk-app.ts',
    'the weather in both',
    'root get_weather, root get_weather | 1: Kyoto is sunny and Osaka is sunny | 20+10',
  ],
  ['adk-state.ts', 'do [[add {"item":"tea"}]]', 'shop add | 1: tea | 20+10'],
  ['adk-custom.ts', 'the weather', 'inner get_weather | 1: Kyoto is sunny | 20+10'],
  ['adk-factory.ts', 'the weather', 'made get_weather | 1: Kyoto is sunny | 20+10'],
  [
    'lc-plain.ts',
    'do [[search {"query":"x"} | now {}]]',
    'agent search, agent now | 1: Error: search is down\n Please fix your mistakes. and 12:00 | 20+10',
  ],
  ['lg-own.ts#workflow', 'do [[now {}]]', 'agent now | 1: 12:00 | 20+10'],
  [
    'lg-super.ts',
    'do [[transfer_to_clock_expert {}]] [[now {}]]',
    'supervisor transfer_to_clock_expert, clock_expert now, clock_expert transfer_back_to_supervisor | 1: Successfully transferred to clock_expert and Successfully transferred back to supervisor | 40+20',
  ],
  ['lg-interrupt.ts', 'hi', ' | {"question":"sure?"} | undefined+undefined'],
  ['lg-concat.ts', 'hi', ' | 1: hi | 10+5'],
  ['lg-router.ts', 'the weather', 'weather get_weather | 1: Kyoto is sunny | 40+20'],
  [
    'ma-several.ts#weather-agent',
    'do [[search {"query":"x"} | now {}]]',
    'Weather Agent search, Weather Agent now | 1: search is down and 12:00 | 20+10',
  ],
  [
    'ma-memory.ts',
    'the weather in both',
    'Rememberer get_weather, Rememberer get_weather | 1: Kyoto and Osaka | 20+10',
  ],
  ['ma-struct.ts#stream', 'hi', ' | {"name":"1: hi"} | 10+5'],
  ['st-plain.ts', 'do [[now {} | slow {"n":2}]]', 'Strands Agent now, Strands Agent slow | 1: 12:00 and did 2 | 20+10'],
]

type ToldStranger = readonly [target: string, told: string]

/** Agents that are told something else than they were made with, and what a judge sees of them: what their models were sent. */
export const toldStrangers: readonly ToldStranger[] = [
  ['told/ai-told.ts#prepared', 'desk: You receive Ann. [now]'],
  ['told/ai-told.ts#stepped', 'desk: You receive Ann. [now]'],
  ['told/oa-told.ts', 'desk: You receive all guests. [now] / billing: unknown []'],
  ['told/lc-told.ts', 'desk: You are nobody.\nYou receive Ann. [now]'],
  ['told/st-told.ts', 'desk: You receive Ann. [now]'],
  ['told/ma-told.ts', 'desk: You receive guest 1. [now]'],
]

/** @returns what a judge sees otherwise than expected */
export async function tryToldStranger(
  [target, expected]: ToldStranger,
  folder: string,
  model: string,
): Promise<readonly string[]> {
  const { stdout, stderr } = await asked(target, { text: 'hi', folder, model })
  if (!stdout.startsWith('{')) return [stderr]
  const agents: Report[] = Object.values(JSON.parse(stdout).results[0].transcript.invocations[0].agents ?? {})
  const told = agents.map(({ name, instructions = 'unknown', toolDeclarations }) => {
    const tools = JSON.stringify(toolDeclarations ?? null).match(/"name":"\w+"/g) ?? []
    return `${name}: ${instructions} [${tools.map((tool) => tool.slice(8, -1)).join(', ')}]`
  })
  return told.join(' / ') === expected ? [] : [`${told.join(' / ')} instead of ${expected}`]
}

/** @returns what came of it otherwise than expected */
export async function tryStranger(
  [target, text, expected]: Stranger,
  folder: string,
  model: string,
): Promise<readonly string[]> {
  const { stdout, stderr } = await asked(target, { text, folder, model })
  const summary = stdout.startsWith('{') ? summaryOf(JSON.parse(stdout)) : stderr
  return summary === expected ? [] : [`${summary} instead of ${expected}`]
}

type Place = { readonly text: string; readonly folder: string; readonly model: string }

async function asked(target: string, { text, folder, model }: Place): Promise<Ran> {
  const cwd = join(folder, 'projects', 'strangers')
  cpSync(join(import.meta.dirname, 'strangers'), cwd, { recursive: true })
  const turn = { user_content: { role: 'user', parts: [{ text }] }, intermediate_data: { tool_uses: [] } }
  writeFileSync(
    join(cwd, 'one.evalset.json'),
    JSON.stringify({ eval_set_id: 'one', eval_cases: [{ eval_id: 'one', conversation: [turn] }] }),
  )
  const args = ['run', 'one.evalset.json', '--target', `./${target}`, '--json']
  return runShinsa(args, { cwd, model })
}

// oxlint-disable-next-line typescript/no-explicit-any -- a report, read by hand
type Report = any

function summaryOf({ results: [result] }: Report): string {
  const { invocations = [], failure } = result.transcript
  const events: Report[] = invocations.flatMap(({ steps }: Report) => steps?.events ?? [])
  const calls = events.flatMap(({ author, content }) =>
    content.parts.flatMap(({ toolCall }: Report) => (toolCall === undefined ? [] : `${author} ${toolCall.name}`)),
  )
  const [{ finalResponse, usage = {} } = {}] = invocations
  const said = failure === undefined ? finalResponse?.parts[0].text : JSON.stringify(failure.reason)
  return `${calls.join(', ')} | ${said} | ${usage.inputTokens}+${usage.outputTokens}`
}

// npm run bench:mutation -- FILE   does a set that notices more planted faults notice more real ones?
// FILE: trajectories of tau-bench with their rewards, as the project publishes them.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import {
  parseJson,
  type CaseResult,
  type EvalCase,
  type Metric,
  type ToolCall,
  type Transcript,
} from '../../src/core/index.ts'
import { toolTrajectory } from '../../src/metrics/index.ts'
import { toolParameterMatch } from '../../src/metrics/trajectory/tool-parameter-match.ts'
import { toolRules } from '../../src/metrics/trajectory/tool-rules.ts'
import { answerOperators } from '../../src/mutation/answer-operators.ts'
import { callOperators } from '../../src/mutation/call-operators.ts'
import { evidenceOperators } from '../../src/mutation/evidence-operators.ts'
import { mutateResults } from '../../src/mutation/mutate-results.ts'
import { createRandom } from '../../src/statistics/index.ts'

const Message = z.object({
  role: z.string(),
  content: z.string().nullish(),
  tool_call_id: z.string().optional(),
  name: z.string().optional(),
  tool_calls: z
    .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
    .nullish(),
})
const Action = z.object({ name: z.string(), kwargs: z.record(z.string(), z.unknown()) })
const Trajectory = z.object({
  task_id: z.number(),
  trial: z.number(),
  reward: z.number(),
  traj: z.array(Message),
  info: z.object({ task: z.object({ actions: z.array(Action) }) }),
})
type Trajectory = z.infer<typeof Trajectory>

/** What changes the airline's data; everything else only reads. */
const writes = /^(?:book|cancel|update|send)_/

type EvalSet = {
  readonly name: string
  /** Of the actions that the task calls for, those that the set knows. */
  readonly expects: (action: ToolCall) => boolean
  readonly metrics: (expected: readonly ToolCall[]) => readonly Metric[]
}

const ids = { '*': { reservation_id: 'exact', user_id: 'exact', '*': 'ignore' } } as const
const isWrite = ({ name }: ToolCall) => writes.test(name)
const all = () => true

/** From a set that asks for almost nothing to one that asks for every change of the data. */
const evalSets: readonly EvalSet[] = [
  { name: 'at most 30 calls', expects: all, metrics: () => [toolRules({ counts: { '*': { max: 30 } } })] },
  { name: 'changes: the right tools', expects: isWrite, metrics: () => [anyOrder({ '*': { '*': 'ignore' } })] },
  { name: 'changes: the right ids', expects: isWrite, metrics: () => [anyOrder(ids)] },
  { name: 'changes: half of the arguments', expects: isWrite, metrics: () => [toolParameterMatch({ threshold: 0.5 })] },
  { name: 'changes: nine of ten arguments', expects: isWrite, metrics: () => [toolParameterMatch({ threshold: 0.9 })] },
  { name: 'changes: as expected', expects: isWrite, metrics: () => [anyOrder()] },
  { name: 'changes: in order', expects: isWrite, metrics: () => [toolTrajectory({ match: 'in-order' })] },
  { name: 'changes: not more often', expects: isWrite, metrics: (expected) => [notMore(expected)] },
  {
    name: 'changes: right ids, not more often',
    expects: isWrite,
    metrics: (expected) => [anyOrder(ids), notMore(expected)],
  },
  {
    name: 'changes: as expected, not more often',
    expects: isWrite,
    metrics: (expected) => [anyOrder(), notMore(expected)],
  },
]

function anyOrder(argumentMatchers = {}): Metric {
  return toolTrajectory({ match: 'any-order', argumentMatchers })
}

function notMore(expected: readonly ToolCall[]): Metric {
  const names = ['book_reservation', 'cancel_reservation', 'send_certificate', 'update_reservation_baggages']
  names.push('update_reservation_flights', 'update_reservation_passengers')
  const countOf = (name: string) => expected.filter((call) => call.name === name).length
  return toolRules({ counts: Object.fromEntries(names.map((name) => [name, { max: countOf(name) }])) })
}

type Measured = {
  readonly task: number
  readonly reward: number
  readonly passed: boolean
  killed: number
  mutants: number
}

async function main(file: string): Promise<void> {
  const trajectories = z.array(Trajectory).parse(parseJson(await readFile(file, 'utf8')))
  const measured = await Promise.all(evalSets.map((set) => Promise.all(trajectories.map((one) => measure(set, one)))))
  console.log('set: mutation score of rewarded ones that pass | caught of reward 0 | false alarms of reward 1')
  for (const [index, { name }] of evalSets.entries()) {
    const { score, caught, alarms } = strengthOf(measured[index] ?? [])
    console.log(`${name.padEnd(40)} ${score.toFixed(3)} | ${caught.toFixed(3)} | ${alarms.toFixed(3)}`)
  }
  const rho = correlationOf(measured)
  const random = createRandom(1)
  const tasks = [...new Set(trajectories.map(({ task_id: task }) => task))]
  const drawn = Array.from({ length: 2000 }, () => {
    const draw = tasks.map(() => tasks[Math.floor(random() * tasks.length)])
    return correlationOf(measured.map((own) => draw.flatMap((task) => own.filter((one) => one.task === task))))
  }).toSorted((a, b) => a - b)
  console.log(
    `rank correlation with caught − false alarms: ${rho.toFixed(2)} (${drawn[50]?.toFixed(2)}–${drawn[1949]?.toFixed(2)}, ` +
      `95 %, ${tasks.length} tasks drawn again 2,000 times)`,
  )
}

async function measure(set: EvalSet, trajectory: Trajectory): Promise<Measured> {
  const result = resultOf(set, trajectory)
  const expected = trajectory.info.task.actions.map(toCall).filter(set.expects)
  const metrics = set.metrics(expected)
  const scores = await Promise.all(metrics.map((metric) => metric.score(result.evalCase, result.transcript, {})))
  // A task that changes nothing has no arguments to compare.
  const passed = scores.every((score) => score.status !== 'scored' || score.passed)
  const counts = { killed: 0, mutants: 0 }
  if (passed && trajectory.reward === 1) {
    const operators = [...callOperators, ...evidenceOperators, ...answerOperators]
    for await (const { fate } of mutateResults(once(result), { operators, metrics, perCase: 3, seed: 1 })) {
      if (fate === 'equivalent') continue
      counts.mutants += 1
      if (fate === 'killed') counts.killed += 1
    }
  }
  return { task: trajectory.task_id, reward: trajectory.reward, passed, ...counts }
}

async function* once(result: CaseResult): AsyncGenerator<CaseResult> {
  yield result
}

function resultOf(set: EvalSet, { task_id: task, trial, traj, info }: Trajectory): CaseResult {
  const userContent = { role: 'user', parts: [{ text: traj.find(({ role }) => role === 'user')?.content ?? '' }] }
  const calls = info.task.actions.map(toCall).filter(set.expects)
  const steps = { form: 'lists' as const, toolCalls: calls, toolResponses: [], responses: [] }
  const evalCase: EvalCase = { id: `task-${task}`, conversation: [{ userContent, steps }] }
  const transcript: Transcript = { invocations: [{ userContent, ...playedOf(traj) }] }
  return { position: task, repeat: trial, evalCase, transcript, verdict: 'passed', scores: [] } as unknown as CaseResult
}

function toCall({ name, kwargs }: z.infer<typeof Action>): ToolCall {
  return { name, args: z.record(z.string(), z.json()).parse(kwargs) }
}

/** The whole conversation as one exchange: the tools' data are changed over all of it. */
function playedOf(messages: Trajectory['traj']): Pick<Transcript['invocations'][number], 'steps' | 'finalResponse'> {
  const answer = messages.findLast(({ role, content }) => role === 'assistant' && content)?.content ?? ''
  const toolCalls = messages.flatMap(({ tool_calls: made }) =>
    (made ?? []).map(({ id, function: { name, arguments: args } }) => ({
      id,
      name,
      args: z.record(z.string(), z.json()).parse(parseJson(args)),
    })),
  )
  const toolResponses = messages.flatMap(({ role, tool_call_id: id, name = '', content }) =>
    role === 'tool' ? [{ ...(id !== undefined && { id }), name, response: { content: content ?? '' } }] : [],
  )
  return {
    finalResponse: { role: 'model', parts: [{ text: answer }] },
    steps: { form: 'lists', toolCalls, toolResponses, responses: [] },
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

function strengthOf(measured: readonly Measured[]) {
  const rewarded = (reward: number) => measured.filter((one) => one.reward === reward)
  const failed = (some: readonly Measured[]) => share(some.filter(({ passed }) => !passed).length, some.length)
  const sum = (key: 'killed' | 'mutants') => measured.reduce((total, one) => total + one[key], 0)
  return { score: share(sum('killed'), sum('mutants')), caught: failed(rewarded(0)), alarms: failed(rewarded(1)) }
}

/** Spearman's, between the mutation score and what is caught beyond false alarms. */
function correlationOf(measured: readonly (readonly Measured[])[]): number {
  const strengths = measured.map(strengthOf)
  const scores = ranksOf(strengths.map(({ score }) => score))
  const truths = ranksOf(strengths.map(({ caught, alarms }) => caught - alarms))
  const mean = (scores.length + 1) / 2
  const products = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, index) => sum + (value - mean) * ((b[index] ?? mean) - mean), 0)
  const spread = Math.sqrt(products(scores, scores) * products(truths, truths))
  return spread === 0 ? 0 : products(scores, truths) / spread
}

/** From 1; equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): readonly number[] {
  return values.map(
    (value) =>
      values.filter((other) => other < value).length + (values.filter((other) => other === value).length + 1) / 2,
  )
}

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('npm run bench:mutation -- FILE')
  process.exitCode = 2
} else await main(file)

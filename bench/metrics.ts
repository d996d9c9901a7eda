import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EvalCase, Invocation, ToolCall, Transcript } from '../src/core/index.ts'
import { responseMatch, toolCallF1, toolTrajectory } from '../src/metrics/index.ts'
import { createRandom } from '../src/statistics/index.ts'
import { editSimilarityOf, rouge1, tokenizeDefault, tokenizeUnicode } from '../src/text/index.ts'
import { median, root } from './measure.ts'

const peers = join(root, 'bench/peers')

/** Cost of a metric a case, ours and the peers' in the same process, in turns so that both see the same machine. */
export async function run(): Promise<void> {
  if (!existsSync(join(peers, 'node_modules')))
    execFileSync('npm', ['install', '--no-package-lock'], { cwd: peers, stdio: 'inherit' })
  const pairs = textPairs(200)
  const jsRouge = (await importPeer('js-rouge')) as {
    n: (candidate: string, reference: string, options: { n: number }) => number
  }
  await race(
    'ROUGE-1, two texts of 100 words',
    {
      'shinsa (default tokeniser)': () => pairs.forEach(([a, b]) => rouge1(a, b, tokenizeDefault)),
      'shinsa (Unicode tokeniser)': () => pairs.forEach(([a, b]) => rouge1(a, b, tokenizeUnicode)),
      'js-rouge': () => pairs.forEach(([a, b]) => jsRouge.n(a, b, { n: 1 })),
    },
    pairs.length,
  )
  const levenshtein = (await importPeer('fastest-levenshtein')) as { distance: (a: string, b: string) => number }
  await race(
    'edit distance, two texts of 100 words',
    {
      'shinsa (code points)': () => pairs.forEach(([a, b]) => editSimilarityOf(a, b)),
      'fastest-levenshtein (UTF-16)': () => pairs.forEach(([a, b]) => levenshtein.distance(a, b)),
    },
    pairs.length,
  )
  const agentevals = (await importPeer('agentevals')) as {
    createTrajectoryMatchEvaluator: (options: object) => (input: object) => Promise<unknown>
  }
  const evaluator = agentevals.createTrajectoryMatchEvaluator({ trajectoryMatchMode: 'unordered' })
  const calls = trajectories(200)
  const anyOrder = toolTrajectory({ matchType: 'any-order' })
  const f1 = toolCallF1()
  await race(
    'trajectory of 8 calls in any order',
    {
      'shinsa tool_trajectory_avg_score': () =>
        calls.forEach(({ evalCase, transcript }) => anyOrder.score(evalCase, transcript, {})),
      'shinsa tool_call_f1 (optimal)': () =>
        calls.forEach(({ evalCase, transcript }) => f1.score(evalCase, transcript, {})),
      'agentevals unordered (greedy)': async () => {
        for (const { outputs, referenceOutputs } of calls) await evaluator({ outputs, referenceOutputs })
      },
    },
    calls.length,
  )
  const answers = pairs.map(([a, b]) => ({
    evalCase: { id: 'x', conversation: [answering(b)] },
    transcript: { invocations: [answering(a)] },
  }))
  const response = responseMatch()
  await race(
    'the whole metric',
    {
      'shinsa response_match_score': () =>
        answers.forEach(({ evalCase, transcript }) => response.score(evalCase, transcript, {})),
    },
    answers.length,
  )
}

async function importPeer(name: string): Promise<unknown> {
  return import(pathToFileURL(createRequire(join(peers, 'package.json')).resolve(name)).href)
}

async function race(
  title: string,
  contestants: Readonly<Record<string, () => void | Promise<void>>>,
  size: number,
): Promise<void> {
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, [] as number[]]))
  for (let round = 0; round < 15; round += 1) {
    for (const [name, contestant] of Object.entries(contestants)) {
      const startedAt = performance.now()
      await contestant()
      times[name]?.push(performance.now() - startedAt)
    }
  }
  print(title, times, size)
}

function print(title: string, times: Readonly<Record<string, readonly number[]>>, size: number): void {
  console.log(title)
  const medians = Object.entries(times).map(([name, rounds]) => ({
    name,
    microseconds: (1000 * median(rounds.slice(3))) / size,
  }))
  const fastest = Math.min(...medians.map(({ microseconds }) => microseconds))
  for (const { name, microseconds } of medians) {
    console.log(
      `  ${name.padEnd(34)} ${microseconds.toFixed(1).padStart(8)} µs   ${(microseconds / fastest).toFixed(1)}x`,
    )
  }
}

const words =
  'agent evaluation measures running quickly happily orders shipping the a of and to in cities weather 2024 price'.split(
    ' ',
  )

function textPairs(count: number): readonly (readonly [string, string])[] {
  const random = createRandom(1)
  const word = () => `${words[Math.floor(random() * words.length)]}${random() < 0.3 ? Math.floor(random() * 50) : ''}`
  return Array.from({ length: count }, () => {
    const reference = Array.from({ length: 100 }, word)
    return [reference.map((one) => (random() < 0.2 ? word() : one)).join(' '), reference.join(' ')] as const
  })
}

function trajectories(count: number) {
  const random = createRandom(2)
  return Array.from({ length: count }, () => {
    const expected = Array.from({ length: 8 }, (_, index): ToolCall => ({
      name: `tool_${index % 4}`,
      args: { id: Math.floor(random() * 3), page: index },
    }))
    const actual = expected.toSorted(() => random() - 0.5)
    const evalCase: EvalCase = { id: 'x', conversation: [calling(expected)] }
    const transcript: Transcript = { invocations: [calling(actual)] }
    return { evalCase, transcript, outputs: openAiMessages(actual), referenceOutputs: openAiMessages(expected) }
  })
}

function calling(toolCalls: ToolCall[]): Invocation {
  return {
    userContent: { parts: [{ text: 'q' }] },
    steps: { form: 'lists', toolCalls, toolResponses: [], responses: [] },
  }
}

function answering(text: string): Invocation {
  return { userContent: { parts: [{ text: 'q' }] }, finalResponse: { parts: [{ text }] } }
}

function openAiMessages(calls: readonly ToolCall[]) {
  return [
    { role: 'user', content: 'q' },
    {
      role: 'assistant',
      content: '',
      tool_calls: calls.map(({ name, args }, index) => ({
        id: `c${index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      })),
    },
  ]
}

import { readFileSync } from 'node:fs'
import type { AgentEvent, CaseResult, Invocation, RunStore, RunSummary, Score, ToolCall } from '../../src/core/index.ts'
import { conversationsOf, readOtlp } from '../../src/traces/index.ts'

type Played = {
  readonly id: string
  readonly invocations: readonly Invocation[]
  readonly reference?: readonly Invocation[]
  readonly scores?: readonly Score[]
}

/** Appends a finished run of exchanges with traces: some as real frameworks told them, one of everything, one of very many events. */
export async function appendTracedRun(
  store: RunStore,
  runId: string,
  { events = 0 }: { readonly events?: number } = {},
): Promise<void> {
  const played: readonly Played[] = [
    everything(),
    ...['adk', 'strands-latest', 'langchain-openinference'].map(recorded),
    ...(events > 0 ? [endless(events)] : []),
  ]
  await store.append(runId, {
    type: 'run-start',
    plan: {
      runId,
      name: 'travel desk',
      createdAt: '2026-01-01T00:00:00.000Z',
      version: '1.0.0',
      dataset: { id: 'trips', name: 'trips', format: 'adk-eval-set', cases: played.length },
      target: { name: 'travel desk' },
      metrics: [
        { name: 'tool_trajectory_avg_score', threshold: 1 },
        { name: 'response_match_score', threshold: 0.8 },
      ],
      repeat: 1,
      concurrency: 1,
      seed: 1,
      adkCompat: false,
      failOn: [],
    },
    resumed: false,
    done: 0,
  })
  for (const [position, one] of played.entries()) await appendCase(store, runId, resultOf(one, position))
  await store.append(runId, {
    type: 'run-end',
    status: 'finished',
    durationMs: 9000,
    summary: summaryOf(played.length),
  })
}

function summaryOf(total: number): RunSummary {
  return {
    results: { total, passed: 0, failed: 1, error: 0, notEvaluated: total - 1 },
    unfinished: 0,
    passRate: null,
    metrics: [],
    sets: {},
    cost: { toolCalls: 4 },
    gate: { passed: true, rules: [], reasons: [] },
    notes: [],
  }
}

async function appendCase(store: RunStore, runId: string, result: CaseResult): Promise<void> {
  const place = { position: result.position, repeat: result.repeat }
  await store.append(runId, { type: 'case-start', ...place, evalCase: result.evalCase })
  for (const [index, invocation] of result.transcript.invocations.entries()) {
    await store.append(runId, { type: 'invocation', ...place, index, invocation })
  }
  await store.append(runId, { type: 'scores', ...place, scores: result.scores })
  await store.append(runId, { type: 'case-end', ...place, result })
}

function resultOf({ id, invocations, reference, scores = [] }: Played, position: number): CaseResult {
  return {
    position,
    repeat: 0,
    evalCase: {
      id,
      ...(reference !== undefined && { conversation: [...reference] }),
      metadata: { category: 'travel' },
    },
    transcript: { invocations: [...invocations] },
    scores: [...scores],
    verdict: scores.length === 0 ? 'not-evaluated' : 'failed',
    cost: { toolCalls: 4, inputTokens: 1200, outputTokens: 96 },
    durationMs: 5200,
  }
}

function recorded(name: string): Played {
  const file = new URL(`../fixtures/traces/${name}.json`, import.meta.url)
  const { spans } = readOtlp(JSON.parse(readFileSync(file, 'utf8')))
  return { id: name, invocations: conversationsOf(spans).flatMap(({ invocations }) => invocations) }
}

const start = Date.UTC(2026, 0, 1, 12) / 1000
const said = (
  parts: NonNullable<AgentEvent['content']>['parts'],
  at: number,
  seconds?: number,
  more: Partial<AgentEvent> = {},
): AgentEvent => ({
  author: 'desk',
  content: { role: 'model', parts },
  endedAt: start + at,
  ...(seconds !== undefined && { durationSeconds: seconds }),
  ...more,
})
const byModel = (inputTokens: number, outputTokens: number) => ({
  model: 'gemini-2.5-flash',
  usage: { inputTokens, outputTokens },
})

/** A red pixel and its neighbours, as a tool gives back a map. */
const pixels = 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR4nGP4z8AARwzEcQCukw/x0F8jngAAAABJRU5ErkJggg=='

const longAnswer = [
  '# Two days in Kyoto',
  '',
  'The plan, **as agreed**, with [the timetable](https://trains.example/kyoto) and a picture ![of the temple](https://tracker.example/x.png):',
  '',
  '| day | what |',
  '|---|---|',
  '| 1 | *Fushimi Inari*, then `tea` |',
  '| 2 | Kinkaku-ji |',
  '',
  '- [x] hotel',
  '- [ ] train',
  '',
  '<script>canary()</script><img src=x onerror=canary()>',
  '',
  ...Array.from({ length: 386 }, (_, line) => `${line + 1}. stop number ${line + 1}`),
].join('\n')

const search: ToolCall = {
  id: 'c1',
  name: 'search_hotels',
  args: { city: 'Kyoto', nights: 2, guests: { adults: 2, children: 1 }, note: 'quiet, near the river. '.repeat(400) },
}
const book: ToolCall = { id: 'c2', name: 'book_hotel', args: { hotel: 'Ryokan Sawa', nights: 3, late: true } }
const map: ToolCall = { id: 'c3', name: 'draw_map', args: { city: 'Kyoto' } }
const wantedBook: ToolCall = { name: 'book_hotel', args: { hotel: 'Ryokan Sawa', nights: 2, breakfast: true } }

function everything(): Played {
  const events: AgentEvent[] = [
    said(
      [{ text: 'The family needs a quiet place; two nights.', thought: true }, { toolCall: search }],
      1.2,
      1.1,
      byModel(310, 24),
    ),
    said(
      [
        {
          toolResponse: {
            id: 'c1',
            name: 'search_hotels',
            response: {
              hotels: [
                { name: 'Ryokan Sawa', price: 21000 },
                { name: 'Hotel Kamo', price: 14000 },
              ],
              page: 1,
            },
          },
        },
      ],
      1.9,
      0.6,
    ),
    said([{ text: 'I hand over to booking.' }], 2, undefined),
    said([{ toolCall: book }], 2.9, 0.8, { author: 'booking', ...byModel(420, 31) }),
    said([{ toolResponse: { id: 'c2', name: 'book_hotel', response: { error: 'no room for 3 nights' } } }], 4.1, 1.2, {
      author: 'booking',
    }),
    said([{ toolCall: map }], 4.6, 0.4, byModel(470, 41)),
    said(
      [
        {
          toolResponse: {
            id: 'c3',
            name: 'draw_map',
            response: { type: 'image', mimeType: 'image/png', data: pixels },
          },
        },
      ],
      5,
      0.3,
    ),
  ]
  const invocation: Invocation = {
    userContent: { role: 'user', parts: [{ text: 'Two days in Kyoto for three of us, and book a hotel.' }] },
    finalResponse: { role: 'model', parts: [{ text: longAnswer }, { media: { mimeType: 'image/png', data: pixels } }] },
    steps: { form: 'events', events },
    createdAt: start,
    durationSeconds: 5.2,
    modelCalls: 3,
    usage: { inputTokens: 1200, outputTokens: 96 },
    trace: { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' },
  }
  const reference: Invocation = {
    userContent: invocation.userContent,
    finalResponse: { parts: [{ text: 'A plan for two days in Kyoto with a booked hotel.' }] },
    steps: {
      form: 'lists',
      toolCalls: [search, { name: 'ask_budget', args: { currency: 'JPY' } }, wantedBook],
      toolResponses: [],
      responses: [],
    },
  }
  return { id: 'kyoto / two days', invocations: [invocation], reference: [reference], scores: scoresOf() }
}

function scoresOf(): Score[] {
  return [
    {
      status: 'scored',
      metric: 'tool_trajectory_avg_score',
      value: 0,
      threshold: 1,
      passed: false,
      reason: { text: 'book_hotel was called with other arguments' },
      invocations: [
        {
          status: 'scored',
          value: 0,
          passed: false,
          evidence: [
            {
              kind: 'tool-calls',
              rows: [
                { verdict: 'matched', expected: search, actual: search },
                { verdict: 'missing', expected: { name: 'ask_budget', args: { currency: 'JPY' } } },
                {
                  verdict: 'wrong-args',
                  expected: wantedBook,
                  actual: book,
                  differences: [
                    { path: 'nights', expected: 2, actual: 3 },
                    { path: 'breakfast', expected: true },
                    { path: 'late', actual: true },
                  ],
                },
                { verdict: 'extra', actual: map },
              ],
            },
          ],
        },
      ],
    },
    {
      status: 'scored',
      metric: 'response_match_score',
      value: 0.41,
      threshold: 0.8,
      passed: false,
      reason: { text: 'fewer of the expected words than the threshold asks for' },
      evidence: [
        {
          kind: 'texts',
          expected: 'Two days in Kyoto: the hotel Ryokan Sawa is booked.',
          actual: 'Two days in Kyoto: the hotel Kamo is not booked.',
        },
      ],
    },
    { status: 'measured', metric: 'tokens', value: 1296, unit: 'tokens' },
  ]
}

/** Calls and answers, one after the other. */
function endless(count: number): Played {
  const events = Array.from({ length: count }, (_, index): AgentEvent => {
    const id = `c${index >> 1}`
    const part =
      index % 2 === 0
        ? { toolCall: { id, name: 'get_weather', args: { city: 'Kyoto', day: index >> 1 } } }
        : { toolResponse: { id, name: 'get_weather', response: { result: `sunny, ${(index >> 1) % 40} degrees` } } }
    return { author: 'desk', content: { parts: [part] }, endedAt: start + index / 100 }
  })
  const last = events.at(-1)?.content?.parts?.[0]?.toolResponse
  if (last !== undefined) last.response = { result: 'x'.repeat(100_000) }
  return {
    id: 'endless',
    invocations: [
      {
        userContent: { parts: [{ text: 'Every day, please.' }] },
        finalResponse: { parts: [{ text: 'Done.' }] },
        steps: { form: 'events', events },
      },
    ],
  }
}

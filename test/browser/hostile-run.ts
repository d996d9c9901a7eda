import type { CaseResult, Invocation, Run, RunEvent, RunStore, Score } from '../../src/core/index.ts'
import { summariseReview } from '../../src/statistics/review-summary.ts'

/**
 * Appends a finished run in which every field that is shown says one of the texts, a case for each of them. What is said of the
 * run comes with every page of its cases: `ofRun` characters of each text at most.
 */
export async function appendHostileRun(
  store: RunStore,
  runId: string,
  texts: Readonly<Record<string, string>>,
  { ofRun }: { readonly ofRun: number },
): Promise<void> {
  const all = Object.values(texts)
  const results = all.map((text, position) => hostileResult(text, position))
  await store.append(runId, { type: 'run-start', plan: planOf(runId, all), resumed: false, done: 0 })
  for (const result of results) {
    const { position, repeat, evalCase, transcript, scores } = result
    await store.append(runId, { type: 'case-start', position, repeat, evalCase })
    for (const [index, invocation] of transcript.invocations.entries()) {
      await store.append(runId, { type: 'invocation', position, repeat, index, invocation })
    }
    await store.append(runId, { type: 'scores', position, repeat, scores })
    await store.append(runId, { type: 'case-end', position, repeat, result })
  }
  await store.append(
    runId,
    endOf(
      results,
      all.map((text) => text.slice(0, ofRun)),
    ),
  )
}

/** Many texts in one that is short enough for a name: it has no piece that could not be there by itself. */
function togetherIn(texts: readonly string[]): string {
  return texts.map((text) => text.slice(0, 300)).join(' ')
}

function planOf(runId: string, texts: readonly string[]): Run['plan'] {
  const together = togetherIn(texts)
  return {
    runId,
    name: together,
    createdAt: '2026-01-01T00:00:00.000Z',
    version: '<script>canary()</script>',
    dataset: { id: together, name: together, format: 'adk-eval-set', cases: texts.length },
    target: { name: together, models: texts.map((text) => text.slice(0, 300)) },
    metrics: [
      { name: together, judge: together },
      ...texts.map((text) => ({ name: text.slice(0, 1000), judge: text.slice(0, 1000) })),
    ],
    repeat: 1,
    concurrency: 1,
    seed: 1,
    adkCompat: false,
    failOn: [together],
  }
}

function hostileResult(text: string, position: number): CaseResult {
  // What somebody says may be a megabyte; what something is called is long enough with a hundredth of it.
  const name = text.slice(0, 10_000)
  const said = { text, values: { name } }
  const content = { role: name, parts: [{ text }] }
  const args = Object.fromEntries([
    [name, text],
    ['deep', deep(text, 300)],
    ['list', [name, { [name]: name }]],
  ])
  const call = { name, args }
  const invocation: Invocation = {
    userContent: { role: 'user', parts: [{ text }, { media: { mimeType: text.slice(0, 1000), data: 'AA==' } }] },
    finalResponse: { ...content, role: 'model' },
    steps: {
      form: 'events',
      events: [
        { author: name, content: { parts: [{ text, thought: true }, { text }] } },
        { author: name, content: { parts: [{ toolCall: call }, { toolCall: { name, malformed: text } }] } },
        { author: name, content: { parts: [{ toolResponse: { name, response: args } }] } },
      ],
    },
    citations: [{ id: name, text, file: name, heading: name, pages: [1, 2], score: 0.5 }],
    flags: Object.fromEntries([[name, true]]),
    sessionState: args,
  }
  const reference: Invocation = {
    ...invocation,
    finalResponse: { role: 'model', parts: [{ text: `${text} wanted` }] },
    rubrics: [{ id: name, property: text, description: text }],
  }
  return {
    position,
    repeat: 0,
    evalCase: {
      id: name,
      conversation: [reference],
      session: { appName: name, userId: name, state: args },
      rubrics: [{ id: name, property: name }],
      finalSessionState: args,
      metadata: Object.fromEntries([['category', name] as const, [name, text] as const]),
    },
    transcript: { invocations: [invocation], failure: { code: name, reason: said, hint: said } },
    scores: hostileScores({ text, name, call, position }),
    verdict: 'error',
    cost: { toolCalls: 2, judge: { calls: 2, cached: 0, saved: 1, dollars: 0.5 } },
    durationMs: 1234,
  }
}

type HostileWords = {
  readonly text: string
  readonly name: string
  readonly call: { readonly name: string; readonly args: Record<string, unknown> }
  readonly position: number
}

function hostileScores({ text, name, call, position }: HostileWords): Score[] {
  const said = { text, values: { name } }
  const parts = [{ name, value: 0.5 }]
  const judged = {
    samples: [1, 0].map((value) => ({
      value,
      reason: text,
      reply: {
        judge: name,
        instruction: name,
        raw: text,
        latencyMs: 1,
        calls: 1,
        addressed: [{ label: name, kind: 'order' as const, text }],
      },
    })),
    saved: 1,
    agreement: 0.5,
    uncovered: [name],
  }
  return [
    {
      status: 'scored',
      metric: name,
      value: 0.25,
      threshold: 0.5,
      passed: false,
      reason: said,
      parts,
      comment: text,
      judged,
      evidence: [
        { kind: 'texts', expected: `${text} wanted`, actual: text },
        {
          kind: 'tool-calls',
          rows: [
            { verdict: 'wrong-args', expected: call, actual: call, differences: [{ path: name, expected: text }] },
            { verdict: 'extra', actual: { name, malformed: text } },
          ],
        },
        { kind: 'values', differences: [{ path: name, expected: call.args, actual: text }] },
        { kind: 'verdicts', rows: [{ subject: text, label: name, value: 0, reason: text, quote: text }] },
        { kind: 'classification', expected: 'fail', actual: position % 3 === 0 ? 'fail' : 'pass', confidence: 0.9 },
      ],
      invocations: [
        { status: 'scored', value: 0.25, passed: false, reason: said, comment: text, judged },
        { status: 'not-evaluated', reason: said },
      ],
    },
    { status: 'measured', metric: `${name} measured`, value: 3, unit: name, parts },
    { status: 'not-evaluated', metric: `${name} not evaluated`, reason: said },
    { status: 'error', metric: `${name} error`, blame: 'judge', reason: said },
  ]
}

function deep(text: string, depth: number): unknown {
  let value: unknown = text.slice(0, 1000)
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

function endOf(results: readonly CaseResult[], texts: readonly string[]): RunEvent {
  const together = togetherIn(texts)
  const said = { text: together, values: { name: together } }
  const rows = results.map(({ evalCase, position }) => ({
    caseId: evalCase.id,
    expected: 'fail' as const,
    result: position % 3 === 0 ? ('fail' as const) : ('pass' as const),
    confidence: 0.9,
  }))
  const review = summariseReview(rows, { seed: 1 })
  return {
    type: 'run-end',
    status: 'finished',
    durationMs: 1,
    summary: {
      results: { total: results.length, passed: 0, failed: 0, error: results.length, notEvaluated: 0 },
      unfinished: 0,
      passRate: estimateBy(together),
      // Each text once in each field: all of them in every row would be 1.8 megabytes, asked for by every page.
      metrics: [together, ...texts.map((text) => text.slice(0, 1000))].map((metric) => ({
        metric,
        scored: 1,
        passed: 0,
        failed: 1,
        measured: 0,
        notEvaluated: 1,
        error: 1,
        passRate: estimateBy(metric),
        mean: estimateBy(metric),
        unit: metric,
        judges: [metric],
      })),
      sets: {
        review: {
          ...review,
          warnings: [{ code: 'few-cases', sentence: said, caseIds: texts.map((text) => text.slice(0, 1000)) }],
        },
        [together]: { [together]: together, number: 1 },
      },
      cost: { toolCalls: 1 },
      gate: {
        passed: false,
        rules: [together],
        reasons: texts.map((text) => ({ text, values: { name: text.slice(0, 1000) } })),
      },
      notes: texts.map((text) => ({ text })),
    },
  }
}

function estimateBy(method: string) {
  return { value: 0.5, low: 0.4, high: 0.6, n: 10, level: 0.95, method }
}

import {
  type AgentEvent,
  type EvalCase,
  type Invocation,
  type JsonObject,
  type JsonPath,
  type LoadedDataset,
  type Origin,
  type RecordedTranscript,
  type Steps,
  EvalError,
  message,
  stringifyJson,
} from '../../../core/index.ts'
import { defaulted, nullable, object, optional, required } from '../../../formats/kit/foreign-object.ts'
import { type Reading, finishReading, sourcePlace, report, startReading } from '../../../formats/kit/foreign-reading.ts'
import {
  type Codec,
  type CodecValue,
  anything,
  flag,
  jsonObject,
  list,
  number,
  readForeign,
  string,
} from '../../../formats/kit/foreign-value.ts'
import { strandsCase } from './strands-experiment.ts'
import { isStrandsSession, readSession } from './strands-session.ts'
import { eventsFromInteractions, stateFromStrands, strandsExchange, strandsText } from './strands-values.ts'

/** One verdict inside a row. The label `not_applicable` means that nothing was judged and the score does not count. */
type StrandsOutput = CodecValue<typeof output>

type StrandsRow = {
  readonly evaluator: string
  readonly evaluatorType?: string
  readonly evalCase: EvalCase
  readonly transcript: RecordedTranscript
  /** Null where the file has no score, since its lists may differ in length. An evaluator's error has the score 0. */
  readonly score: number | null
  readonly passed: boolean | null
  readonly reason: string
  readonly outputs: readonly StrandsOutput[]
  readonly diagnosis?: JsonObject
  readonly recommendation?: string
}

export type StrandsReport = {
  /** One score per report: since 0.3 a single one for all evaluators, before that one for each evaluator. */
  readonly overallScores: readonly number[]
  readonly rows: readonly StrandsRow[]
}

const output = object(
  {
    score: required('score', number),
    passed: required('test_pass', flag),
    reason: optional('reason', string),
    label: optional('label', string),
    metadata: optional('metadata', jsonObject),
  },
  { unknown: 'ignore', spelling: 'snake' },
)

function orNull<T>(codec: Codec<T>): Codec<T | null> {
  return {
    read: (value, reading) => (value === null ? null : codec.read(value, reading)),
    write: (value, style) => (value === null ? null : codec.write(value, style)),
  }
}

const oneReport = object(
  {
    evaluator: optional('evaluator_name', string, ''),
    overallScore: required('overall_score', number),
    scores: required('scores', list(number)),
    cases: required('cases', list(jsonObject)),
    passes: required('test_passes', list(flag)),
    reasons: defaulted('reasons', list(orNull(string)), []),
    details: defaulted('detailed_results', list(list(output)), []),
    diagnoses: defaulted('diagnoses', list(orNull(jsonObject)), []),
    recommendations: defaulted('recommendations', list(orNull(string)), []),
  },
  { unknown: 'ignore', spelling: 'snake' },
)
type OneReport = CodecValue<typeof oneReport>

const played = object(
  {
    output: optional('actual_output', anything),
    trajectory: optional('actual_trajectory', anything),
    interactions: optional('actual_interactions', list(jsonObject)),
    states: optional(
      'actual_environment_state',
      list(object({ name: required('name', string), state: nullable('state', anything) }, { unknown: 'ignore' })),
    ),
    evaluator: optional('evaluator', string),
    evaluatorType: optional('evaluator_type', string),
  },
  { unknown: 'keep', keepIn: 'asked', spelling: 'snake' },
)

/**
 * Reads a file that `EvaluationReport.to_file` wrote, or a list of such reports.
 *
 * @throws {EvalError} with file, line and path of the first problem
 */
export function strandsReportFrom(value: unknown, origin: Origin): StrandsReport {
  const reports = Array.isArray(value)
    ? readForeign(list(oneReport), value, origin)
    : [readForeign(oneReport, value, origin)]
  return {
    overallScores: reports.map(({ overallScore }) => overallScore),
    rows: reports.flatMap((one, index) => {
      const path = Array.isArray(value) ? [index] : []
      return rowsOf(one, one.evaluator ?? `evaluator_${index + 1}`, { origin, path })
    }),
  }
}

type At = { readonly origin: Origin; readonly path: JsonPath }

function rowsOf(one: OneReport, evaluatorName: string, { origin, path }: At): readonly StrandsRow[] {
  const reading = startReading(origin)
  reading.path.push(...path)
  refuseTooMany(one, reading)
  // Cases without a name are identified by their position, which restarts with each evaluator.
  const places = new Map<string, number>()
  const rows = one.cases.map((value, index) => {
    const evaluator = typeof value['evaluator'] === 'string' ? value['evaluator'] : evaluatorName
    const place = places.get(evaluator) ?? 0
    places.set(evaluator, place + 1)
    reading.path.push('cases', index)
    const row = rowOf({ name: `case_${place}`, ...withoutNulls(value), evaluator }, { one, index }, reading)
    reading.path.splice(-2)
    return row
  })
  return finishReading(rows, reading, origin)
}

function rowOf(
  value: JsonObject & { readonly evaluator: string },
  { one, index }: { readonly one: OneReport; readonly index: number },
  reading: Reading,
): StrandsRow {
  const before = reading.problems.length
  const { asked, evaluator: _, evaluatorType, ...done } = played.read(value, reading)
  const evalCase = strandsCase.read(asked ?? {}, reading)
  // This value is never used: `finishReading` throws when there are problems.
  if (reading.problems.length > before) return undefined as unknown as StrandsRow
  const reason = one.reasons[index] ?? ''
  const diagnosis = one.diagnoses[index] ?? undefined
  const recommendation = one.recommendations[index] ?? undefined
  return {
    evaluator: value.evaluator,
    ...(evaluatorType === undefined ? {} : { evaluatorType }),
    evalCase,
    transcript: transcriptOf(evalCase, done, { reason, reading }),
    score: one.scores[index] ?? null,
    passed: one.passes[index] ?? null,
    reason,
    outputs: one.details[index] ?? [],
    ...(diagnosis === undefined ? {} : { diagnosis }),
    ...(recommendation === undefined ? {} : { recommendation }),
  }
}

function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, child]) => child !== null))
}

function refuseTooMany({ cases, scores, passes }: OneReport, reading: Reading): void {
  const most = Math.max(scores.length, passes.length)
  if (most <= cases.length) return
  report(
    reading,
    (place) =>
      message('{place}: {count} scores for {cases} {cases|case|cases}', { place, count: most, cases: cases.length }),
    { key: 'scores' },
  )
}

type Done = Pick<CodecValue<typeof played>, 'output' | 'trajectory' | 'interactions' | 'states'>

const TASK_ERROR = /^An error occurred: /

function transcriptOf(
  evalCase: EvalCase,
  done: Done,
  { reason, reading }: { readonly reason: string; readonly reading: Reading },
): RecordedTranscript {
  if (done.output !== undefined || !TASK_ERROR.test(reason)) {
    return { caseId: evalCase.id, invocations: [invocationOf(evalCase, done, reading)] }
  }
  const problem = message('{problem}', { problem: reason.replace(TASK_ERROR, '') })
  return { caseId: evalCase.id, invocations: [], failure: { code: 'agent', reason: problem } }
}

/** strands-evals has one exchange per case: an input, a trajectory and an output. */
function invocationOf({ conversation }: EvalCase, done: Done, reading: Reading): Invocation {
  const { output: answer, trajectory, interactions = [], states } = done
  const session = isStrandsSession(trajectory) ? readSession(trajectory, reading) : undefined
  const said = answer === undefined ? session?.lastAnswer : strandsText(answer)
  const spoken = eventsFromInteractions(interactions)
  const steps: Steps | undefined = session
    ? { form: 'events', events: [...session.events, ...spoken] }
    : stepsOf(trajectory, spoken)
  return {
    userContent: conversation?.[0]?.userContent ?? { parts: [] },
    ...(said === undefined ? {} : { finalResponse: { role: 'model', parts: [{ text: said }] } }),
    ...(steps === undefined ? {} : { steps }),
    ...(session?.agents === undefined ? {} : { agents: session.agents }),
    ...(states === undefined ? {} : { sessionState: stateFromStrands(states) }),
  }
}

function stepsOf(trajectory: unknown, spoken: AgentEvent[]): Steps | undefined {
  if (!Array.isArray(trajectory)) return spoken.length === 0 ? undefined : { form: 'events', events: spoken }
  const { toolCalls, toolResponses } = strandsExchange(trajectory)
  if (spoken.length === 0) return { form: 'lists', toolCalls, toolResponses, responses: [] }
  const parts = [
    ...toolCalls.map((toolCall) => ({ toolCall })),
    ...toolResponses.map((toolResponse) => ({ toolResponse })),
  ]
  const called = parts.map((part) => ({ author: 'agent', content: { parts: [part] } }))
  return { form: 'events', events: [...called, ...spoken] }
}

/** Returns the cases and the agent's work. Evaluators repeat the same cases; the first row of each case counts. */
export function datasetOfStrandsReport(
  { rows }: StrandsReport,
  id: string,
  origin: Origin,
): { readonly dataset: LoadedDataset; readonly transcripts: readonly RecordedTranscript[] } {
  const [first, ...others] = [...Map.groupBy(rows, ({ evaluator }) => evaluator).values()]
  const plays = [...(first ?? [])]
  const ids = new Set(plays.map(({ evalCase }) => evalCase.id))
  plays.push(...firstOfEach(others.flat()).filter(({ evalCase }) => !ids.has(evalCase.id)))
  const cases = new Map<string, EvalCase>()
  for (const { evalCase } of plays) {
    const known = cases.get(evalCase.id)
    if (known === undefined) cases.set(evalCase.id, evalCase)
    else if (stringifyJson(known.conversation) !== stringifyJson(evalCase.conversation)) {
      throw differentTwins(evalCase.id, origin)
    }
  }
  return { dataset: { id, cases: [...cases.values()] }, transcripts: plays.map(({ transcript }) => transcript) }
}

function firstOfEach(rows: readonly StrandsRow[]): readonly StrandsRow[] {
  return [...Map.groupBy(rows, ({ evalCase }) => evalCase.id).values()].flatMap(([row]) => row ?? [])
}

function differentTwins(id: string, origin: Origin): EvalError {
  return new EvalError(
    'format',
    message('{place}: two different cases are called "{id}"', { place: sourcePlace([], origin), id }),
    { hint: message('Results are told apart by these ids. Give one of the two another one.') },
  )
}

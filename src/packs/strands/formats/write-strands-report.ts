import {
  type CaseRecord,
  type CaseResult,
  type Invocation,
  type Message,
  type Run,
  type RunPlan,
  type Score,
  type ToolResponse,
  message,
  responseTextOf,
  stringifyJson,
  textOf,
  toEnglish,
  toolCallsOf,
  toolResponsesOf,
} from '../../../core/index.ts'
import { isObject } from '../../../core/basics/is-object.ts'
import { callsOfAll } from '../../../metrics/shared/known-calls.ts'
import { strandsCase } from './strands-experiment.ts'
import { toStrandsStates } from './strands-values.ts'
import { compact } from '../../../core/basics/compact.ts'

type WriteStrandsReportOutput = {
  readonly score: number
  readonly test_pass: boolean
  readonly reason: string | null
  readonly label: string | null
}

type WriteStrandsReportRow = {
  readonly case: Record<string, unknown>
  readonly score: number
  readonly passed: boolean
  readonly reason: string
  readonly outputs: readonly WriteStrandsReportOutput[]
  /** False where `score` is a placeholder. */
  readonly hasScore: boolean
}

type Evaluated = { readonly metric: RunPlan['metrics'][number]; readonly rows: readonly WriteStrandsReportRow[] }

/**
 * Writes a run as a report of strands-evals, with one row for each metric and result. `older` writes a list with one
 * report for each metric, the form before 0.3.
 */
export function writeStrandsReport(
  { plan }: Run,
  records: Iterable<CaseRecord>,
  options: { readonly older?: boolean } = {},
): { readonly text: string; readonly losses: readonly Message[] } {
  const results = [...records].flatMap(({ result }) => result ?? [])
  const [written, measured] = separated(plan.metrics, results)
  const evaluated = written.map((metric) => ({ metric, rows: results.map((result) => rowOf(metric, result)) }))
  const value = options.older === true ? evaluated.map(olderReport) : flatReport(evaluated)
  return { text: `${stringifyJson(value, 2)}\n`, losses: lossesOf(evaluated, { measured, results, ...options }) }
}

/** Separates scoring metrics from quantities: a count of tokens would be averaged like a score. */
function separated(metrics: RunPlan['metrics'], results: readonly CaseResult[]) {
  const judges = new Set(
    results.flatMap(({ scores }) => scores.flatMap((score) => (passesJudgement(score) ? score.metric : []))),
  )
  const isScored = ({ name, options }: RunPlan['metrics'][number]) => judges.has(name) || options !== undefined
  return [metrics.filter(isScored), metrics.filter((metric) => !isScored(metric))] as const
}

function passesJudgement(score: Score): boolean {
  return (
    score.status === 'scored' || score.status === 'error' || (score.status === 'not-evaluated' && !score.informational)
  )
}

function flatReport(evaluated: readonly Evaluated[]) {
  const comparable = evaluated.filter(({ metric }) => metric.polarity === undefined)
  return reportOf(
    evaluated.flatMap(({ rows }) => rows),
    comparable.flatMap(({ rows }) => rows),
  )
}

function olderReport({ metric, rows }: Evaluated) {
  return { evaluator_name: metric.name, ...reportOf(rows, rows) }
}

function reportOf(rows: readonly WriteStrandsReportRow[], averaged: readonly WriteStrandsReportRow[]) {
  const scores = averaged.filter(({ hasScore }) => hasScore).map(({ score }) => score)
  return {
    overall_score: scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length,
    scores: rows.map(({ score }) => score),
    cases: rows.map((row) => row.case),
    test_passes: rows.map(({ passed }) => passed),
    reasons: rows.map(({ reason }) => reason),
    detailed_results: rows.map(({ outputs }) => outputs),
    diagnoses: rows.map(() => null),
    recommendations: rows.map(() => null),
  }
}

function rowOf({ name, options }: RunPlan['metrics'][number], result: CaseResult): WriteStrandsReportRow {
  const type = options?.['evaluator_type']
  const tags = { evaluator: name, evaluator_type: typeof type === 'string' ? type : name }
  return { case: { ...caseOf(result), ...tags }, ...verdictOf(scoreOf(result, name), result) }
}

function scoreOf({ scores }: CaseResult, metric: string): Score {
  const reason = message('not evaluated')
  return scores.find((score) => score.metric === metric) ?? { status: 'not-evaluated', metric, reason }
}

/** strands-evals cannot express a missing score. Its label for nothing to judge comes nearest. */
function verdictOf(score: Score, { transcript: { failure } }: CaseResult): Omit<WriteStrandsReportRow, 'case'> {
  const none = { score: 0, passed: false, hasScore: false }
  if (failure !== undefined) return { ...none, reason: `An error occurred: ${toEnglish(failure.reason)}`, outputs: [] }
  switch (score.status) {
    case 'error':
      return { ...none, reason: `Evaluator error: ${toEnglish(score.reason)}`, outputs: [] }
    case 'not-evaluated': {
      const passed = score.informational === true
      const reason = `Not evaluated: ${toEnglish(score.reason)}`
      return { ...none, passed, reason, outputs: [{ score: 0, test_pass: passed, reason, label: 'not_applicable' }] }
    }
    case 'measured':
      return { ...none, passed: true, reason: `Measured: ${score.value} ${score.unit}`, outputs: [] }
    case 'scored':
      return scoredRow(score)
  }
}

function scoredRow(score: Extract<Score, { status: 'scored' }>): Omit<WriteStrandsReportRow, 'case'> {
  const { value, passed } = score
  const own = score.reason === undefined ? '' : toEnglish(score.reason)
  // Only metrics that judge the case at once have a verdict on each part.
  const parts = score.judged === undefined ? [] : (score.evidence ?? []).filter((piece) => piece.kind === 'verdicts')
  const outputs = parts.flatMap(({ rows }) =>
    rows.map((row): WriteStrandsReportOutput => {
      const isNone = row.value === null
      return {
        score: row.value ?? 0,
        test_pass: isNone || (row.passed ?? passed),
        reason: row.reason ?? null,
        label: isNone ? 'not_applicable' : row.label,
      }
    }),
  )
  const reason = own || outputs.flatMap((output) => output.reason || []).join(' | ')
  const whole: WriteStrandsReportOutput = { score: value, test_pass: passed, reason, label: null }
  return { score: value, passed, reason, outputs: outputs.length > 0 ? outputs : [whole], hasScore: true }
}

function caseOf({ evalCase, transcript }: CaseResult): Record<string, unknown> {
  const written = strandsCase.write(evalCase, 'full')
  const { session_id: session, ...asked } = isObject(written) ? written : {}
  const { invocations, failure } = transcript
  const last = invocations.at(-1)
  const input = evalCase.conversation === undefined ? textOf(invocations[0]?.userContent) : undefined
  const known = { ...asked, ...(input === undefined ? {} : { input }) }
  if (failure !== undefined) return { ...known, ...(session === undefined ? {} : { session_id: session }) }
  return {
    ...known,
    actual_output: last === undefined ? null : (responseTextOf(last) ?? null),
    actual_trajectory: callsOfAll(invocations) === undefined ? null : invocations.flatMap(toolUses),
    actual_interactions: interactionsOf(invocations),
    actual_environment_state: last?.sessionState === undefined ? null : toStrandsStates(last.sessionState),
  }
}

function toolUses(invocation: Invocation) {
  const responses = [...toolResponsesOf(invocation)]
  return (toolCallsOf(invocation) ?? []).map(({ id, name, args, malformed }) => {
    const at = responses.findIndex((response) => (id === undefined ? response.name === name : response.id === id))
    const [response] = at < 0 ? [] : responses.splice(at, 1)
    return { name, input: malformed ?? args ?? {}, tool_result: resultOf(response) }
  })
}

function resultOf(response: ToolResponse | undefined): unknown {
  if (response?.response === undefined) return null
  const { result, ...others } = response.response
  return result !== undefined && Object.keys(others).length === 0 ? result : response.response
}

function interactionsOf(invocations: readonly Invocation[]) {
  const events = invocations.flatMap(({ steps }) => (steps?.form === 'events' ? steps.events : []))
  const interactions = events.flatMap(({ author, content, extra }) => {
    const said = textOf(content)
    if (said === undefined || said === '' || author === 'user') return []
    const dependencies = extra?.['dependencies']
    return [{ node_name: author, ...(dependencies === undefined ? {} : { dependencies }), messages: [said] }]
  })
  return interactions.length === 0 ? null : interactions
}

type WriteStrandsReportText = {
  readonly measured: RunPlan['metrics']
  readonly results: readonly CaseResult[]
  readonly older?: boolean
}

function lossesOf(
  evaluated: readonly Evaluated[],
  { measured, results, older }: WriteStrandsReportText,
): readonly Message[] {
  const rows = evaluated.flatMap((one) => one.rows)
  const without = rows.filter(({ hasScore }) => !hasScore).length
  const inverted = evaluated.filter(({ metric }) => metric.polarity !== undefined).map(({ metric }) => metric.name)
  const longer = results.filter(({ transcript }) => transcript.invocations.length > 1).length
  return compact([
    without !== 0 &&
      message(
        '{count} of {total} {total|row has|rows have} no score: strands-evals can only write 0 there; the reason says why, and overall_score leaves them out',
        { count: without, total: rows.length },
      ),
    inverted.length !== 0 &&
      older !== true &&
      message('overall_score leaves out {metrics}: a high score there does not mean that the agent did well', {
        metrics: inverted.join(', '),
      }),
    measured.length !== 0 &&
      message('left out, as they measure and pass no judgement: {metrics}', {
        metrics: measured.map(({ name }) => name).join(', '),
      }),
    longer !== 0 &&
      message('{n} {n|conversation|conversations} of several turns: only the last answer is written', {
        n: longer,
      }),
  ])
}

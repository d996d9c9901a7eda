import {
  type Invocation,
  type CaseRecord,
  type CaseResult,
  type Run,
  type RunPlan,
  type Score,
  type Session,
  stringifyJson,
  verdictOf,
} from '../../core/index.ts'
import { adkResultId, adkResultName, adkResultPath } from './adk-result-name.ts'
import { type AdkCaseResultRow, type AdkMetricResult, adkResultFile } from './adk-result-shape.ts'
import { caseMetricResult, turnMetricResult } from './adk-metric-result.ts'
import { type AdkVersion, commonAdkVersion } from './adk-version.ts'
import { plainSteps } from './eval-sets/as-reference.ts'
import { rationalesOf } from './rubric-rationales.ts'
import { aggregateRuns, finalStatus, type AdkOutcome, type AdkStatus } from './adk-verdict.ts'

export type AdkResultText = { readonly name: string; readonly path: string; readonly text: string }

/**
 * Writes a run as ADK's result file. Repeats of a case become one entry that holds the turns of all of them. Verdicts,
 * reasons, failures, versions and the plan have no place in ADK's format; they are written under `shinsa`, which ADK
 * ignores. Unless `adk` names a newer version, the file has nothing that ADK 1.29 refuses.
 *
 * @throws {EvalError} when the app's or the set's name cannot be part of a file name
 */
export function writeAdkResult(
  run: Run,
  records: Iterable<CaseRecord>,
  options: { readonly appName?: string; readonly adk?: AdkVersion } = {},
): AdkResultText {
  const { plan } = run
  const { adk = commonAdkVersion } = options
  const results = [...records].flatMap(({ result }) => result ?? [])
  const createdAt = Date.parse(plan.createdAt) / 1000
  const id = adkResultId(options.appName ?? appNameOf(results), plan.dataset.id, createdAt)
  const name = adkResultName(id)
  const file = adkResultFile.write(
    {
      id,
      name,
      evalSetId: plan.dataset.id,
      cases: byCase(results).map((repeats) => caseRow(repeats, plan, adk)),
      createdAt,
      shinsa: beyondAdk(run, results),
    },
    'full',
  )
  return { name, path: adkResultPath(name), text: stringifyJson(file, 2) }
}

function appNameOf(results: readonly CaseResult[]): string {
  return results.find(({ evalCase }) => evalCase.session !== undefined)?.evalCase.session?.appName || 'shinsa'
}

function byCase(results: readonly CaseResult[]): readonly (readonly [CaseResult, ...CaseResult[]])[] {
  const groups = [...Map.groupBy(results, ({ position }) => position).values()]
  return groups.flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others] as const]))
}

function caseRow(repeats: readonly [CaseResult, ...CaseResult[]], plan: RunPlan, adk: AdkVersion): AdkCaseResultRow {
  const [first] = repeats
  const session: Partial<Session> = first.evalCase.session ?? {}
  const metrics = first.scores.map((score) => pooledMetric(score.metric, repeats, plan))
  return {
    evalSetFile: plan.dataset.id,
    evalSetId: plan.dataset.id,
    caseId: first.evalCase.id,
    status: caseStatus(repeats, metrics),
    metrics: knownTo(adk, metrics),
    invocations: repeats.flatMap((result) => invocationRows(result, plan, adk)),
    sessionId: session.id ?? `___eval___session___${plan.runId}_${first.position}_${first.repeat}`,
    userId: session.userId ?? 'test_user_id',
  }
}

function pooledMetric(metric: string, repeats: readonly [CaseResult, ...CaseResult[]], plan: RunPlan): AdkMetricResult {
  const [first, ...others] = repeats
  const own = caseMetricResult(scoreOf(first, metric), plan, rationalesOf(scoreOf(first, metric), first.evalCase, plan))
  if (others.length === 0) return own
  const runs = repeats.map((result) => {
    const { status } = caseMetricResult(scoreOf(result, metric), plan)
    return { turnScores: turnScores(result, metric, plan), status }
  })
  const byTurn = runs.some(({ turnScores: scores }) => scores.some((score) => score !== null))
  return { ...own, ...(byTurn ? aggregateRuns(runs, own.threshold) : pooledCases(metric, repeats, plan)) }
}

/** Metrics of whole cases have no scores by turn, so the score is the mean of the repeats, which all have to pass. */
function pooledCases(metric: string, repeats: readonly CaseResult[], plan: RunPlan): AdkOutcome {
  const outcomes = repeats.map((result) => caseMetricResult(scoreOf(result, metric), plan))
  const scores = outcomes.flatMap(({ score }) => score ?? [])
  const mean = scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length
  const open = outcomes.find(({ status }) => status !== 'PASSED' && status !== 'FAILED')
  if (outcomes.some(({ status }) => status === 'FAILED')) return { score: mean, status: 'FAILED' }
  return { score: mean, status: open?.status ?? 'PASSED' }
}

function turnScores(result: CaseResult, metric: string, plan: RunPlan): readonly (number | null)[] {
  const score = scoreOf(result, metric)
  return result.transcript.invocations.map((_, index) => turnMetricResult(score, index, plan).score)
}

// Repeats have the same metrics, except where the agent failed before anything was scored.
function scoreOf(result: CaseResult, metric: string): Score {
  const reason = { text: 'not scored' }
  return result.scores.find((score) => score.metric === metric) ?? { status: 'not-evaluated', metric, reason }
}

function caseStatus(repeats: readonly CaseResult[], metrics: readonly AdkMetricResult[]): AdkStatus {
  if (repeats.some(({ transcript }) => transcript.failure !== undefined)) return 'FAILED'
  return finalStatus(metrics.map(({ status }) => status))
}

function invocationRows(
  { evalCase, transcript, scores }: CaseResult,
  plan: RunPlan,
  adk: AdkVersion,
): AdkCaseResultRow['invocations'] {
  const written = (invocation: Invocation) => (adk.informational ? invocation : olderInvocation(invocation))
  return transcript.invocations.map((actual, index) => {
    const expected = evalCase.conversation?.[index]
    return {
      actual: written(actual),
      ...(expected === undefined ? {} : { expected: written(expected) }),
      metrics: knownTo(
        adk,
        scores.map((score) => turnMetricResult(score, index, plan, rationalesOf(score, evalCase, plan))),
      ),
    }
  })
}

/** Versions without informational metrics do not know that status either. */
function knownTo({ informational }: AdkVersion, metrics: readonly AdkMetricResult[]): AdkMetricResult[] {
  return metrics.filter(({ status }) => informational || status !== 'INFORMATIONAL')
}

function beyondAdk({ plan, status, summary }: Run, results: readonly CaseResult[]): Record<string, unknown> {
  return {
    version: plan.version,
    status,
    plan,
    summary,
    cases: results.map(({ evalCase, repeat, verdict, durationMs, transcript, scores }) => ({
      eval_id: evalCase.id,
      repeat,
      verdict,
      adk_verdict: verdictOf(scores, transcript.failure, { adkCompat: true }),
      duration_ms: durationMs,
      failure: transcript.failure,
      scores,
    })),
  }
}

function olderInvocation(invocation: Invocation): Invocation {
  const { durationSeconds: _durationSeconds, modelCalls: _modelCalls, steps, ...older } = invocation
  return { ...older, ...(steps === undefined ? {} : { steps: plainSteps(steps) }) }
}

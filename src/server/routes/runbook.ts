import { type CaseResult, type RunStore, type Score, textOf } from '../../core/index.ts'
import { panelScoreOf } from '../../packs/runbook/panel-score.ts'
import { runbookOutcome } from '../../packs/runbook/runbook-summary.ts'
import type { Capabilities } from '../capabilities.ts'
import type { RunbookService } from '../capabilities/runbook-service.ts'
import type { AnswerRoute } from '../answer-route.ts'
import type { RunbookEvaluation } from '../api/runbooks.ts'
import { toRunDetail } from './runs.ts'

type RunbookDependencies = {
  readonly store: RunStore
  readonly capabilities: Capabilities
  readonly service: RunbookService
}
type RunbookEvaluationQuestion = RunbookEvaluation['questions'][number]

export function answerRunbook(answer: AnswerRoute, { store, capabilities, service }: RunbookDependencies): void {
  answer('runbookStatus', async () => service.status())

  answer('uploadRunbook', async ({ body: { name, content, replace } }) => {
    await service.upload({ name, bytes: Buffer.from(content, 'base64'), replace })
    return service.status()
  })

  answer('runbookBuild', async () => ({ progress: service.progress() }))

  answer('buildRunbookIndex', async () => {
    await service.build()
    return service.status()
  })

  answer('ask', async ({ body, signal }) => service.ask(body, signal))

  answer('runbookQuestions', async () => service.questions())

  answer('runbookEstimate', async ({ body }) => service.estimate(body))

  answer('startRunbookEvaluation', async ({ body }) => ({ runId: await service.evaluate(body) }))

  answer('runbookEvaluation', async ({ run }) => {
    const questions: RunbookEvaluationQuestion[] = []
    for await (const { position, repeat, result } of store.records(run.plan.runId)) {
      if (result !== undefined) questions.push({ position, repeat, ...questionOf(result) })
    }
    return { detail: await toRunDetail(run, store, capabilities), questions }
  })
}

function questionOf(result: CaseResult): Omit<RunbookEvaluationQuestion, 'position' | 'repeat'> {
  const { evalCase, scores, transcript } = result
  const panel = panelScoreOf(scores)
  const scored = panel?.status === 'scored' ? panel : undefined
  const trouble = transcript.failure?.reason ?? (panel !== undefined && 'reason' in panel ? panel.reason : undefined)
  return {
    caseId: evalCase.id,
    question: textOf(evalCase.conversation?.[0]?.userContent) ?? '',
    category: String(evalCase.metadata?.['category'] ?? ''),
    outcome: runbookOutcome(result),
    passed: scored?.passed ?? null,
    average: scored === undefined ? null : points(scored.value),
    aspects: scored === undefined ? [] : aspectsOf(scored),
    comment: scored?.comment ?? '',
    ...(trouble !== undefined && { trouble }),
  }
}

function aspectsOf({
  parts = [],
  evidence = [],
}: Extract<Score, { status: 'scored' }>): RunbookEvaluationQuestion['aspects'] {
  const rows = evidence.flatMap((one) => (one.kind === 'verdicts' ? one.rows : []))
  return parts.map(({ name: id, value }, index) => {
    const { subject = id, reason = '' } = rows[index] ?? {}
    return { id, name: subject, value: value === null ? null : points(value), reason }
  })
}

/** Converts to 0–100 and removes binary rounding errors. */
function points(value: number): number {
  return Number((value * 100).toPrecision(12))
}

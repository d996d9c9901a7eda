import { type RunPlan, type SetMetric, limitOf } from '../../../core/index.ts'
import { type RunbookOutcome, RunbookSummary, runbookOutcome } from '../runbook-summary.ts'

// A mean of exactly 70.0 must not fail because of floating-point noise.
const tolerance = 1e-9

/** Takes the limits from the run's `failOn` rules, or 0.7 where they set none. */
export function runbookSetOf({ metrics, failOn }: Pick<RunPlan, 'metrics' | 'failOn'>): SetMetric<RunbookSummary> {
  const limits = failOn.flatMap((rule) => limitOf(rule) ?? [])
  const limitFor = (name: string) => limits.find((limit) => limit.name === name && limit.side === 'below')?.limit ?? 0.7
  const panel = metrics.find(({ name }) => name === 'runbook_panel')
  return runbookSet({
    passLine: panel?.threshold ?? 0.7,
    share: limitFor('runbook_panel.pass-rate'),
    mean: limitFor('runbook_panel'),
  })
}

export function runbookSet(rule: RunbookSummary['rule']): SetMetric<RunbookSummary> {
  return {
    name: 'runbook',
    schema: RunbookSummary,
    start() {
      const counts: Record<RunbookOutcome, number> = { judged: 0, judge_error: 0, agent_error: 0, not_evaluated: 0 }
      const flags = { checked: 0, right: 0 }
      let passed = 0
      let sum = 0
      let { passLine } = rule
      return {
        add(scored) {
          counts[runbookOutcome(scored)] += 1
          for (const score of scored.scores) {
            if (score.status !== 'scored') continue
            if (score.metric === 'expected_flags') {
              flags.checked += 1
              flags.right += score.passed ? 1 : 0
            }
            if (score.metric === 'runbook_panel') {
              // A panel that is made in a config file has its own pass line.
              passLine = score.threshold ?? passLine
              sum += score.value
              passed += score.passed ? 1 : 0
            }
          }
        },
        summary: () => summaryOf({ counts, flags, passed, sum }, { ...rule, passLine }),
      }
    },
  }
}

type CountedAnswers = {
  readonly counts: Readonly<Record<RunbookOutcome, number>>
  readonly flags: NonNullable<RunbookSummary['flags']>
  readonly passed: number
  /** The sum of the values of all judged answers. */
  readonly sum: number
}

function summaryOf({ counts, flags, passed, sum }: CountedAnswers, rule: RunbookSummary['rule']): RunbookSummary {
  const total = Object.values(counts).reduce((all, count) => all + count, 0)
  const mean = total === 0 ? 0 : sum / total
  return {
    total,
    judged: counts.judged,
    judgeErrors: counts.judge_error,
    agentErrors: counts.agent_error,
    notEvaluated: counts.not_evaluated,
    passed,
    passShare: total === 0 ? 0 : passed / total,
    mean,
    judgedMean: counts.judged === 0 ? null : sum / counts.judged,
    rule,
    accepted: counts.judged > 0 && passed >= rule.share * total - tolerance && mean >= rule.mean - tolerance,
    ...(flags.checked > 0 && { flags }),
  }
}

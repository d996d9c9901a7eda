import type { RunbookOutcome, RunbookSummary, SetMetric } from '../../../core/index.ts'
import { runbookOutcome } from '../../../core/index.ts'

// 70.0 as the mean of ten averages must not fail by the last bit.
const tolerance = 1e-9

/** What all answers about runbooks are worth together, from the scores of the panel and the comparison of flags. */
export function runbookSet(rule: RunbookSummary['rule']): SetMetric {
  return {
    name: 'runbook',
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
              // A panel that was made in a config has its own.
              passLine = score.threshold ?? passLine
              sum += score.value
              passed += score.passed ? 1 : 0
            }
          }
        },
        summary() {
          const total = Object.values(counts).reduce((all, count) => all + count, 0)
          const mean = total === 0 ? 0 : sum / total
          return {
            runbook: {
              total,
              judged: counts.judged,
              judgeErrors: counts.judge_error,
              agentErrors: counts.agent_error,
              notEvaluated: counts.not_evaluated,
              passed,
              passShare: total === 0 ? 0 : passed / total,
              mean,
              judgedMean: counts.judged === 0 ? null : sum / counts.judged,
              rule: { ...rule, passLine },
              accepted: counts.judged > 0 && passed >= rule.share * total - tolerance && mean >= rule.mean - tolerance,
              ...(flags.checked > 0 && { flags }),
            },
          }
        },
      }
    },
  }
}

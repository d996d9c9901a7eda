import { type Message, type ReportSentence, message } from '../../../core/index.ts'
import type { RunbookSummary } from '../runbook-summary.ts'
import { decimal, decimalsApart } from '../../../reporters/number-format.ts'

export function runbookVerdict({ accepted }: RunbookSummary): Message {
  return accepted ? message('MVP passed') : message('MVP failed')
}

export function runbookSentences(summary: RunbookSummary): readonly ReportSentence[] {
  const { total, passed, passShare, mean, judgedMean, flags, rule } = summary
  const broken = brokenOf(summary)
  return [
    message('Questions: {total}', { total }),
    message('Questions passed: {passed} (a mean of {line} points or more)', {
      passed,
      line: hundredPoints(rule.passLine),
    }),
    message('Pass rate: {rate}', { rate: `${oneDecimal(passShare, rule.share)}%` }),
    message('Overall mean: {mean} points', { mean: oneDecimal(mean, rule.mean) }),
    ...(broken.length === 0
      ? []
      : [
          withKinds(
            message('Without a score and counted as 0 points: {kinds}; mean of the others: {mean}', {
              mean: judgedMean === null ? '–' : hundredPoints(judgedMean),
            }),
            broken,
          ),
        ]),
    ...(flags === undefined ? [] : [message('Flags as expected: {right} of {checked}', flags)]),
  ]
}

function withKinds({ text, values }: Message, kinds: readonly Message[]): ReportSentence {
  return { text, values: { ...values, kinds: [...kinds] } }
}

function brokenOf({ judgeErrors, agentErrors, notEvaluated }: RunbookSummary): readonly Message[] {
  return [
    ...(judgeErrors > 0 ? [message('{count} judge {count|error|errors}', { count: judgeErrors })] : []),
    ...(agentErrors > 0 ? [message('{count} agent {count|error|errors}', { count: agentErrors })] : []),
    ...(notEvaluated > 0 ? [message('{count} not evaluated', { count: notEvaluated })] : []),
  ]
}

/** States both conditions in counts of this run: 70 % are seven of ten questions, but nine of twelve. */
export function runbookRule({ total, rule }: RunbookSummary): Message {
  return message(
    'MVP rule: at least {needed} of {total} questions with a mean of {line} points or more, and an overall mean of {mean} points or more',
    {
      // 0.7 × 10 can be 7.000000000000001 in floating point.
      needed: Math.ceil(rule.share * total - 1e-9),
      total,
      line: hundredPoints(rule.passLine),
      mean: hundredPoints(rule.mean),
    },
  )
}

export function runbookAspect(id: string): Message | undefined {
  return aspectNames[id]
}

const aspectNames: Readonly<Record<string, Message>> = {
  groundedness: message('groundedness'),
  accuracy: message('accuracy'),
  coverage: message('coverage'),
  safety: message('safety'),
  citations: message('citations'),
  brevity: message('brevity'),
}

/** Returns points from 0 to 100 with one decimal, or with as many as it takes to show that the limit is missed. */
export function oneDecimal(value: number, limit: number): string {
  const [shown, needed] = [value, limit].map((share) => Number((share * 100).toPrecision(12))) as [number, number]
  const rounded = shown.toFixed(1)
  return shown < needed && Number(rounded) >= needed ? decimalsApart(shown, needed)[0] : rounded
}

export function hundredPoints(value: number): string {
  return decimal(Number((value * 100).toPrecision(12)), 1)
}

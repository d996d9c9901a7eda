import type { CaseResult, Message, RunbookSummary } from '../core/index.ts'
import { message } from '../core/index.ts'
import { wrap } from './display-width.ts'
import { decimal, decimalsApart } from './number-format.ts'
import type { Style } from './style.ts'
import { oneLine } from './visible-text.ts'

/** What answers about runbooks are worth, as their requirement words it: the verdict, the counts, the mean, the rule. */
export function runbookLines(summary: RunbookSummary, style: Style): readonly string[] {
  const { total, passed, passShare, mean, judgedMean, judgeErrors, agentErrors, notEvaluated, flags } = summary
  const line = points(summary.rule.passLine)
  const verdict = summary.accepted
    ? style.paint.green(`✅ ${style.say(message('MVP passed'))}`)
    : style.paint.red(`❌ ${style.say(message('MVP failed'))}`)
  const broken = [
    ...(judgeErrors > 0 ? [message('{count} judge {count|error|errors}', { count: judgeErrors })] : []),
    ...(agentErrors > 0 ? [message('{count} agent {count|error|errors}', { count: agentErrors })] : []),
    ...(notEvaluated > 0 ? [message('{count} not evaluated', { count: notEvaluated })] : []),
  ]
  const rows: readonly Message[] = [
    message('Questions: {total}', { total }),
    message('Questions passed: {passed} (a mean of {line} points or more)', { passed, line }),
    message('Pass rate: {rate}', { rate: `${oneDecimal(passShare, summary.rule.share)}%` }),
    message('Overall mean: {mean} points', { mean: oneDecimal(mean, summary.rule.mean) }),
    ...(broken.length === 0
      ? []
      : [
          message('Without a score and counted as 0 points: {kinds}; mean of the others: {mean}', {
            kinds: style.list(broken),
            mean: judgedMean === null ? '–' : points(judgedMean),
          }),
        ]),
    ...(flags === undefined ? [] : [message('Flags as expected: {right} of {checked}', flags)]),
  ]
  return [
    '',
    style.paint.bold(style.say(message('Evaluation summary'))),
    style.paint.bold(verdict),
    ...rows.flatMap((row) => wrap(`- ${style.say(row)}`, style.columns)),
    ...wrap(style.say(ruleSentence(summary)), style.columns),
  ]
}

/** Both conditions, in numbers of this run: seven of ten are not seven of twelve. */
function ruleSentence({ total, rule }: RunbookSummary): Message {
  return message(
    'MVP rule: at least {needed} of {total} questions with a mean of {line} points or more, and an overall mean of {mean} points or more',
    {
      // 0.7 × 10 is 7.000000000000001 in some orders.
      needed: Math.ceil(rule.share * total - 1e-9),
      total,
      line: points(rule.passLine),
      mean: points(rule.mean),
    },
  )
}

/** One question in a few lines: its mean, the points of each aspect, and what the judge says of the whole. */
export function runbookQuestionLines({ scores }: CaseResult, style: Style): readonly string[] {
  const score = scores.find(({ metric }) => metric === 'runbook_panel')
  if (score?.status !== 'scored') return []
  const { parts = [] } = score
  const aspects = parts.map(({ name, value }) => `${aspectName(name, style)} ${value === null ? '–' : points(value)}`)
  const head = message('{mark} {mean} points', { mark: score.passed ? '✅' : '❌', mean: points(score.value) })
  return [style.say(head), ...wrap(aspects.join('  '), style.columns)]
}

function aspectName(id: string, style: Style): string {
  const known = aspectNames[id]
  return known === undefined ? oneLine(id, 60) : style.say(known)
}

const aspectNames: Readonly<Record<string, Message>> = {
  groundedness: message('groundedness'),
  accuracy: message('accuracy'),
  coverage: message('coverage'),
  safety: message('safety'),
  citations: message('citations'),
  brevity: message('brevity'),
}

/** 0–100 with one decimal, or as many as it takes to see that the limit is missed. */
function oneDecimal(value: number, limit: number): string {
  const [shown, needed] = [value, limit].map((share) => Number((share * 100).toPrecision(12))) as [number, number]
  const rounded = shown.toFixed(1)
  return shown < needed && Number(rounded) >= needed ? decimalsApart(shown, needed)[0] : rounded
}

/** 0–100, as this requirement counts. */
function points(value: number): string {
  return decimal(Number((value * 100).toPrecision(12)), 1)
}

import type { CaseResult, RunbookSummary } from '../../../core/index.ts'
import { message } from '../../../core/index.ts'
import { wrap } from '../../../reporters/display-width.ts'
import { points, runbookAspect, runbookRule, runbookSentences, runbookVerdict } from './runbook-sentences.ts'
import type { Style } from '../../../reporters/style.ts'
import { oneLine } from '../../../reporters/visible-text.ts'

/** What answers about runbooks are worth, as their requirement words it: the verdict, the counts, the mean, the rule. */
export function runbookLines(summary: RunbookSummary, style: Style): readonly string[] {
  const verdict = style.say(runbookVerdict(summary))
  return [
    '',
    style.paint.bold(style.say(message('Evaluation summary'))),
    style.paint.bold(summary.accepted ? style.paint.green(`✅ ${verdict}`) : style.paint.red(`❌ ${verdict}`)),
    ...runbookSentences(summary, style.list).flatMap((row) => wrap(`- ${style.say(row)}`, style.columns)),
    ...wrap(style.say(runbookRule(summary)), style.columns),
  ]
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
  const known = runbookAspect(id)
  return known === undefined ? oneLine(id, 60) : style.say(known)
}

import type { ResultView } from '../core/run/result-view.ts'
import { message } from '../core/index.ts'
import { caseHead, caseLines } from './case-lines.ts'
import { wrap } from './display-width.ts'
import { count, percent, rate, rateInterval } from './number-format.ts'
import type { RunReport } from './run-report.ts'
import type { Style } from './style.ts'

/** Describes the results in a view. Their counts are independent of the run's verdict. */
export async function* viewLines(
  { run, records }: RunReport,
  view: ResultView,
  { style, limit }: { readonly style: Style; readonly limit: number },
): AsyncGenerator<readonly string[]> {
  const { runId, repeat } = run.plan
  yield [
    style.paint.bold(run.plan.name ?? runId),
    ...[partSentence(view), rateSentence(view)].flatMap((sentence) => wrap(style.say(sentence), style.columns)),
  ]
  let seen = 0
  for await (const { result } of records) {
    if (result === undefined) continue
    seen += 1
    if (seen > limit) continue
    yield result.verdict === 'passed' ? [caseHead(result, repeat, style)] : ['', ...caseLines(result, repeat, style)]
  }
  const further = message('and {more} more: --all shows them', { more: count(seen - limit) })
  const whole = message('Verdict, gate and metrics are those of the whole run: shinsa show {runId}', { runId })
  yield ['', ...(seen > limit ? [further, whole] : [whole]).flatMap((one) => wrap(style.say(one), style.columns))]
}

function partSentence({ shown, of, filter }: ResultView) {
  return message('{shown} of {of} results, filtered by {filter}', { shown: count(shown), of: count(of), filter })
}

function rateSentence({ passed, evaluated, passRate }: ResultView) {
  if (passRate === null) return message('Pass rate –: nothing was evaluated')
  return message('Of these {passed} of {evaluated} evaluated passed, {rate} ({level} interval {interval})', {
    passed: count(passed),
    evaluated: count(evaluated),
    rate: rate(passRate),
    level: percent(passRate.level),
    interval: rateInterval(passRate),
  })
}

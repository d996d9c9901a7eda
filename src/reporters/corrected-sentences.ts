import type { CorrectedRate, CorrectedSummary, Message } from '../core/index.ts'
import { message } from '../core/basics/message.ts'
import { count, decimal, percent, rate, rateInterval } from './number-format.ts'

/** What people's labels make of a run, for those who read its report: at most five lines for each rate. */
export function correctedSentences({ passRate, metrics }: CorrectedSummary): readonly Message[] {
  return [
    ...(passRate === undefined ? [] : [asPeople(passRate), ...behind(passRate)]),
    ...metrics.flatMap(({ metric, ...corrected }) => [ofMetric(metric, corrected), ...behind(corrected)]),
  ]
}

function asPeople({ estimate }: CorrectedRate): Message {
  return message('Corrected by labels: people would pass {rate} ({interval})', {
    rate: rate(estimate),
    interval: rateInterval(estimate),
  })
}

function ofMetric(metric: string, { estimate }: CorrectedRate): Message {
  return message('{metric}, corrected by labels: people would pass {rate} ({interval})', {
    metric,
    rate: rate(estimate),
    interval: rateInterval(estimate),
  })
}

function behind({ labels, results, effectiveLabels, ...corrected }: CorrectedRate): readonly Message[] {
  const { labelsAlone, verdictsAlone, weight, skew } = corrected
  const numbers = { labels: count(labels), results: count(results), worth: count(Math.round(effectiveLabels)) }
  const alone = { labels: rate(labelsAlone), interval: rateInterval(labelsAlone), verdicts: percent(verdictsAlone) }
  return [
    message('{labels} labels and {results} verdicts are worth {worth} labels', numbers),
    weight === undefined
      ? message('labels alone {labels} ({interval}), verdicts alone {verdicts}', alone)
      : message('labels alone {labels} ({interval}), verdicts alone {verdicts}, their weight {weight}', {
          ...alone,
          weight: decimal(weight, 2),
        }),
    ...(skew === undefined ? [] : [skewSentence(skew, weight === undefined)]),
  ]
}

function skewSentence({ labelled, others }: NonNullable<CorrectedRate['skew']>, isWeighed: boolean): Message {
  const values = { labelled: percent(labelled), others: percent(others) }
  return isWeighed
    ? message(
        'labels are not a random draw: {labelled} of the labelled results passed and {others} of the others, so they were weighed by verdict',
        values,
      )
    : message(
        'labels are not a random draw: {labelled} of the labelled results passed and {others} of the others; label some of each verdict (`shinsa labels plan`)',
        values,
      )
}

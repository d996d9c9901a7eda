import type { CorrectedDifference, CorrectedSlice, Message, RunComparison } from '../../core/index.ts'
import { message } from '../../core/basics/message.ts'
import { sliceSentences, worthSentence } from '../corrected-sentences.ts'
import { decimal, percent, points, pointsBounds, withSign } from '../number-format.ts'
import { oneLine } from '../visible-text.ts'

/** Describes a difference corrected by people's labels, in at most five lines for each rate or mean. */
export function correctedDifferenceSentences({ corrected }: RunComparison): readonly Message[] {
  if (corrected === undefined) return []
  const { passRate, metrics, means, slices } = corrected
  const all = [
    ...(passRate === undefined ? [] : [{ ...passRate, of: 'pass-rate' as const }]),
    ...metrics.map((one) => ({ ...one, of: 'pass-rate' as const })),
    ...means.map((one) => ({ ...one, of: 'mean' as const })),
  ]
  return all.flatMap((one) => [
    headOf(one),
    worthSentence(one),
    aloneSentence(one),
    ...skewSentences(one),
    ...sliceSentences(slices, one, ({ estimate }) => {
      const { value, low, high } = shown(estimate, one.of)
      return `${value} (${low} … ${high})`
    }),
  ])
}

type CorrectedDifferenceView = CorrectedDifference & { readonly of: CorrectedSlice['of']; readonly metric?: string }

function headOf({ of, metric, estimate }: CorrectedDifferenceView): Message {
  const values = {
    metric: oneLine(metric ?? '', 60),
    level: percent(estimate.level),
    ...shown(estimate, of),
  }
  if (of === 'mean') {
    return message(
      '{metric}, corrected by labels: difference {value} on average ({level} interval {low} to {high})',
      values,
    )
  }
  return metric === undefined
    ? message('Corrected by labels: difference {value} points ({level} interval {low} to {high})', values)
    : message('{metric}, corrected by labels: difference {value} points ({level} interval {low} to {high})', values)
}

function aloneSentence({ of, labelsAlone, verdictsAlone, weights }: CorrectedDifferenceView): Message {
  const { value, low, high } = shown(labelsAlone, of)
  const verdicts = shown({ value: verdictsAlone, low: 0, high: 0 }, of).value
  const values = { labels: value, low, high, verdicts }
  return weights === undefined
    ? message('labels alone {labels} ({low} to {high}), verdicts alone {verdicts}', values)
    : message(
        'labels alone {labels} ({low} to {high}), verdicts alone {verdicts}, their weights {first} and {second}',
        {
          ...values,
          first: decimal(weights.first, 2),
          second: decimal(weights.second, 2),
        },
      )
}

function skewSentences({ skewed, weights }: CorrectedDifferenceView): readonly Message[] {
  if (skewed === undefined) return []
  return weights === undefined
    ? [message('labels are not a random draw, so they were weighed by verdict')]
    : [message('labels are not a random draw; label some of each verdict (`shinsa labels plan`)')]
}

type CorrectedDifferenceEnds = { readonly value: number; readonly low: number; readonly high: number }

function shown({ value, low, high }: CorrectedDifferenceEnds, of: CorrectedSlice['of']) {
  if (of === 'pass-rate') return { value: points(value), ...pointsBounds({ low, high }) }
  return { value: withSign(value, decimal), low: withSign(low, decimal), high: withSign(high, decimal) }
}

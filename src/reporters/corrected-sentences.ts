import type { CorrectedRate, CorrectedSlice, CorrectedSummary, Estimate, Message, RunSummary } from '../core/index.ts'
import { message } from '../core/basics/message.ts'
import { count, decimal, interval, percent, rate, rateInterval } from './number-format.ts'
import { oneLine } from './visible-text.ts'

/** Describes a run corrected by people's labels, in at most five lines for each rate or mean. */
export function correctedSentences({
  passRate,
  metrics,
  means = [],
  slices = [],
}: CorrectedSummary): readonly Message[] {
  const bySlice = (of: CorrectedSlice['of'], metric?: string) =>
    sliceSentences(
      slices,
      { of, ...(metric !== undefined && { metric }) },
      ({ estimate }) => `${shown[of].value(estimate)} (${shown[of].range(estimate)})`,
    )
  return [
    ...(passRate === undefined
      ? []
      : [
          message('Corrected by labels: people would pass {rate} ({interval})', rateValues(passRate)),
          ...behind(passRate),
          ...bySlice('pass-rate'),
        ]),
    ...metrics.flatMap(({ metric, ...corrected }) => [
      message('{metric}, corrected by labels: people would pass {rate} ({interval})', {
        metric: oneLine(metric, 60),
        ...rateValues(corrected),
      }),
      ...behind(corrected),
      ...bySlice('pass-rate', metric),
    ]),
    ...means.flatMap(({ metric, ...corrected }) => [
      message('{metric}, corrected by labels: people would give {mean} on average ({interval})', {
        metric: oneLine(metric, 60),
        mean: decimal(corrected.estimate.value),
        interval: interval(corrected.estimate),
      }),
      ...behind(corrected, 'mean'),
      ...bySlice('mean', metric),
    ]),
  ]
}

/** Describes pass rates corrected by the error rates of their judges, one sentence each. */
export function judgeErrorSentences({ metrics }: Pick<RunSummary, 'metrics'>): readonly Message[] {
  return metrics.flatMap(({ metric, scored, passed, byJudgeErrors }) => {
    if (byJudgeErrors === undefined) return []
    const { estimate, errors } = byJudgeErrors
    const values = {
      metric: oneLine(metric, 60),
      verdicts: percent(passed / scored),
      sensitivity: percent(errors.sensitivity),
      positives: count(errors.positives),
      specificity: percent(errors.specificity),
      negatives: count(errors.negatives),
    }
    return [
      estimate === null
        ? message(
            '{metric}: no corrected pass rate, since its judge says next to nothing: it passes {sensitivity} of {positives} right results and fails {specificity} of {negatives} wrong ones',
            values,
          )
        : message(
            '{metric}, corrected by the errors of its judge: {rate} would pass ({interval}); verdicts alone {verdicts}, from a judge that passes {sensitivity} of {positives} right results and fails {specificity} of {negatives} wrong ones',
            { ...values, ...rateValues({ estimate }) },
          ),
    ]
  })
}

function rateValues({ estimate }: Pick<CorrectedRate, 'estimate'>) {
  return { rate: rate(estimate), interval: rateInterval(estimate) }
}

type CorrectedSentencesView = {
  readonly value: (estimate: Estimate) => string
  readonly range: (estimate: Estimate) => string
}

const shown: Readonly<Record<CorrectedSlice['of'], CorrectedSentencesView>> = {
  'pass-rate': { value: rate, range: rateInterval },
  mean: { value: (estimate) => decimal(estimate.value), range: interval },
}

function behind(corrected: CorrectedRate, of: CorrectedSlice['of'] = 'pass-rate'): readonly Message[] {
  const { labelsAlone, verdictsAlone, weight, skew } = corrected
  const alone = {
    labels: shown[of].value(labelsAlone),
    interval: shown[of].range(labelsAlone),
    verdicts: of === 'mean' ? decimal(verdictsAlone) : percent(verdictsAlone),
  }
  return [
    worthSentence(corrected),
    weight === undefined
      ? message('labels alone {labels} ({interval}), verdicts alone {verdicts}', alone)
      : message('labels alone {labels} ({interval}), verdicts alone {verdicts}, their weight {weight}', {
          ...alone,
          weight: decimal(weight, 2),
        }),
    ...(skew === undefined ? [] : [skewSentence(skew, weight === undefined)]),
  ]
}

export function worthSentence({
  labels,
  results,
  effectiveLabels,
}: Pick<CorrectedRate, 'labels' | 'results' | 'effectiveLabels'>): Message {
  return message(
    '{labels} {labels|label|labels} and {results} {results|verdict|verdicts} are worth {worth} {worth|label|labels}',
    {
      labels: count(labels),
      results: count(results),
      worth: count(Math.round(effectiveLabels)),
    },
  )
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

type AnySlice = Pick<CorrectedSlice, 'by' | 'name' | 'of' | 'metric'> & { readonly corrected?: unknown }

const slicesShown = 6

/** Names the first slices with a corrected number, and the first with too few labels, in one sentence. */
export function sliceSentences<One extends AnySlice>(
  slices: readonly One[],
  { of, metric }: Pick<AnySlice, 'of' | 'metric'>,
  show: (corrected: NonNullable<One['corrected']>) => string,
): readonly Message[] {
  const about = slices.filter((one) => one.of === of && one.metric === metric)
  const told = about.flatMap((one) => (one.corrected == null ? [] : [`${nameOf(one)} ${show(one.corrected)}`]))
  const few = about.filter(({ corrected }) => corrected === undefined).map(nameOf)
  if (about.length === 0) return []
  const values = { slices: shortened(told).join(', '), few: shortened(few).join(', ') }
  if (few.length === 0) return [message('by slice: {slices}', values)]
  if (told.length === 0) return [message('by slice: too few labels to tell ({few})', values)]
  return [message('by slice: {slices}; too few labels to tell: {few}', values)]
}

function nameOf({ by, name }: AnySlice): string {
  return by === 'tag' ? `#${oneLine(name, 40)}` : oneLine(name, 40)
}

function shortened(texts: readonly string[]): readonly string[] {
  return texts.length > slicesShown ? [...texts.slice(0, slicesShown), '…'] : texts
}

import type {
  Message,
  NamedCases,
  QuantityComparison,
  RunComparison,
  SettingDifference,
  UnevaluatedCases,
  WhyUnevaluated,
} from '../../core/index.ts'
import { message } from '../../core/basics/message.ts'
import { bounds, count, decimal, percent, points, pointsBounds, quantity, pText, withSign } from '../number-format.ts'
import { oneLine } from '../visible-text.ts'
import { type DiffPiece, wordDiff } from '../word-diff.ts'

/** The second run compared with the first; `open` when the test cannot tell, or the datasets differ. */
export function comparisonOutcome({ test, settings }: RunComparison): 'better' | 'worse' | 'open' {
  if (test === undefined || !isClear(test) || isUndone(test)) return 'open'
  if (settings.some(({ setting }) => setting === 'dataset')) return 'open'
  return test.difference.value < 0 ? 'worse' : 'better'
}

function isClear({ p, adjustedP = p, difference }: NonNullable<RunComparison['test']>): boolean {
  return adjustedP < 1 - difference.level
}

/** True when it is better only because what it could not evaluate, and the baseline could, was left out. */
function isUndone({ difference, withLost }: NonNullable<RunComparison['test']>): boolean {
  if (withLost === undefined || difference.value < 0) return false
  return withLost.difference.value <= 0 || withLost.p >= 1 - difference.level
}

export function comparisonVerdict(comparison: RunComparison): Message {
  const { test, settings, changed, evaluation } = comparison
  const isOther = settings.some(({ setting }) => setting === 'dataset')
  if (test === undefined) {
    if (evaluation !== undefined) return message('No case was evaluated in both runs')
    return changed.count > 0
      ? message('The datasets differ: no case is the same in both')
      : message('The runs have no case in common')
  }
  const { difference, enough, casesNeeded } = test
  const values = { cases: count(difference.n) }
  if (isClear(test)) {
    if (isUndone(test)) {
      return message('Cannot tell: better in what both runs evaluated, but too much is not evaluated any more')
    }
    if (isOther) {
      return difference.value < 0
        ? message(
            'The datasets differ: on the {cases} {cases|case|cases} that are the same, it is worse than the baseline',
            values,
          )
        : message(
            'The datasets differ: on the {cases} {cases|case|cases} that are the same, it is better than the baseline',
            values,
          )
    }
    return difference.value < 0 ? message('Worse than the baseline') : message('Better than the baseline')
  }
  if (isOther) {
    return message(
      'The datasets differ: on the {cases} {cases|case|cases} that are the same, no difference was found',
      values,
    )
  }
  if (enough) return message('No difference found')
  if (casesNeeded === undefined) return message('Cannot tell with {cases} {cases|case|cases}', values)
  return message('Cannot tell with {cases} {cases|case|cases}; it would take about {needed} to see 5 points', {
    ...values,
    needed: count(casesNeeded),
  })
}

/** Returns undefined when the second run did not evaluate less. */
export function lessEvaluatedSentence({ evaluation }: RunComparison): Message | undefined {
  if (evaluation?.less !== true) return undefined
  return message('Less was evaluated: {difference} points of {cases} {cases|case|cases} ({test}: {p})', {
    difference: points(evaluation.difference.value),
    cases: count(evaluation.difference.n),
    test: evaluation.name,
    p: pText(evaluation.p),
  })
}

type ComparisonVerdictNames = Readonly<Record<'first' | 'second', string>>

/** Describes the result of the test and what it leaves out; `names` replace the run ids. */
export function testSentences(
  comparison: RunComparison,
  names: ComparisonVerdictNames = { first: comparison.first.runId, second: comparison.second.runId },
): readonly Message[] {
  const { test, onlyIn, changed } = comparison
  return [
    ...(test === undefined ? [] : [testSentence(test)]),
    ...movedSentences(comparison),
    ...unevaluatedSentences(comparison, names),
    ...named(changed, (values) =>
      message('{count} {count|case has|cases have} the same name and another content: {cases}', values),
    ),
    ...named(onlyIn.first, (values) => message('{count} in the baseline only: {cases}', values)),
    ...named(onlyIn.second, (values) => message('{count} in the compared run only: {cases}', values)),
  ]
}

function testSentence({ difference, name, p, adjustedP }: NonNullable<RunComparison['test']>): Message {
  const values = {
    difference: points(difference.value),
    level: percent(difference.level),
    ...pointsBounds(difference),
    test: name,
    p: pText(adjustedP ?? p),
  }
  return adjustedP === undefined
    ? message('Difference {difference} points ({level} interval {low} to {high}); {test}: {p}', values)
    : message('Difference {difference} points ({level} interval {low} to {high}); {test}: {p} by Holm', values)
}

/** Adds moved scores, since cases that failed in both runs may still have become worse. */
function movedSentences({ moved: { better, worse, other } }: RunComparison): readonly Message[] {
  if (better + worse + other === 0) return []
  const values = { better: count(better), worse: count(worse), other: count(other) }
  return [
    message('Of those that are the same, scores went up in {better}, down in {worse}, both ways in {other}', values),
  ]
}

function unevaluatedSentences({ unevaluated }: RunComparison, names: ComparisonVerdictNames): readonly Message[] {
  const { both } = unevaluated
  return [
    ...whySentences(names.first, unevaluated.first),
    ...whySentences(names.second, unevaluated.second),
    ...(both === 0 ? [] : [message('{count} not evaluated in either run', { count: count(both) })]),
  ]
}

function whySentences(run: string, { why }: UnevaluatedCases): readonly Message[] {
  return why.map(({ reason, count: times }) => ({
    ...whyWords[reason],
    values: { count: count(times), run: oneLine(run, 60) },
  }))
}

const whyWords: Readonly<Record<WhyUnevaluated, Message>> = {
  judge: message('{count} left out: not evaluated in {run}, the judge failed'),
  metric: message('{count} left out: not evaluated in {run}, a metric failed'),
  dataset: message('{count} left out: not evaluated in {run}, the dataset is at fault'),
  user: message('{count} left out: not evaluated in {run}, the simulated user failed'),
  environment: message('{count} left out: not evaluated in {run}, the world around the agent failed'),
  abstained: message('{count} left out: not evaluated in {run}, there was nothing to go by'),
  'not-run': message('{count} left out: {run} was stopped before them'),
}

function named(cases: NamedCases, sentence: (values: { count: number | string; cases: string }) => Message) {
  if (cases.count === 0) return []
  const shown = cases.caseIds.slice(0, 5).map((caseId) => oneLine(caseId, 60))
  const more = cases.count > shown.length ? ' …' : ''
  return [sentence({ count: count(cases.count), cases: shown.join(', ') + more })]
}

export function settingSentences({ settings }: Pick<RunComparison, 'settings'>): readonly Message[] {
  return settings.map(({ setting, metric, ...texts }) => ({
    ...settingWords[setting],
    values: { metric: oneLine(metric ?? '', 60), ...settingTexts(texts) },
  }))
}

const settingWords: Readonly<Record<SettingDifference['setting'], Message>> = {
  dataset: message('The dataset differs: {first} → {second}'),
  cases: message('The selection of cases differs: {first} → {second}'),
  target: message('The target differs: {first} → {second}'),
  models: message('The models of the agent differ: {first} → {second}'),
  prompt: message('What the agent was told differs: {first} → {second}'),
  commit: message('The commit differs: {first} → {second}'),
  config: message('The config differs: {first} → {second}'),
  environment: message('What answers the agent’s tools differs: {first} → {second}'),
  user: message('The simulated user differs: {first} → {second}'),
  repeat: message('The number of repeats differs: {first} → {second}'),
  'adk-compat': message('Counting as ADK does differs: {first} → {second}'),
  version: message('The version of Shinsa differs: {first} → {second}'),
  metrics: message('The metrics differ: {first} → {second}'),
  threshold: message('{metric}: the threshold differs: {first} → {second}'),
  options: message('{metric}: the options differ: {first} → {second}'),
  judge: message('{metric}: the judge differs: {first} → {second}'),
  instruction: message('{metric}: the instruction of the judge differs: {first} → {second}'),
}

const longestSetting = 100

/** Shortens long texts to the surroundings of their first difference. */
function settingTexts({ first, second }: Pick<SettingDifference, 'first' | 'second'>) {
  const isLong = first.length > longestSetting || second.length > longestSetting
  const diff = isLong ? wordDiff(first, second) : undefined
  return diff === undefined
    ? { first: settingText(first), second: settingText(second) }
    : { first: settingText(joined(diff.expected)), second: settingText(joined(diff.actual)) }
}

function joined(pieces: readonly DiffPiece[]): string {
  return pieces.map(({ text }) => text).join('')
}

function settingText(text: string): string {
  return text === '' ? '–' : oneLine(text, longestSetting)
}

export function metricSentences({ metrics }: RunComparison): readonly Message[] {
  return metrics.map(({ metric, n, first, second, difference, adjustedP, lowerIsBetter }) => ({
    ...(lowerIsBetter === true ? lowerIsBetterWords : metricWords),
    values: {
      metric: oneLine(metric, 60),
      first: decimal(first),
      second: decimal(second),
      difference: withSign(difference.value, decimal),
      ...bounds(difference),
      p: pText(adjustedP),
      cases: count(n),
    },
  }))
}

const metricWords = message(
  '{metric}: {first} → {second}, {difference} ({low} to {high}), {p} by Holm, {cases} {cases|case|cases}',
)
const lowerIsBetterWords = message(
  '{metric} (lower is better): {first} → {second}, {difference} ({low} to {high}), {p} by Holm, {cases} {cases|case|cases}',
)

export function quantitySentences({ quantities }: RunComparison): readonly Message[] {
  return quantities.map(({ quantity: kind, n, first, second, difference }) => {
    // Equal differences, such as that of a single case, tell nothing of others.
    const end = (value: number) => (difference.method === 'constant' ? '–' : withSign(value, quantity))
    return {
      ...quantityWords[kind],
      values: {
        first: quantity(first),
        second: quantity(second),
        difference: withSign(difference.value, quantity),
        low: end(difference.low),
        high: end(difference.high),
        cases: count(n),
      },
    }
  })
}

const quantityWords: Readonly<Record<QuantityComparison['quantity'], Message>> = {
  'agent-seconds': message(
    'Seconds of the agent: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}',
  ),
  'input-tokens': message(
    'Input tokens: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}',
  ),
  'output-tokens': message(
    'Output tokens: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}',
  ),
  'tool-calls': message('Tool calls: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}'),
  'agent-dollars': message(
    'Dollars of the agent: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}',
  ),
  'judge-dollars': message(
    'Dollars of the judge: {first} → {second}, {difference} ({low} to {high}), {cases} {cases|case|cases}',
  ),
}

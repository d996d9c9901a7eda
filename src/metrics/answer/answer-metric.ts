import {
  type EvalCase,
  type Evidence,
  type InvocationScore,
  type Message,
  type Metric,
  type Score,
  type ScorePart,
  type Transcript,
  message,
  referencesOf,
  textOf,
} from '../../core/index.ts'
import { meanScore } from '../shared/mean-score.ts'
import { type InvocationPair, pairInvocations, withoutReference } from '../shared/pair-invocations.ts'

/**
 * The result of comparing an answer with the expected text: a `value` 0–1 and the reason shown when it is too low, or
 * the reason why they cannot be compared. `broken-reference` means that the dataset has to be corrected.
 */
export type ReferenceComparison =
  | {
      readonly status: 'compared'
      readonly value: number
      readonly reason: Message
      readonly parts?: ScorePart[]
      readonly evidence?: Evidence[]
    }
  | { readonly status: 'not-comparable' | 'broken-reference'; readonly reason: Message }

export type AnswerOptions = {
  /** Counts the model's reasoning as part of the answer. */
  readonly thoughts?: boolean
}

type AnswerMetricOptions = AnswerOptions & {
  readonly name: string
  readonly threshold: number
  /** The text expected of every answer, in place of the reference's final response. */
  readonly expected?: string
  /** Compares a missing text as an empty one, and throws where ADK does. */
  readonly adkCompat?: boolean
  readonly compare: (answer: string, expected: string) => ReferenceComparison
  /** Prepares the references of a turn for this metric. Left out when each of them is one text to compare with. */
  readonly references?: (texts: readonly string[]) => readonly string[]
}

/**
 * Makes a metric that compares each final response with its reference and takes the mean. The best of several
 * references counts. An empty or missing answer scores 0; a turn without a reference is not evaluated.
 */
export function answerMetric(options: AnswerMetricOptions): Metric {
  return { name: options.name, score: (evalCase, transcript) => scoreAnswers(evalCase, transcript, options) }
}

function scoreAnswers(evalCase: EvalCase, transcript: Transcript, options: AnswerMetricOptions): Score {
  const { name: metric, threshold } = options
  const pairs = pairsToScore(evalCase, transcript, options)
  if (pairs === undefined) return withoutReference(metric)
  const outcomes = pairs.map((pair) => scorePair(pair, options))
  const broken = outcomes.find((outcome) => outcome.status === 'broken-reference')
  if (broken !== undefined) return { status: 'error', metric, blame: 'dataset', reason: broken.reason }
  const scores = outcomes.filter((outcome) => outcome.status !== 'broken-reference')
  return meanScore(metric, threshold, scores, { emptyReason: emptyReasonOf(scores) })
}

function pairsToScore(
  evalCase: EvalCase,
  transcript: Transcript,
  options: AnswerMetricOptions,
): readonly InvocationPair[] | undefined {
  const pairs = pairInvocations(evalCase, transcript, { adkCompat: options.adkCompat })
  if (pairs !== undefined || options.expected === undefined) return pairs
  return transcript.invocations.map((actual) => ({ expected: undefined, actual }))
}

function emptyReasonOf(scores: readonly InvocationScore[]): Message {
  const [only, ...others] = scores
  if (only?.status === 'not-evaluated' && others.length === 0) return only.reason
  return message('No turn of the case could be compared with a reference answer')
}

type BrokenReference = { readonly status: 'broken-reference'; readonly reason: Message }

function scorePair(pair: InvocationPair, options: AnswerMetricOptions): InvocationScore | BrokenReference {
  const { thoughts, adkCompat = false } = options
  const references = expectedTexts(pair, options)
  const [expected = ''] = references
  const answer = textOf(pair.actual?.finalResponse, { thoughts }) ?? ''
  if (!adkCompat) {
    if (options.expected === undefined && isBlank(expected)) {
      return { status: 'not-evaluated', reason: noReferenceReason(pair) }
    }
    if (pair.actual === undefined) return missingTurn(expected, options)
    if (isBlank(answer))
      return scored({ value: 0, reason: message('The agent gave no answer') }, { answer, expected }, options)
  }
  const { comparison, counted } = bestOf(references, (reference) => options.compare(answer, reference))
  switch (comparison.status) {
    case 'compared':
      return scored(comparison, { answer, expected: counted, isOneOf: references.length > 1 }, options)
    case 'not-comparable':
      return { status: 'not-evaluated', reason: comparison.reason }
    case 'broken-reference':
      return { status: 'broken-reference', reason: comparison.reason }
  }
}

/** ADK has only one reference for each turn, so `adkCompat` ignores the others. */
function expectedTexts(pair: InvocationPair, options: AnswerMetricOptions): readonly string[] {
  const { thoughts, adkCompat = false, references = (texts) => texts } = options
  if (options.expected !== undefined) return [options.expected]
  if (pair.expected === undefined) return ['']
  if (adkCompat) return [textOf(pair.expected.finalResponse, { thoughts }) ?? '']
  const texts = referencesOf(pair.expected, { thoughts })
  return texts.length === 0 ? [''] : references(texts)
}

function bestOf(
  references: readonly string[],
  compare: (reference: string) => ReferenceComparison,
): { readonly comparison: ReferenceComparison; readonly counted: string } {
  const all = references.map((counted) => ({ counted, comparison: compare(counted) }))
  return all.reduce((best, one) => (rankOf(one.comparison) > rankOf(best.comparison) ? one : best))
}

function rankOf(comparison: ReferenceComparison): number {
  return comparison.status === 'compared' ? comparison.value : -1
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

function noReferenceReason(pair: InvocationPair): Message {
  return pair.expected === undefined
    ? message('The reference has no such turn')
    : message('The reference has no final response')
}

function missingTurn(expected: string, { threshold }: AnswerMetricOptions): InvocationScore {
  return {
    status: 'scored',
    value: 0,
    passed: 0 >= threshold,
    missing: true,
    reason: message('The agent never reached this turn'),
    evidence: [{ kind: 'texts', expected }],
  }
}

type AnswerMetricComparison = Omit<Extract<ReferenceComparison, { status: 'compared' }>, 'status'>

function scored(
  { value, reason, parts, evidence = [] }: AnswerMetricComparison,
  texts: { readonly answer: string; readonly expected: string; readonly isOneOf?: boolean },
  { threshold }: AnswerMetricOptions,
): InvocationScore {
  const passed = value >= threshold
  const compared: Evidence = { kind: 'texts', expected: texts.expected, actual: texts.answer }
  // Evidence also names the matching reference of a pass when there were several to choose from.
  const shown = passed ? (texts.isOneOf === true ? [compared] : []) : [compared, ...evidence]
  return {
    status: 'scored',
    value,
    passed,
    ...(passed ? {} : { reason }),
    ...(parts === undefined ? {} : { parts }),
    ...(shown.length === 0 ? {} : { evidence: shown }),
  }
}

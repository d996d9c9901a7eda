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
 * What comparing an answer with the expected text gave: `value` 0–1 with the reason that is shown when it is too low,
 * or why it cannot be compared. `broken-reference` says that the dataset has to be mended.
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

/** What every metric over the final response takes. */
export type AnswerOptions = {
  /** Count the model's reasoning as answer text. */
  readonly thoughts?: boolean
}

type AnswerMetricOptions = AnswerOptions & {
  readonly name: string
  readonly threshold: number
  /** Expected of every answer of every case, in place of the reference's final response. */
  readonly expected?: string
  /** Compare what is not there as an empty text, and refuse what ADK refuses. */
  readonly adkCompat?: boolean
  readonly compare: (answer: string, expected: string) => ReferenceComparison
  /** What the references of a case are for this metric, where they are not one text each. */
  readonly references?: (texts: readonly string[]) => readonly string[]
}

/**
 * A metric that compares final responses with the reference, one by one, and takes the mean; of several references of a
 * turn the best counts. An answer that is empty or
 * that the agent never gave is 0; where nothing was expected, nothing is evaluated.
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

/** One turn says why itself; of several it is enough that none could be compared. */
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

/** One text unless the case has several right answers; ADK has no word for those. */
function expectedTexts(pair: InvocationPair, options: AnswerMetricOptions): readonly string[] {
  const { thoughts, adkCompat = false, references = (texts) => texts } = options
  if (options.expected !== undefined) return [options.expected]
  if (pair.expected === undefined) return ['']
  if (adkCompat) return [textOf(pair.expected.finalResponse, { thoughts }) ?? '']
  const texts = referencesOf(pair.expected, { thoughts })
  return texts.length === 0 ? [''] : references(texts)
}

/** The comparison that is best for the answer, and the reference that it was with; the first among equals. */
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
  // Which of several references counted is told of a pass too.
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

import { z } from 'zod'
import {
  type EvalCase,
  type Evidence,
  type Invocation,
  type Metric,
  type MetricContext,
  type Question,
  type Score,
  type Transcript,
  message,
  referencesOf,
  responseTextOf,
  textOf,
} from '../../core/index.ts'
import { degenerateAnswer } from '../../text/index.ts'
import { evidenceOf } from '../shared/agent-evidence.ts'
import { changedReference } from './decoys/changed-twin.ts'
import { randomFor } from './decoys/decoys.ts'
import { judgeBinary } from './binary-judgement.ts'
import { readFinalResponseReply } from './final-response-reply.ts'
import { finalResponseMatchText, severalReferencesText } from '../instructions/final-response-match.ts'
import { instruct } from '../instructions/instruction-text.ts'
import {
  type JudgedOptions,
  type TurnOutcome,
  DEFAULT_SAMPLES,
  DEFAULT_THRESHOLD,
  notEvaluatedTurn,
  rejectedTurn,
  scoreOfTurns,
} from './judged-case.ts'
import { type InvocationPair, pairInvocations, withoutReference } from '../shared/pair-invocations.ts'

type FinalResponseMatchOptions = JudgedOptions & {
  /** Counts texts before the final response as part of the answer. */
  readonly intermediate?: boolean
}

const FinalResponseVerdict = z.object({
  reason: z.string(),
  /** The number of the reference that matched, from 1, when there are several. */
  reference: z.int().nullish(),
  verdict: z.enum(['valid', 'invalid']),
})
const OneReferenceVerdict = FinalResponseVerdict.omit({ reference: true })
type FinalResponseVerdict = z.infer<typeof FinalResponseVerdict>

/**
 * Scores each turn 1 when a judge finds that its final response means the same as the reference, and gives the share of
 * such turns, 0–1. The majority of `samples` (5) decides, and a tie is negative. One matching reference is enough.
 * Answers without content score 0, and the judge is not asked.
 *
 * @example finalResponseMatch({ judge, threshold: 0.8, samples: 5 })
 */
export function finalResponseMatch(options: FinalResponseMatchOptions): Metric {
  const name = 'final_response_match_v2'
  return { name, score: (evalCase, transcript, context) => scoreCase(name, evalCase, transcript, options, context) }
}

async function scoreCase(
  metric: string,
  evalCase: EvalCase,
  transcript: Transcript,
  options: FinalResponseMatchOptions,
  { signal }: MetricContext,
): Promise<Score> {
  const pairs = pairInvocations(evalCase, transcript, { adkCompat: options.adkCompat })
  if (pairs === undefined) return withoutReference(metric)
  const outcomes: TurnOutcome[] = []
  for (const pair of pairs) outcomes.push(await judgeTurn(pair, options, signal))
  return scoreOfTurns(metric, options, outcomes)
}

async function judgeTurn(
  pair: InvocationPair,
  options: FinalResponseMatchOptions,
  signal: AbortSignal | undefined,
): Promise<TurnOutcome> {
  const { judge, threshold = DEFAULT_THRESHOLD, samples = DEFAULT_SAMPLES, adkCompat = false } = options
  const texts = textsOf(pair, options)
  const reference = texts.references[0] ?? ''
  const evidence: Evidence[] = [{ kind: 'texts', expected: texts.references.join('\n'), actual: texts.answer }]
  if (!adkCompat) {
    if (pair.expected === undefined) return notEvaluatedTurn(message('The reference has no such turn'))
    if (reference.trim() === '') return notEvaluatedTurn(message('The reference has no final response'))
    if (pair.actual === undefined) {
      const reason = message('The agent never reached this turn')
      return rejectedTurn(threshold, reason, {
        missing: true,
        evidence: [{ kind: 'texts', expected: texts.references.join('\n') }],
      })
    }
    const degenerate = texts.references.map((one) => degenerateAnswer(texts.answer, { reference: one }))
    const [first] = degenerate
    if (first !== undefined && !degenerate.includes(undefined)) return rejectedTurn(threshold, first, { evidence })
  }
  return judgeBinary(
    {
      judge,
      samples,
      threshold,
      question: (sample) => equivalenceQuestion(texts, options, sample),
      isPositive: isValid,
      row: ({ verdict }) => ({ subject: texts.question, label: verdict }),
      decoy: ({ reference: number }) => matchDecoy(texts, number, options),
      evidence: ({ reference: number }) => [
        { kind: 'texts', expected: countedOf(texts.references, number), actual: texts.answer },
      ],
    },
    signal,
  )
}

type Texts = { readonly question: string; readonly references: readonly string[]; readonly answer: string }

function countedOf(references: readonly string[], number: number | null | undefined): string {
  return references[(number ?? 0) - 1] ?? references.join('\n')
}

function textsOf({ expected, actual }: InvocationPair, options: FinalResponseMatchOptions): Texts {
  const { adkCompat: thoughts = false, intermediate = false } = options
  return {
    question: textOf((expected ?? actual)?.userContent, { thoughts }) ?? '',
    references: expected === undefined ? [] : expectedTexts(expected, { thoughts, intermediate }),
    answer: (actual && responseTextOf(actual, { thoughts, intermediate })) ?? '',
  }
}

/** ADK has only one reference for each turn, which may be empty. */
function expectedTexts(expected: Invocation, options: { thoughts: boolean; intermediate: boolean }): readonly string[] {
  return options.thoughts ? [responseTextOf(expected, options) ?? ''] : referencesOf(expected, options)
}

export function equivalenceQuestion(
  texts: Texts,
  { language = 'en', adkCompat = false }: Pick<JudgedOptions, 'language' | 'adkCompat'>,
  sample: number,
): Question<FinalResponseVerdict> {
  const { question, references, answer } = texts
  const [reference = ''] = references
  const isOne = references.length <= 1
  return {
    task: 'equivalence',
    subject: { question, reference, ...(isOne ? {} : { references }), answer },
    instruction: instruct(isOne ? finalResponseMatchText : severalReferencesText, language, { adkReply: adkCompat }),
    evidence: evidenceOf({ question, reference: isOne ? reference : numbered(references), answer }),
    answer: isOne ? OneReferenceVerdict : FinalResponseVerdict,
    language,
    sample,
    ...(adkCompat ? { readReply: readFinalResponseReply } : {}),
  }
}

function matchDecoy(texts: Texts, number: number | null | undefined, options: FinalResponseMatchOptions) {
  const random = randomFor(texts.question, ...texts.references)
  const references = texts.references.map((reference) =>
    changedReference(reference, random, [texts.answer, ...texts.references].join('\n')),
  )
  return {
    question: equivalenceQuestion({ ...texts, references }, options, 0),
    judged: countedOf(texts.references, number),
    decoy: countedOf(references, number),
  }
}

function numbered(references: readonly string[]): string {
  return references.map((reference, index) => `[${index + 1}] ${reference}`).join('\n')
}

export function isValid({ verdict }: FinalResponseVerdict): boolean {
  return verdict === 'valid'
}

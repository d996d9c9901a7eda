import { type InstructionLanguage, type Judge, message } from '../../../core/index.ts'
import { splitSentences } from '../../../text/index.ts'
import { type AskedSamples, askSamples, silenceOf } from '../ask-samples.ts'
import {
  type Groundedness,
  type GroundedAnswer,
  type SentenceVerdict,
  adkSegmenterQuestion,
  adkValidatorQuestion,
  groundednessOf,
  groundednessQuestion,
} from './groundedness.ts'
import { scoreOfLabel } from './hallucination-reply.ts'
import type { StepOutcome } from '../judged-step.ts'
import { countAgreeing, fewestToSettle, majority } from '../votes.ts'
import { plantedSentences, screenedSentences } from './planted-sentences.ts'

export type StepCheck = {
  readonly judge: Judge
  readonly samples: number
  readonly language: InstructionLanguage
  readonly text: string
  readonly context: readonly string[]
  readonly question: string
}

/** Splits a text in code and asks for the labels of all sentences in one question. Every sentence needs a label. */
export async function checkStep(check: StepCheck, signal?: AbortSignal): Promise<StepOutcome> {
  const { judge, samples, language, text, context, question } = check
  const sentences = splitSentences(text)
  if (sentences.length === 0) return { ...nothing, reason: message('The text has no sentence to check') }
  const subject = { context, question, sentences }
  const asked = await askSamples(
    judge,
    {
      samples,
      question: (sample) => groundednessQuestion(subject, language, sample),
      planted: () => {
        const planted = plantedSentences(subject)
        return {
          question: (sample) => groundednessQuestion({ ...subject, sentences: planted.items }, language, sample),
          screened: (value) => screenedSentences(value, { planted, subject }),
        }
      },
      read: (value) => ({ value: groundednessOf(value.sentences) }),
      fewest: (answers, remaining) =>
        Math.max(...sentences.map((_, index) => fewestToSettle(verdictsOn(index, answers).map(voteOf), remaining))),
    },
    signal,
  )
  if (asked.failure !== undefined) return failed(asked)
  return combine(subject, asked)
}

/** Makes ADK's two calls: the judge splits the text, then labels its parts. Sentences that it skips are ignored. */
export async function checkStepAsInAdk(check: StepCheck, signal?: AbortSignal): Promise<StepOutcome> {
  const { judge, language, text, context, question } = check
  const split = await askSamples(
    judge,
    { samples: 1, question: () => adkSegmenterQuestion(text, language), read: () => ({ value: null }) },
    signal,
  )
  const sentences = split.answers[0]?.sentences ?? []
  if (split.failure !== undefined) return failed(split)
  if (sentences.length === 0) return { ...nothing, ...sampled(split), reason: silenceOf(split) }

  const subject = { context, question, sentences }
  const labelled = await askSamples(
    judge,
    {
      samples: 1,
      question: () => adkValidatorQuestion(subject, language),
      read: (value) => ({ value: groundednessOf(value.sentences) }),
    },
    signal,
  )
  const both = { ...labelled, samples: [...split.samples, ...labelled.samples] }
  if (labelled.failure !== undefined) return failed(both)
  const verdicts = labelled.answers[0]?.sentences ?? []
  const value = groundednessOf(verdicts)
  return {
    ...nothing,
    ...sampled(both),
    value,
    ...(value === null ? { reason: silenceOf(labelled) } : {}),
    rows: verdicts.map((verdict) => rowOf(sentences[verdict.index] ?? '', verdict)),
  }
}

const nothing: StepOutcome = { value: null, rows: [], samples: [], saved: 0, agreement: null, uncovered: [] }

function failed(asked: AskedSamples<unknown>): StepOutcome {
  return { ...nothing, ...sampled(asked), reason: asked.failure?.sentence, failure: asked.failure }
}

function sampled({ samples, saved }: AskedSamples<unknown>): Pick<StepOutcome, 'samples' | 'saved'> {
  return { samples, saved }
}

function combine({ sentences }: GroundedAnswer, asked: AskedSamples<Groundedness>): StepOutcome {
  const verdicts = sentences.map((_, index) => decisiveOf(verdictsOn(index, asked.answers)))
  const uncovered = sentences.filter((_, index) => verdicts[index] === undefined)
  const found = verdicts.filter((verdict) => verdict !== undefined)
  const rows = sentences.flatMap((sentence, index) => {
    const verdict = verdicts[index]
    return verdict === undefined ? { subject: sentence, label: 'unlabelled', value: null } : rowOf(sentence, verdict)
  })
  const covered = uncovered.length === 0
  const step = { ...nothing, ...sampled(asked), rows, uncovered, agreement: agreementOf(sentences, asked) }
  if (covered) return { ...step, value: groundednessOf(found) }
  return { ...step, reason: found.length === 0 ? silenceOf(asked) : uncoveredReason(uncovered, sentences.length) }
}

function uncoveredReason(uncovered: readonly string[], total: number) {
  return message('The judge left out {count} of {total} {total|sentence|sentences}: {first}', {
    count: uncovered.length,
    total,
    first: uncovered[0] ?? '',
  })
}

/** Returns the label of a sentence in each answer; null when an answer has none, or two different ones. */
function verdictsOn(index: number, answers: readonly (Groundedness | null)[]): readonly (SentenceVerdict | null)[] {
  return answers.map((answer) => {
    const [first, ...others] = (answer?.sentences ?? []).filter((verdict) => verdict.index === index)
    return first !== undefined && others.every(({ label }) => label === first.label) ? first : null
  })
}

function voteOf(verdict: SentenceVerdict | null): number | null {
  return verdict === null ? null : (scoreOfLabel(verdict.label) ?? null)
}

function decisiveOf(verdicts: readonly (SentenceVerdict | null)[]): SentenceVerdict | undefined {
  const outcome = majority(verdicts.map(voteOf))
  return verdicts.find((verdict) => verdict !== null && voteOf(verdict) === outcome) ?? undefined
}

function agreementOf(sentences: readonly string[], { answers }: AskedSamples<Groundedness>): number | null {
  let agreeing = 0
  let voted = 0
  for (const index of sentences.keys()) {
    const votes = verdictsOn(index, answers).map(voteOf)
    const counted = countAgreeing(votes, majority(votes))
    agreeing += counted.agreeing
    voted += counted.voted
  }
  return voted === 0 ? null : agreeing / voted
}

function rowOf(subject: string, verdict: SentenceVerdict): StepOutcome['rows'][number] {
  const { label, reason, quote, contradicting_quote: against } = verdict
  const value = scoreOfLabel(label) ?? null
  const shown = value === 0 ? (against ?? quote) : quote
  return { subject, label, value, ...(reason === '' ? {} : { reason }), ...(shown === null ? {} : { quote: shown }) }
}

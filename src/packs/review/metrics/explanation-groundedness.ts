import { type DocumentsOf, type Metric, type MetricDocument, message } from '../../../core/index.ts'
import { mostSentences } from './most-sentences.ts'
import { splitSentences } from '../../../text/index.ts'
import { checkStep } from '../../../metrics/judged/groundedness/check-step.ts'
import { type JudgedOptions, scoreOfTurns } from '../../../metrics/judged/judged-case.ts'
import { type StepOutcome, turnOfSteps } from '../../../metrics/judged/judged-step.ts'
import { documentText, hideSomething } from './review-material.ts'
import { reviewedCase } from './reviewed-case.ts'

/**
 * Measures the share of a reviewer's sentences, 0–1, that the documents support. The check and the results of tools do
 * not count as support: a check says what ought to be there, and tools may return other things. A sentence that stands
 * in the documents, or whose quotes all do, is decided in code; the judge decides the others. Reviews that find the
 * evidence insufficient are not evaluated, since no text can support what is missing.
 *
 * @example explanationGroundedness({ judge, documents, threshold: 0.5 })
 */
export function explanationGroundedness(options: JudgedOptions & { readonly documents: DocumentsOf }): Metric {
  const metric = 'explanation_groundedness'
  const { judge, documents, threshold = 0.5, samples = 1, language = 'en' } = options
  return {
    name: metric,
    async score(evalCase, transcript, { signal }) {
      const reviewed = reviewedCase(metric, evalCase, transcript)
      if (reviewed.status !== 'reviewed') return reviewed
      const { task, review } = reviewed
      if (review.evidenceStatus === 'insufficient') {
        const reason = message('The review says that the evidence is insufficient: there is nothing to look up')
        return { status: 'not-evaluated', metric, reason, informational: true }
      }
      const read = await documents(evalCase)
      if (hideSomething(read)) {
        const reason = message('The documents have pages without text: what is said of them cannot be looked up')
        return { status: 'not-evaluated', metric, reason, informational: true }
      }
      const sentences = splitSentences(review.explanation)
      const [quoted, open] = await partition(sentences.slice(0, mostSentences), (one) => looksUp(one, read))
      const steps = quoted.map(lookedUp)
      if (open.length > 0 || sentences.length === 0) {
        const context = [documentText(read, review)]
        const question = task.checkDescription
        for (const text of sentences.length === 0 ? [review.explanation] : open)
          steps.push(await checkStep({ judge, samples, language, text, context, question }, signal))
      }
      const told = leavingOut(steps, sentences.slice(mostSentences, 2 * mostSentences))
      return scoreOfTurns(metric, { threshold }, [turnOfSteps(told, { threshold, adkCompat: false })])
    },
  }
}

function leavingOut(steps: readonly StepOutcome[], sentences: readonly string[]): readonly StepOutcome[] {
  return steps.map((step, index) => (index === 0 ? { ...step, uncovered: [...step.uncovered, ...sentences] } : step))
}

async function partition(
  sentences: readonly string[],
  isSo: (sentence: string) => Promise<boolean>,
): Promise<readonly [string[], string[]]> {
  const parts: [string[], string[]] = [[], []]
  for (const sentence of sentences) parts[(await isSo(sentence)) ? 0 : 1].push(sentence)
  return parts
}

async function looksUp(sentence: string, documents: readonly MetricDocument[]): Promise<boolean> {
  const words = sentence.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? []
  return (words.length >= fewestWords && (await stands(sentence, documents))) || onlyQuotes(sentence, documents)
}

// A shorter sentence, such as "It is met.", may stand anywhere.
const fewestWords = 4

/** Quotes of a few letters are names, which prove nothing. */
async function onlyQuotes(sentence: string, documents: readonly MetricDocument[]): Promise<boolean> {
  const quotes = [...sentence.matchAll(/“([^“”]{6,})”|"([^"]{6,})"|「([^「」]{4,})」|『([^『』]{4,})』/g)].map(
    (found) => found.slice(1).find((quote) => quote !== undefined) ?? '',
  )
  for (const quote of quotes) if (!(await stands(quote, documents))) return false
  return quotes.length > 0
}

async function stands(quote: string, documents: readonly MetricDocument[]): Promise<boolean> {
  const checks = await Promise.all(documents.map((document) => document.findQuote(quote)))
  return checks.some(({ status }) => status === 'verified')
}

function lookedUp(sentence: string): StepOutcome {
  const row = { subject: sentence, label: 'quoted', value: 1 }
  return { value: 1, rows: [row], samples: [], saved: 0, agreement: null, uncovered: [] }
}

import { type DocumentsOf, type Metric, type Score, message } from '../../../core/index.ts'
import { explanationQualityText } from './instructions.ts'
import type { JudgedOptions } from '../../../metrics/judged/judged-case.ts'
import { type WeightedMark, reviewMarks } from './review-marks.ts'
import { checkText, documentText, explanationText, hideSomething, quotesText } from './review-material.ts'

/** The weights are those of the reference implementation, which only tells them to the judge. */
const explanationMarks: readonly WeightedMark[] = [
  {
    id: 'clarity',
    property: 'The explanation can be understood at once by somebody who knows the check and not the document.',
    weight: 0.2,
    anchors: { 1: 'cannot be followed', 3: 'understood on a second reading', 5: 'plain at once' },
  },
  {
    id: 'evidence',
    property: 'It rests on places of the document that are really there: quotes, numbers, pages.',
    weight: 0.3,
    anchors: { 1: 'no evidence, or made up', 3: 'some claims can be found', 5: 'every claim can be found' },
  },
  {
    id: 'completeness',
    property: 'It deals with everything that the check asks for.',
    weight: 0.2,
    anchors: { 1: 'misses the point', 3: 'leaves out a part', 5: 'deals with all of it' },
  },
  {
    id: 'language',
    property: 'It is written in the language that was asked for, and correctly.',
    weight: 0.15,
    anchors: { 1: 'another language', 3: 'mixed or clumsy', 5: 'the right one, correct' },
  },
  {
    id: 'relevance',
    property: 'It says nothing that does not matter to the check.',
    weight: 0.15,
    anchors: { 1: 'about something else', 3: 'with digressions', 5: 'to the point' },
  },
]

/**
 * Measures how well a reviewer explains its verdict, 0–1. A judge that sees the document gives five marks; the score is
 * their weighted mean, and each mark is a part of it.
 *
 * @example explanationQuality({ judge, documents })
 */
export function explanationQuality(options: JudgedOptions & { readonly documents: DocumentsOf }): Metric {
  return reviewMarks(
    {
      name: 'explanation_quality',
      task: 'explanation-quality',
      instruction: explanationQualityText,
      marks: explanationMarks,
      material: async ({ task, review }, evalCase) => {
        const documents = await options.documents(evalCase)
        if (hideSomething(documents)) return unseen
        return {
          check: checkText(task),
          language: task.languageName,
          verdict: review.result,
          explanation: explanationText(review),
          citations: quotesText(review),
          document: documentText(documents, review),
        }
      },
    },
    options,
  )
}

/** A judge without the pages that the reviewer saw would take their content for made up. */
const unseen: Score = {
  status: 'not-evaluated',
  metric: 'explanation_quality',
  reason: message('The documents have pages without text: what is said of them cannot be looked up'),
  informational: true,
}

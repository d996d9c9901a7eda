import type { InjectedPassage, EvidencePiece, Question } from '../../core/index.ts'
import { onceForEach, answerShape } from '../answer-shape.ts'
import { answerSigns } from './answer-signs.ts'
import { findPromptInjection } from './find-prompt-injection.ts'

export type SearchedEvidence = {
  readonly passages: readonly InjectedPassage[]
  /** The evidence with `mark` instead of these passages. */
  readonly without: (mark: string) => readonly EvidencePiece[]
}

/** Looks for passages that speak to the judge in all evidence of a question but what its authors wrote. */
export function searchEvidence({ evidence, answer }: Pick<Question<unknown>, 'evidence' | 'answer'>): SearchedEvidence {
  const searched = evidence.map((piece) => ({
    piece,
    ranges: piece.authored === true ? [] : findPromptInjection(piece.text, signsFor(answer)),
  }))
  return {
    passages: searched.flatMap(({ piece: { label, text }, ranges }) =>
      ranges.map(({ start, end, kind }) => ({ label, kind, text: text.slice(start, end) })),
    ),
    without: (mark) =>
      searched.map(({ piece, ranges }) => {
        const kept = [0, ...ranges.map(({ end }) => end)].map((from, index) =>
          piece.text.slice(from, ranges[index]?.start),
        )
        return { ...piece, text: kept.join(mark) }
      }),
  }
}

const signsFor = onceForEach((schema) => answerSigns(answerShape(schema)))

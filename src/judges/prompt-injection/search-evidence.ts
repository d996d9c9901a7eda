import type { InjectedPassage, EvidencePiece, Question } from '../../core/index.ts'
import { onceForEach, answerShape } from '../answer-shape.ts'
import { answerSigns } from './answer-signs.ts'
import { findPromptInjection } from './find-prompt-injection.ts'

export type SearchedEvidence = {
  readonly passages: readonly InjectedPassage[]
  readonly without: (mark: string) => readonly EvidencePiece[]
}

/** Finds passages that speak to the judge in the evidence, except in pieces that the authors of the case wrote. */
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

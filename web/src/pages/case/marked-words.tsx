import { WordMarks } from '../../components/word-marks.tsx'
import { type DiffPiece, type WordDiff, wordDiff } from '../../../../src/reporters/word-diff.ts'

/** Compares two texts word by word; undefined where they are equal, or too different for marks to help. */
export function differenceOf(expected: string, actual: string): WordDiff | undefined {
  return expected === actual ? undefined : wordDiff(expected, actual)
}

/** A text with the words marked that the other one lacks. */
export function Marked({ pieces }: { readonly pieces: readonly DiffPiece[] }) {
  return (
    <p className="foreign case-marked">
      <WordMarks pieces={pieces} as="mark" />
    </p>
  )
}

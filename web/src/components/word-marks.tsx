import type { DiffPiece } from '../../../src/reporters/word-diff.ts'

type WordMarksProps = { readonly pieces: readonly DiffPiece[]; readonly as: 'del' | 'ins' | 'mark' }

/** A text with the words marked that the other one lacks, not only by colour. */
export function WordMarks({ pieces, as: Mark }: WordMarksProps) {
  return (
    <span className="word-marks">
      {pieces.map(({ text, changed }, index) =>
        // Pieces keep their order.
        changed ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
      )}
    </span>
  )
}

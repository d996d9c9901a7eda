import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { ReviewerDetail } from '../../../../src/server/api/reviews.ts'
import { rememberedText } from '../../remembered.ts'
import { Slider } from '../../components/form/field.tsx'
import { Button } from '../../components/button.tsx'
import { say } from '../../words/say.ts'

type ReviewLine = ReviewerDetail['line']

const kept = rememberedText('review-line')
const defaultLine = 0.85

/** The confidence from which the agent decides alone: set in this browser, else measured. */
export function useConfidenceLine(suggested: ReviewLine | undefined) {
  const [own, setOwn] = useState(kept.read)
  const line = own === '' || !(Number(own) >= 0 && Number(own) <= 1) ? thresholdOf(suggested) : Number(own)
  function set(next: number | undefined): void {
    const text = next === undefined ? '' : String(next)
    kept.write(text)
    setOwn(text)
  }
  return [line, set] as const
}

/** Rounded to the slider's steps, never looser than guaranteed. */
function thresholdOf(suggested: ReviewLine | undefined): number {
  return suggested === undefined ? defaultLine : Math.min(1, Math.ceil(suggested.threshold * 100 - 1e-9) / 100)
}

export type ConfidenceLineProps = {
  readonly line: number
  readonly setLine: (line: number | undefined) => void
  readonly suggested: ReviewLine | undefined
}

const origins = {
  certified: 'A run with this reviewer certified {line}.',
  grid: 'A run with this reviewer suggests {line}, without a guarantee.',
  default: '{line} is the usual line; no run with this reviewer has measured a better one.',
} as const

export function ConfidenceLine({ line, setLine, suggested }: ConfidenceLineProps) {
  const noteId = useId()
  const advised = thresholdOf(suggested)
  return (
    <div className="reviews-line">
      <Slider
        label={say('The agent decides alone from confidence {line}', { line: line.toFixed(2) })}
        value={line}
        change={setLine}
        aria-describedby={noteId}
      />
      <p id={noteId} className="small soft">
        {say(origins[suggested?.from ?? 'default'], { line: advised.toFixed(2) })}
        {suggested?.runId !== undefined && (
          <>
            {' '}
            <Link href={`/calibration?run=${encodeURIComponent(suggested.runId)}`}>{say('See its calibration')}</Link>
          </>
        )}
      </p>
      {line !== advised && (
        <Button onClick={() => setLine(undefined)}>{say('Back to {line}', { line: advised.toFixed(2) })}</Button>
      )}
    </div>
  )
}

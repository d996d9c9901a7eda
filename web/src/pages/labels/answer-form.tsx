import './answer-form.css'
import { useRef, useState, type RefObject } from 'react'
import type { HumanLabel } from '../../../../src/core/run/human-label.ts'
import { ErrorState } from '../../components/state.tsx'
import { forget, useHeldKeys } from '../../keys-ahead.ts'
import { useDraft } from '../../use-draft.ts'
import { KeyCap } from './key-cap.tsx'
import { sameRating } from './labelled-subject.ts'
import { useKeys } from './use-keys.ts'
import { Button } from '../../components/button.tsx'
import { say } from '../../words/say.ts'

export type Said = Pick<HumanLabel, 'passed' | 'value' | 'comment' | 'corrected'>

type AnswerFormProps = {
  /** Identifies the result; a draft is stored under it. */
  readonly name: string
  readonly earlier: HumanLabel | undefined
  /** Whether single keys answer. */
  readonly keys: boolean
  readonly give: (said: Said) => Promise<void>
  /** Stores a comment without a verdict, where that is possible. */
  readonly note?: (said: Said) => Promise<void>
  /** Grades in place of a score, worst first. */
  readonly scale?: readonly string[] | undefined
}

/** A verdict, score or grade, with a comment and a corrected answer. It is saved at once; drafts survive a reload. */
export function AnswerForm({ name, earlier, keys, give, note, scale }: AnswerFormProps) {
  const short = (key: string) => (keys ? key : undefined)
  const comment = useDraft(`comment.${name}`, earlier?.comment)
  const corrected = useDraft(`corrected.${name}`, earlier?.corrected)
  const [score, setTyped] = useScore(earlier)
  const { once, trouble } = useOnce(() => {
    for (const one of [comment, corrected]) one.forget()
    setTyped(undefined)
  })
  const scoreField = useRef<HTMLInputElement>(null)
  const commentField = useRef<HTMLTextAreaElement>(null)
  const value = score === '' ? undefined : Number(score) / 100
  const texts = { comment: comment.text, corrected: corrected.text }
  const written: Partial<typeof texts> = Object.fromEntries(
    Object.entries(texts).filter(([, text]) => text.trim() !== ''),
  )
  const isRewritten = comment.isOther || corrected.isOther

  async function rate(rating: Pick<Said, 'passed' | 'value'>): Promise<void> {
    const nothingNew = earlier !== undefined && sameRating(earlier, rating) && !isRewritten
    if (!nothingNew) await once(async () => give({ ...rating, ...written }))
  }

  const keepNote = async (keep: NonNullable<typeof note>) => once(async () => keep(written))
  const pass = () => void rate({ passed: true, value })
  const fail = () => void rate({ passed: false, value })
  const scoreIt = () => {
    if (scoreField.current?.reportValidity() === true && value !== undefined)
      void rate({ passed: earlier?.passed, value })
  }
  const grades = gradesOf(scale, (graded) => void rate({ passed: earlier?.passed, value: graded }))
  const gradeKeys = Object.fromEntries(grades.map(({ choose }, index) => [String(index + 1), choose]))
  const startScore = keys && grades.length === 0 ? () => scoreField.current?.select() : undefined
  useKeys(keys ? { p: pass, f: fail, c: () => commentField.current?.focus(), ...gradeKeys } : {}, startScore)
  return (
    <div className="stack answer-form">
      <div className="row">
        <Choice sign="✓" text={say('Passed')} shortcut={short('p')} chosen={earlier?.passed === true} choose={pass} />
        <Choice sign="✕" text={say('Failed')} shortcut={short('f')} chosen={earlier?.passed === false} choose={fail} />
      </div>
      {grades.length === 0 ? (
        <ScoreFields score={score} change={setTyped} field={scoreField} save={scoreIt} />
      ) : (
        <GradeChoice grades={grades} given={earlier?.value} keys={keys} />
      )}
      <TextField label={say('Comment')} draft={comment} field={commentField} shortcut={short('c')} />
      <details open={earlier?.corrected !== undefined}>
        <summary>{say('What should have been answered')}</summary>
        <TextField label={say('Corrected answer')} draft={corrected} most={100_000} />
      </details>
      {earlier !== undefined && isRewritten && (
        <Button onClick={() => void rate({ passed: earlier.passed, value: earlier.value })}>
          {say('Save the comment')}
        </Button>
      )}
      {note !== undefined && isRewritten && Object.keys(written).length > 0 && (
        <Button onClick={() => void keepNote(note)}>{say('Save as a note, without a verdict')}</Button>
      )}
      {trouble !== undefined && <ErrorState error={trouble} />}
    </div>
  )
}

/** The typed score, 0–100 or empty; where none is typed it is the earlier one, also when that changes. */
function useScore(earlier: HumanLabel | undefined) {
  const [typed, setTyped] = useState<string>()
  return [typed ?? (earlier?.value === undefined ? '' : String(hundred(earlier.value))), setTyped] as const
}

/** Sends one answer at a time. Keys pressed meanwhile wait, and are dropped when sending fails. */
function useOnce(onSent: () => void) {
  const [trouble, setTrouble] = useState<unknown>()
  const giving = useRef(false)
  const { hold, release } = useHeldKeys()

  async function once(send: () => Promise<void>): Promise<void> {
    if (giving.current) return
    giving.current = true
    hold()
    try {
      await send()
      onSent()
      setTrouble(undefined)
    } catch (error) {
      forget()
      setTrouble(error)
    } finally {
      giving.current = false
      release()
    }
  }

  return { once, trouble }
}

type ScoreFieldsProps = {
  /** 0–100, or empty. */
  readonly score: string
  readonly change: (score: string) => void
  readonly field: RefObject<HTMLInputElement | null>
  readonly save: () => void
}

/** A number field and a slider for the same value. */
function ScoreFields({ score, change, field, save }: ScoreFieldsProps) {
  return (
    <div className="row">
      <label className="row">
        {say('Score, 0–100')}
        <input
          ref={field}
          className="answer-form-score"
          type="number"
          min={0}
          max={100}
          step="any"
          value={score}
          onChange={({ target }) => change(target.value)}
          onKeyDown={(event) => {
            // What is pressed while the score is stored is a command again.
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
            if (event.key === 'Enter') save()
          }}
        />
      </label>
      <input
        className="answer-form-slider"
        type="range"
        min={0}
        max={100}
        aria-label={say('Score on a slider')}
        value={score === '' ? 50 : score}
        data-unset={score === ''}
        onChange={({ target }) => change(target.value)}
      />
      <Button disabled={score === ''} onClick={save}>
        {say('Save the score')}
      </Button>
    </div>
  )
}

type TextFieldProps = {
  readonly label: string
  readonly draft: ReturnType<typeof useDraft>
  readonly field?: RefObject<HTMLTextAreaElement | null>
  readonly shortcut?: string | undefined
  readonly most?: number
}

function TextField({ label, draft, field, shortcut, most = 10_000 }: TextFieldProps) {
  return (
    <label className="stack answer-form-comment">
      <span>
        {label} {shortcut !== undefined && <KeyCap name={shortcut} />}
      </span>
      <textarea
        ref={field}
        aria-keyshortcuts={shortcut}
        rows={3}
        maxLength={most}
        value={draft.text}
        onChange={({ target }) => draft.write(target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </label>
  )
}

type Grade = { readonly name: string; readonly value: number; readonly choose: () => void }

/** Converts grades to equal steps from 0, the worst, to 1. */
function gradesOf(scale: readonly string[] = [], choose: (value: number) => void): readonly Grade[] {
  return scale.map((name, index) => {
    const value = index / (scale.length - 1)
    return { name, value, choose: () => choose(value) }
  })
}

type GradeChoiceProps = {
  readonly grades: readonly Grade[]
  readonly given: number | undefined
  readonly keys: boolean
}

function GradeChoice({ grades, given, keys }: GradeChoiceProps) {
  return (
    <div className="row" role="group" aria-label={say('Grades in place of a score')}>
      {grades.map(({ name, value, choose }, index) => (
        <Choice
          key={name}
          text={name}
          shortcut={keys ? String(index + 1) : undefined}
          chosen={given === value}
          choose={choose}
        />
      ))}
    </div>
  )
}

type ChoiceProps = {
  readonly sign?: string
  readonly text: string
  readonly shortcut: string | undefined
  readonly chosen: boolean
  readonly choose: () => void
}

function Choice({ sign, text, shortcut, chosen, choose }: ChoiceProps) {
  return (
    <Button className="button answer-form-choice" aria-pressed={chosen} aria-keyshortcuts={shortcut} onClick={choose}>
      {sign !== undefined && <span aria-hidden="true">{sign}</span>} {text}{' '}
      {shortcut !== undefined && <KeyCap name={shortcut} />}
    </Button>
  )
}

/** Converts a value from 0–1 to 0–100. */
export function hundred(value: number): number {
  return Math.round(value * 1000) / 10
}

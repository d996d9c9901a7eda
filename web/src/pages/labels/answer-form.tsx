import './answer-form.css'
import { useRef, useState, type RefObject } from 'react'
import type { HumanLabel } from '../../../../src/core/run/human-label.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { forget, useHeldKeys } from '../../keys-ahead.ts'
import { rememberedText } from '../../remembered.ts'
import { useAllWords } from '../../words/language.tsx'
import { KeyCap } from './key-cap.tsx'
import { sameRating } from './labelled-subject.ts'
import { useKeys } from './use-keys.ts'

export type Said = Pick<HumanLabel, 'passed' | 'value' | 'comment'>

type AnswerFormProps = {
  /** What the answer is about; what is half written is kept under it. */
  readonly name: string
  readonly earlier: HumanLabel | undefined
  /** Whether single keys answer. */
  readonly keys: boolean
  readonly give: (said: Said) => Promise<void>
  /** Keeps the comment without a verdict, where that can be. */
  readonly note?: (comment: string) => Promise<void>
}

/** Passed, failed or a score, with a comment. It is saved at once; what is half written outlives a reload. */
export function AnswerForm({ name, earlier, keys, give, note }: AnswerFormProps) {
  const texts = useAllWords().words.labels
  const draft = rememberedText(`comment.${name}`, 'sessionStorage')
  const [comment, setComment] = useState(() => draft.read() || (earlier?.comment ?? ''))
  const [score, setScore] = useState(() => (earlier?.value === undefined ? '' : String(hundred(earlier.value))))
  const { once, trouble } = useOnce(() => draft.write(''))
  const scoreField = useRef<HTMLInputElement>(null)
  const commentField = useRef<HTMLTextAreaElement>(null)
  const value = score === '' ? undefined : Number(score) / 100

  async function say(rating: Pick<Said, 'passed' | 'value'>): Promise<void> {
    const said = { ...rating, ...(comment.trim() !== '' && { comment }) }
    const nothingNew = earlier !== undefined && sameRating(earlier, said) && (earlier.comment ?? '') === comment
    if (!nothingNew) await once(async () => give(said))
  }

  function write(text: string): void {
    setComment(text)
    draft.write(text)
  }

  const keepNote = async (keep: NonNullable<typeof note>) =>
    once(async () => {
      await keep(comment)
      setComment(earlier?.comment ?? '')
    })
  const pass = () => void say({ passed: true, value })
  const fail = () => void say({ passed: false, value })
  const scoreIt = () => {
    if (scoreField.current?.reportValidity() === true && value !== undefined)
      void say({ passed: earlier?.passed, value })
  }
  useKeys(keys ? { p: pass, f: fail, c: () => commentField.current?.focus() } : {}, () => {
    if (keys) scoreField.current?.select()
  })
  return (
    <div className="stack answer-form">
      <VerdictChoice passed={earlier?.passed} pass={pass} fail={fail} keys={keys} />
      <ScoreFields score={score} change={setScore} field={scoreField} save={scoreIt} />
      <CommentField comment={comment} change={write} field={commentField} keys={keys} />
      {earlier !== undefined && (earlier.comment ?? '') !== comment && (
        <button
          type="button"
          className="button"
          onClick={() => void say({ passed: earlier.passed, value: earlier.value })}
        >
          {texts.saveComment}
        </button>
      )}
      {note !== undefined && comment.trim() !== '' && comment !== earlier?.comment && (
        <button type="button" className="button" onClick={() => void keepNote(note)}>
          {texts.saveNote}
        </button>
      )}
      {trouble !== undefined && <ErrorState error={trouble} />}
    </div>
  )
}

/** Sends one answer at a time. Keys that are pressed meanwhile wait, and are forgotten when it could not be sent. */
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

type VerdictChoiceProps = {
  readonly passed: boolean | undefined
  readonly pass: () => void
  readonly fail: () => void
  readonly keys: boolean
}

function VerdictChoice({ passed, pass, fail, keys }: VerdictChoiceProps) {
  const { verdict } = useAllWords().words
  return (
    <div className="row">
      <Choice sign="✓" text={verdict.passed} shortcut={keys ? 'p' : undefined} chosen={passed === true} choose={pass} />
      <Choice
        sign="✕"
        text={verdict.failed}
        shortcut={keys ? 'f' : undefined}
        chosen={passed === false}
        choose={fail}
      />
    </div>
  )
}

type ScoreFieldsProps = {
  /** 0–100; empty where there is none. */
  readonly score: string
  readonly change: (score: string) => void
  readonly field: RefObject<HTMLInputElement | null>
  readonly save: () => void
}

/** A number and a slider that say the same. */
function ScoreFields({ score, change, field, save }: ScoreFieldsProps) {
  const texts = useAllWords().words.labels
  return (
    <div className="row">
      <label className="row">
        {texts.score}
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
            if (event.key === 'Enter') save()
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
        />
      </label>
      <input
        className="answer-form-slider"
        type="range"
        min={0}
        max={100}
        aria-label={texts.slider}
        value={score === '' ? 50 : score}
        data-unset={score === ''}
        onChange={({ target }) => change(target.value)}
      />
      <button type="button" className="button" disabled={score === ''} onClick={save}>
        {texts.saveScore}
      </button>
    </div>
  )
}

type CommentFieldProps = {
  readonly comment: string
  readonly change: (comment: string) => void
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly keys: boolean
}

function CommentField({ comment, change, field, keys }: CommentFieldProps) {
  const texts = useAllWords().words.labels
  return (
    <label className="stack answer-form-comment">
      <span>
        {texts.comment} {keys && <KeyCap name="c" />}
      </span>
      <textarea
        ref={field}
        aria-keyshortcuts={keys ? 'c' : undefined}
        rows={3}
        maxLength={10_000}
        value={comment}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </label>
  )
}

type ChoiceProps = {
  readonly sign: string
  readonly text: string
  readonly shortcut: string | undefined
  readonly chosen: boolean
  readonly choose: () => void
}

function Choice({ sign, text, shortcut, chosen, choose }: ChoiceProps) {
  return (
    <button
      type="button"
      className="button answer-form-choice"
      aria-pressed={chosen}
      aria-keyshortcuts={shortcut}
      onClick={choose}
    >
      <span aria-hidden="true">{sign}</span> {text} {shortcut !== undefined && <KeyCap name={shortcut} />}
    </button>
  )
}

/** A value 0–1 as people read it. */
export function hundred(value: number): number {
  return Math.round(value * 1000) / 10
}

import { fill, useAllWords } from '../../words/language.tsx'
import type { CallForm, TurnForm } from './case-form.ts'
import { TextField } from './fields.tsx'
import { Button } from '../../components/button.tsx'

type TurnFieldsProps = {
  readonly turn: TurnForm
  /** Counts from 0. */
  readonly at: number
  readonly change: (turn: TurnForm) => void
  readonly remove: (() => void) | undefined
}

/** One turn: the message, the expected answer and the expected calls. */
export function TurnFields({ turn, at, change, remove }: TurnFieldsProps) {
  const { words } = useAllWords()
  const number = at + 1
  return (
    <fieldset className="datasets-group">
      <legend>{fill(words.datasets.editor.turn, { number })}</legend>
      <TextField
        field={`turns.${at}.user`}
        label={words.datasets.editor.user}
        value={turn.user}
        lines={2}
        change={(user) => change({ ...turn, user })}
      />
      <TextField
        field={`turns.${at}.answer`}
        label={words.case.expectedAnswer}
        value={turn.answer}
        lines={2}
        change={(answer) => change({ ...turn, answer })}
      />
      <label className="datasets-check">
        <input
          type="checkbox"
          checked={turn.checksCalls}
          onChange={({ target }) => change({ ...turn, checksCalls: target.checked })}
        />
        <span>{words.datasets.editor.checksCalls}</span>
      </label>
      {turn.checksCalls && <Calls turn={turn} at={at} change={(calls) => change({ ...turn, calls })} />}
      {remove !== undefined && (
        <div className="row">
          <Button onClick={remove}>{fill(words.datasets.editor.removeTurn, { number })}</Button>
        </div>
      )}
    </fieldset>
  )
}

type TurnFieldsList = {
  readonly turn: TurnForm
  readonly at: number
  readonly change: (calls: TurnForm['calls']) => void
}

function Calls({ turn: { calls }, at, change }: TurnFieldsList) {
  const { words } = useAllWords()
  const set = (index: number, call: CallForm) => change(calls.with(index, call))
  return (
    <>
      {calls.length === 0 && <p className="soft small">{words.datasets.editor.noCalls}</p>}
      {calls.map((call, index) => (
        <div key={index} className="datasets-call">
          <TextField
            field={`turns.${at}.calls.${index}.name`}
            label={fill(words.datasets.editor.call, { number: index + 1 })}
            value={call.name}
            change={(name) => set(index, { ...call, name })}
          />
          <TextField
            field={`turns.${at}.calls.${index}.args`}
            label={fill(words.datasets.editor.args, { number: index + 1 })}
            value={call.args}
            lines={2}
            code
            change={(args) => set(index, { ...call, args })}
          />
          <Button
            aria-label={fill(words.datasets.editor.removeCall, { number: index + 1 })}
            onClick={() => change(calls.toSpliced(index, 1))}
          >
            <span aria-hidden="true">✕</span>
          </Button>
        </div>
      ))}
      <div className="row">
        <Button onClick={() => change([...calls, { name: '', args: '' }])}>{words.datasets.editor.addCall}</Button>
      </div>
    </>
  )
}

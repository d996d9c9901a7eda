import { useState } from 'react'
import { useChosen } from '../../chosen.ts'
import { onEnter } from '../../components/form/on-enter.ts'
import { writtenList } from '../../components/form/written-list.ts'
import { say } from '../../words/say.ts'

/** Grades in the address, worst first; undefined where scores are given. */
export function scaleIn(search: URLSearchParams): readonly string[] | undefined {
  const grades = writtenList(search.get('scale') ?? '').slice(0, 9)
  return grades.length < 2 ? undefined : grades
}

/** The grades in place of a score. They are kept in the address, so that everybody it is sent to uses them. */
export function ScaleField() {
  const { search, change } = useChosen()
  const [text, setText] = useState(search.get('scale') ?? '')
  return (
    <label className="row">
      {say('Grades in place of a score')}
      <input
        value={text}
        placeholder="0–100"
        title={say('Two to nine, the worst first, with commas between them: poor, fair, good')}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => change('scale', text.trim())}
        onKeyDown={onEnter((field) => field.blur())}
      />
    </label>
  )
}

import { useState } from 'react'
import { useChosen } from '../../chosen.ts'
import { say } from '../../words/say.ts'

/** Grades in the address, worst first; undefined where scores are given. */
export function scaleIn(search: URLSearchParams): readonly string[] | undefined {
  const grades = [...new Set((search.get('scale') ?? '').split(/[,、]/).map((name) => name.trim()))]
  const named = grades.filter((name) => name !== '').slice(0, 9)
  return named.length < 2 ? undefined : named
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
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </label>
  )
}

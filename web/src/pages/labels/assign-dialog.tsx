import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { useAllWords } from '../../words/language.tsx'
import { type LabelAssignment, printAssignment } from './assignment.ts'

type AssignDialogProps = {
  readonly open: boolean
  readonly close: () => void
  readonly assignment: LabelAssignment | undefined
  /** The address of what is labelled, without who labels it. */
  readonly address: URLSearchParams
}

/** Splits results among people: an address for each of them, which says who they are and what is theirs. */
export function AssignDialog({ open, close, assignment, address }: AssignDialogProps) {
  const { words } = useAllWords()
  const texts = words.labels.assign
  const [names, setNames] = useState(assignment?.people.join('\n') ?? '')
  const [shared, setShared] = useState(String(Math.round((assignment?.shared ?? 0.2) * 100)))
  const people = [...new Set(names.split('\n').map((name) => name.trim()))].filter((name) => name !== '')
  const percent = Math.min(100, Math.max(0, Number(shared)))
  return (
    <Dialog open={open} close={close} title={texts.title} about={texts.about}>
      <label className="stack labels-assign">
        {texts.people}
        <textarea rows={4} value={names} onChange={({ target }) => setNames(target.value)} />
      </label>
      <label className="row">
        {texts.shared}
        <input
          type="number"
          min={0}
          max={100}
          value={shared}
          onChange={({ target }) => setShared(target.value)}
          className="answer-form-score"
        />
      </label>
      {people.length < 2 ? (
        <p className="soft">{texts.more}</p>
      ) : (
        people.map((name) => (
          <CommandLine key={name} label={name} text={linkFor(name, { people, shared: percent / 100 }, address)} />
        ))
      )}
    </Dialog>
  )
}

function linkFor(name: string, assignment: LabelAssignment, address: URLSearchParams): string {
  const search = new URLSearchParams([
    ...address,
    ...printAssignment(assignment).map((pair) => [...pair]),
    ['by', name],
  ])
  return `${location.origin}/labels?${search}`
}

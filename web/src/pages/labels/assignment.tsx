import { useState } from 'react'
import { useChosen } from '../../chosen.ts'
import { CommandLine } from '../../components/command-line.tsx'
import { DialogButton } from '../../components/dialog.tsx'
import { say } from '../../words/say.ts'

/** Which results a person labels, as in the address sent to them. */
type LabelAssignment = {
  readonly people: readonly string[]
  /** The share of results that everybody labels, to measure agreement between people. */
  readonly shared: number
}

export function parseAssignment(search: URLSearchParams): LabelAssignment | undefined {
  const people = [...new Set(search.getAll('person').map((name) => name.trim()))].filter((name) => name !== '')
  const shared = Number(search.get('shared') ?? '20') / 100
  return people.length < 2 ? undefined : { people, shared: shared >= 0 && shared <= 1 ? shared : 0.2 }
}

export function printAssignment({ people, shared }: LabelAssignment): readonly (readonly [string, string])[] {
  return [...people.map((name) => ['person', name] as const), ['shared', String(Math.round(shared * 100))]]
}

/** The results of one person, in order: the shared ones first, then every n-th of the others. */
export function assignedTo<Place>(
  author: string,
  places: readonly Place[],
  { people, shared }: LabelAssignment,
): readonly Place[] {
  const own = people.indexOf(author)
  if (own < 0) return places
  const forAll = Math.ceil(places.length * shared)
  return places.filter((_, index) => index < forAll || (index - forAll) % people.length === own)
}

/** Assigns results to people: an address for each, which contains their name and their part. */
export function AssignButton({ runId }: { readonly runId: string }) {
  const { search } = useChosen()
  const assignment = parseAssignment(search)
  const [names, setNames] = useState(assignment?.people.join('\n') ?? '')
  const [shared, setShared] = useState(String(Math.round((assignment?.shared ?? 0.2) * 100)))
  const people = [...new Set(names.split('\n').map((name) => name.trim()))].filter((name) => name !== '')
  const percent = Math.min(100, Math.max(0, Number(shared)))
  return (
    <DialogButton
      text={say('Assign …')}
      title={say('Assign results to people')}
      about={say(
        'Each person gets an address of their own. Some results go to everybody, so that agreement can be measured; each other one goes to one person.',
      )}
    >
      <label className="stack labels-assign">
        {say('Names, one on each line')}
        <textarea rows={4} value={names} onChange={({ target }) => setNames(target.value)} />
      </label>
      <label className="row">
        {say('For everybody, in per cent')}
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
        <p className="soft">{say('Two people or more.')}</p>
      ) : (
        people.map((name) => (
          <CommandLine
            key={name}
            label={name}
            text={linkFor(name, { people, shared: percent / 100 }, [['run', runId], ...search])}
          />
        ))
      )}
    </DialogButton>
  )
}

/** The address keeps the subject and gets another labeller. */
function linkFor(name: string, assignment: LabelAssignment, search: readonly (readonly [string, string])[]): string {
  const what = search.filter(([part]) => ['run', 'metric', 'aspect', 'cases', 'scale'].includes(part))
  const pairs = [...new Map(what), ...printAssignment(assignment), ['by', name]]
  return `${location.origin}/labels?${new URLSearchParams(pairs.map((pair) => [...pair]))}`
}

import { useRef, useState } from 'react'
import { readingAspects } from '../../../../src/core/run/human-label.ts'
import type { AtlasPage } from '../../../../src/server/api/atlas.ts'
import { Card } from '../../components/card.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { useApi } from '../../source/use-answer.ts'
import { AuthorField, useAuthor } from '../labels/author-field.tsx'
import { BlindResult } from '../labels/blind-result.tsx'
import { KeyCap } from '../labels/key-cap.tsx'
import { LoadingSubject } from '../labels/loading-subject.tsx'
import { QueueSteps } from '../labels/queue-steps.tsx'
import { useKeys } from '../labels/use-keys.ts'
import { AnswerState } from '../../components/state.tsx'
import { onEnter } from '../../components/form/on-enter.ts'
import { Button } from '../../components/button.tsx'
import { say } from '../../words/say.ts'

export type FailurePlace = AtlasPage['failures'][number]

type ReadFailuresProps = {
  readonly runId: string
  readonly failures: readonly FailurePlace[]
  readonly names: readonly string[]
  readonly keep: (place: FailurePlace, mode: string) => void
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

/** Shows failures one by one in random order; other evidence is shown after a person has read the failure. */
export function ReadFailures({ runId, failures, names, keep }: ReadFailuresProps) {
  const [author, setAuthor] = useAuthor()
  const [at, setAt] = useState(() => Math.max(0, firstUnread(failures)))
  const place = failures[at]
  const goTo = (index: number) => setAt(Math.min(Math.max(index, 0), failures.length - 1))
  if (place === undefined) return null
  return (
    <section className="stack" aria-label={say('Read the failures')}>
      <div className="row">
        <AuthorField author={author} choose={setAuthor} />
        <span aria-live="polite">
          {say('{done} of {all} failures read', {
            done: failures.filter(({ read }) => read).length,
            all: failures.length,
          })}
        </span>
      </div>
      <OneFailure
        key={`${place.position}.${place.repeat}`}
        runId={runId}
        place={place}
        names={names}
        author={author}
        keep={keep}
        goOn={() => goTo(at + 1)}
        goBack={() => goTo(at - 1)}
      />
    </section>
  )
}

function firstUnread(failures: readonly FailurePlace[]): number {
  return failures.findIndex(({ read }) => read === undefined)
}

type OneFailureProps = Pick<ReadFailuresProps, 'runId' | 'names' | 'keep'> & {
  readonly place: FailurePlace
  readonly author: string
  readonly goOn: () => void
  readonly goBack: () => void
}

function OneFailure({ runId, place, names, author, keep, goOn, goBack }: OneFailureProps) {
  const tell = useToast()
  const own = useRef<HTMLInputElement>(null)
  const { position, repeat, caseId, read, byEvidence } = place
  const blind = useApi('blindCase', { params: { runId, position, repeat }, query: {} })
  async function keepLabel(aspect: string, comment: string): Promise<void> {
    const by = author === '' ? undefined : author
    await callApi('label', { body: { runId, position, repeat, aspect, comment, by, blind: read === undefined } })
  }
  function code(mode: string): void {
    if (mode.trim() === '') return
    keepLabel(readingAspects.mode, mode.trim()).then(
      () => keep(place, mode.trim()),
      () => tell(say('That could not be kept. Is the server still there?')),
    )
  }
  useKeys({
    ...Object.fromEntries(keys.map((key, index) => [key, () => code(names[index] ?? '')])),
    n: goOn,
    u: goBack,
    k: () => own.current?.focus(),
  })
  if (blind.status !== 'ready') return <AnswerState of={blind} meanwhile={<LoadingSubject />} />
  return (
    <>
      <Card title={caseId}>
        <BlindResult runId={runId} result={blind.value} link={undefined} />
      </Card>
      <Card title={say('What kind is it?')}>
        <NoteField save={(note) => keepLabel(readingAspects.note, note)} />
        <ul className="atlas-codes">
          {names.map((name, index) => (
            <li key={name}>
              <Button
                className="button foreign"
                aria-pressed={read?.mode === name}
                aria-keyshortcuts={keys[index]}
                onClick={() => code(name)}
              >
                {keys[index] !== undefined && <KeyCap name={keys[index]} />} {name}
              </Button>
            </li>
          ))}
        </ul>
        <label className="row">
          {say('Another kind')}
          <input
            ref={own}
            maxLength={200}
            aria-keyshortcuts="k"
            onKeyDown={onEnter((field) => {
              code(field.value)
              field.value = ''
              field.blur()
            })}
          />
          <KeyCap name="k" />
        </label>
        <p aria-live="polite" className="foreign">
          {read !== undefined &&
            say('You: {mode}. By evidence: {other}.', { mode: read.mode, other: byEvidence ?? say('none') })}
        </p>
        <QueueSteps goOn={goOn} goBack={goBack} answered />
      </Card>
    </>
  )
}

/** A note on what went wrong first, in the reader's own words, before a kind is chosen. */
function NoteField({ save }: { readonly save: (note: string) => Promise<void> }) {
  const [kept, setKept] = useState('')
  const tell = useToast()
  return (
    <label className="row">
      {say('What went wrong first (in your own words)')}
      <input
        maxLength={400}
        onBlur={({ currentTarget: { value } }) => {
          if (value.trim() === '' || value === kept) return
          setKept(value)
          save(value.trim()).catch(() => tell(say('That could not be kept. Is the server still there?')))
        }}
      />
    </label>
  )
}

import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import { Dialog } from '../../components/dialog.tsx'
import { AnswerState, Trouble } from '../../components/state.tsx'
import { useToast } from '../../components/toast.tsx'
import { ApiError, callApi } from '../../source/call-api.ts'
import { useApi } from '../../source/use-answer.ts'
import { resultOfKey } from './addresses.ts'
import type { ResultPlace } from '../../source/run-source.ts'
import { CaseFields } from './case-fields.tsx'
import { emptyCase } from './case-parts.ts'
import { caseOfJson, type ReadCase } from './case-problems.ts'
import { drafts, isChanged, readDraft, whereItBelongs, type Draft, type DraftPlace } from './drafts.ts'
import { EditedDraftProvider, TextField } from './fields.tsx'
import type { OpenDataset } from './use-dataset.ts'
import { Button } from '../../components/button.tsx'
import { useAction } from '../../components/form/action-form.tsx'
import { say } from '../../words/say.ts'

type CaseEditorProps = {
  readonly place: DraftPlace
  readonly opened: OpenDataset
  readonly reload: () => void
  readonly close: () => void
}

/** Edits a case of a dataset, a new one, or one made of a result. */
export function CaseEditor(shown: CaseEditorProps) {
  const { caseKey } = shown.place
  const result = resultOfKey(caseKey)
  const original = shown.opened.cases[Number(caseKey)]?.evalCase
  if (result !== undefined) return <CaseOfResult {...shown} result={result} />
  if (original === undefined && caseKey !== 'new' && drafts.read(shown.place) === undefined) return null
  const begin = { evalCase: original ?? emptyCase, ...(original !== undefined && { original }) }
  return <DraftEditor {...shown} begin={begin} />
}

function CaseOfResult({ result, ...shown }: CaseEditorProps & { readonly result: ResultPlace }) {
  const made = useApi('caseFromResult', { params: result })
  if (made.status !== 'ready') return <AnswerState of={made} meanwhile={null} />
  return <DraftEditor {...shown} begin={{ evalCase: made.value.evalCase }} />
}

type DraftEditorProps = CaseEditorProps & { readonly begin: Pick<Draft, 'evalCase' | 'original'> }

/** Edits as fields or JSON, validates on every change, and keeps a draft until it is saved or discarded. */
function DraftEditor({ place, opened, reload, close, begin }: DraftEditorProps) {
  const [restored] = useState(() => drafts.read(place))
  const [draft, setDraft] = useState<Draft>(restored ?? { view: 'fields', texts: {}, ...begin })
  const [leaving, setLeaving] = useState(false)
  const unsaved = isChanged(draft)

  function change(next: Draft): void {
    setDraft(next)
    if (isChanged(next)) drafts.write(place, next)
    else drafts.remove(place)
  }

  function discard(): void {
    drafts.remove(place)
    close()
  }

  useLeaveWarning(unsaved)
  const title = draft.original === undefined ? say('New case') : say('Case {id}', { id: draft.original.id })
  return (
    <Dialog open wide close={unsaved ? () => setLeaving(true) : close} title={title}>
      {leaving && (
        <Question
          says={say('Leave without saving?')}
          yes={say('Discard the changes')}
          no={say('Keep editing')}
          act={discard}
          stay={() => setLeaving(false)}
        />
      )}
      <CaseForm
        {...{ place, opened, reload, draft, change }}
        notes={restored === undefined ? [] : [say('These are changes that were not saved before.')]}
        done={discard}
      />
    </Dialog>
  )
}

/** Makes the browser ask before the tab is closed. */
function useLeaveWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
}

type QuestionProps = {
  readonly says: string
  readonly yes: string
  readonly no: string
  readonly act: () => void
  readonly stay: () => void
}

/** Asks before something is lost. Keeping it is the default. */
function Question({ says, yes, no, act, stay }: QuestionProps) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className="datasets-leave row" role="alert">
      <span className="foreign">{says}</span>
      <Button onClick={act}>{yes}</Button>
      <Button ref={first} kind="main" onClick={stay}>
        {no}
      </Button>
    </div>
  )
}

const belonging = {
  changed: 'Somebody changed this case meanwhile. Saving replaces what they wrote.',
  gone: 'This case is not in the file any more. Saving adds it again.',
} as const

type CaseFormProps = Omit<CaseEditorProps, 'close'> & {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
  readonly notes: readonly string[]
  /** Called after saving or removing. */
  readonly done: () => void
}

function CaseForm({ place: { datasetId, caseKey }, opened, reload, draft, change, notes, done }: CaseFormProps) {
  const tell = useToast()
  const { position, note } = whereItBelongs(draft, { datasetId, caseKey }, opened.cases)
  const read = readDraft(draft, idsBeside(position, opened))
  const { act, isBusy, error } = useAction()
  const [attempts, setAttempts] = useState(0)
  const { form, told } = useSightOfProblems(attempts, error)

  /** Ends the editing where that works. */
  async function finish(send: () => Promise<unknown>, sentence: string): Promise<void> {
    await act(async () => {
      await send()
      tell(sentence)
      reload()
      done()
    })
  }

  function save(event: FormEvent): void {
    event.preventDefault()
    setAttempts(attempts + 1)
    const { evalCase, problems } = read
    if (evalCase === undefined || problems.length > 0) return
    const body = { revision: opened.revision, evalCase }
    const send = async () =>
      position === undefined
        ? callApi('addCase', { params: { datasetId }, body })
        : callApi('editCase', { params: { datasetId, position }, body })
    void finish(send, say('Saved {id}', { id: evalCase.id }))
  }

  return (
    <EditedDraftProvider value={{ draft, change, problems: read.problems, attempted: attempts > 0 }}>
      <form ref={form} className="stack" noValidate onSubmit={save}>
        <ViewChoice draft={draft} read={read} change={change} />
        {[...notes, ...(note === undefined ? [] : [say(belonging[note])])].map((sentence) => (
          <p key={sentence} className="datasets-note">
            {sentence}
          </p>
        ))}
        {draft.view === 'json' ? <WholeCase draft={draft} change={change} /> : <CaseFields />}
        <div ref={told}>{error !== undefined && <Trouble error={error} />}</div>
        <div className="row datasets-actions">
          <Button type="submit" kind="main" disabled={isBusy}>
            {say('Save')}
          </Button>
          {error instanceof ApiError && error.problem?.code === 'stale' && (
            <Button
              onClick={() =>
                void act(async () => reload()).then(() =>
                  tell(say('The file was reloaded; what you wrote is still here.')),
                )
              }
            >
              {say('Reload the case')}
            </Button>
          )}
          <output className="soft small">
            {attempts > 0 &&
              read.problems.length > 0 &&
              say('{count} {count|problem|problems}', { count: read.problems.length })}
          </output>
          {position !== undefined && (
            <RemoveCase
              id={draft.original?.id ?? ''}
              remove={async (sentence) => {
                const params = { datasetId, position }
                await finish(
                  async () => callApi('removeCase', { params, query: { revision: opened.revision } }),
                  sentence,
                )
              }}
            />
          )}
        </div>
      </form>
    </EditedDraftProvider>
  )
}

/** Focuses the first field that prevents saving, and scrolls to what the server refused: the form may be longer than the screen. */
function useSightOfProblems(attempts: number, error: unknown) {
  const form = useRef<HTMLFormElement>(null)
  const told = useRef<HTMLDivElement>(null)
  // Before the browser paints: the person may already be typing elsewhere.
  useLayoutEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])
  useEffect(() => {
    if (error !== undefined) told.current?.scrollIntoView({ block: 'center' })
  }, [error])
  return { form, told }
}

type RemoveCaseProps = { readonly id: string; readonly remove: (sentence: string) => Promise<void> }

/** Removes a case from its file after confirmation. */
function RemoveCase({ id, remove }: RemoveCaseProps) {
  const [asking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  if (asking) {
    return (
      <Question
        says={say('Remove {id} from the file? This cannot be undone.', { id })}
        yes={say('Remove##from the file')}
        no={say('Cancel')}
        act={() => void remove(say('Removed {id}', { id })).then(stay)}
        stay={stay}
      />
    )
  }
  return (
    <Button className="button datasets-remove" onClick={() => setAsking(true)}>
      {say('Remove the case')}
    </Button>
  )
}

const viewNames = [
  ['fields', 'Fields'],
  ['json', 'JSON##view'],
] as const

type ViewProps = Pick<CaseFormProps, 'draft' | 'change'>

/** A text that is no valid case cannot be shown in the other view. */
function ViewChoice({ draft, change, read: { evalCase } }: ViewProps & { readonly read: ReadCase }) {
  return (
    <div className="row" role="group" aria-label={say('How to edit')}>
      {viewNames.map(([view, name]) => (
        <Button
          key={view}
          aria-pressed={draft.view === view}
          disabled={draft.view !== view && evalCase === undefined}
          onClick={() => evalCase && change({ ...draft, view, evalCase, texts: {} })}
        >
          {say(name)}
        </Button>
      ))}
      {evalCase === undefined && (
        <span className="soft small">{say('Correct what cannot be read before changing the view.')}</span>
      )}
    </div>
  )
}

/** The case as JSON. */
function WholeCase({ draft, change }: ViewProps) {
  function type(json: string): void {
    const { evalCase = draft.evalCase } = caseOfJson(json, noOthers)
    change({ ...draft, evalCase, texts: json === stringifyJson(evalCase, 2) ? {} : { json } })
  }
  return (
    <TextField
      field="json"
      label={say('The whole case as JSON')}
      value={draft.texts['json'] ?? stringifyJson(draft.evalCase, 2)}
      lines={18}
      code
      change={type}
    />
  )
}

const noOthers: ReadonlySet<string> = new Set()

function idsBeside(position: number | undefined, { cases }: OpenDataset): ReadonlySet<string> {
  return new Set(cases.filter((one) => one.position !== position).map(({ evalCase }) => evalCase.id))
}

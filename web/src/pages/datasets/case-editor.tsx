import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Trouble } from '../../components/error-state.tsx'
import { useToast } from '../../components/toast.tsx'
import { ApiError, callApi } from '../../source/call-api.ts'
import { useApi } from '../../source/use-answer.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { resultOfKey } from './addresses.ts'
import type { ResultPlace } from '../../source/run-source.ts'
import { CaseFields } from './case-fields.tsx'
import { caseOfForm, emptyCase, formOf } from './case-form.ts'
import { caseOfJson, type ReadCase } from './case-problems.ts'
import { draftOf, drafts, whereItBelongs, type Draft, type DraftPlace } from './drafts.ts'
import { FoundProblems, TextField } from './fields.tsx'
import type { OpenDataset } from './use-dataset.ts'
import { AnswerState } from '../../components/answer-state.tsx'
import { Button } from '../../components/button.tsx'

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
  const current = shown.opened.cases[Number(caseKey)]?.evalCase
  if (result !== undefined) return <CaseOfResult {...shown} result={result} />
  if (current === undefined && caseKey !== 'new' && drafts.read(shown.place) === undefined) return null
  return <DraftEditor {...shown} begin={draftOf(current ?? emptyCase, current)} />
}

function CaseOfResult({ result, ...shown }: CaseEditorProps & { readonly result: ResultPlace }) {
  const made = useApi('caseFromResult', { params: result })
  if (made.status !== 'ready') return <AnswerState of={made} meanwhile={null} />
  return <DraftEditor {...shown} begin={draftOf(made.value.evalCase)} />
}

/** Edits as fields or JSON, validates on every change, and keeps a draft until it is saved or discarded. */
function DraftEditor({ place, opened, reload, close, begin }: CaseEditorProps & { readonly begin: Draft }) {
  const texts = useAllWords().words.datasets.editor
  const [start] = useState(() => drafts.read(place))
  const [draft, setDraft] = useState(start ?? begin)
  const [leaving, setLeaving] = useState(false)
  const unsaved = isChanged(draft)

  function change(next: Draft): void {
    setDraft(next)
    if (isChanged(next)) drafts.write(place, next)
    else drafts.remove(place)
  }

  function leave(): void {
    if (unsaved) setLeaving(true)
    else close()
  }

  function discard(): void {
    drafts.remove(place)
    close()
  }

  useLeaveWarning(unsaved)
  const title = draft.original === undefined ? texts.newTitle : fill(texts.title, { id: draft.original.id })
  return (
    <Dialog open wide close={leave} title={title}>
      {leaving && (
        <Question says={texts.leave} yes={texts.discard} no={texts.stay} act={discard} stay={() => setLeaving(false)} />
      )}
      <CaseForm
        place={place}
        opened={opened}
        reload={reload}
        draft={draft}
        restored={start !== undefined}
        change={change}
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

type Editing = Omit<CaseEditorProps, 'close'> & {
  readonly draft: Draft
  readonly restored: boolean
  readonly change: (draft: Draft) => void
  /** Called after saving or removing. */
  readonly done: () => void
}

function CaseForm(editing: Editing) {
  const { draft, restored, change } = editing
  const texts = useAllWords().words.datasets.editor
  const { position, note } = whereItBelongs(draft, editing.place, editing.opened.cases)
  const read = readDraft(draft, idsBeside(position, editing.opened))
  const saving = useSaving(editing, position, read)
  const { form, told, attempts, trouble } = saving

  function show(view: Draft['view']): void {
    if (read.evalCase === undefined || view === draft.view) return
    const { evalCase } = read
    change({ ...draft, view, base: evalCase, form: formOf(evalCase), json: stringifyJson(evalCase, 2) })
  }

  return (
    <FoundProblems value={{ problems: read.problems, attempted: attempts > 0 }}>
      <form ref={form} className="stack" noValidate onSubmit={(event) => void saving.save(event)}>
        <ViewChoice view={draft.view} isReadable={read.evalCase !== undefined} show={show} />
        {restored && <p className="datasets-note">{texts.restored}</p>}
        {note !== undefined && <p className="datasets-note">{texts[note]}</p>}
        {draft.view === 'json' ? (
          <TextField
            field="json"
            label={texts.jsonLabel}
            value={draft.json}
            lines={18}
            code
            change={(json) => change({ ...draft, json })}
          />
        ) : (
          <CaseFields form={draft.form} change={(next) => change({ ...draft, form: next })} />
        )}
        <div ref={told}>{trouble !== undefined && <Trouble error={trouble.error} />}</div>
        <CaseActions editing={editing} position={position} problems={read.problems.length} saving={saving} />
      </form>
    </FoundProblems>
  )
}

/** Saves the case, and focuses the first field that prevents it. */
function useSaving({ place, opened, reload, done }: Editing, position: number | undefined, read: ReadCase) {
  const texts = useAllWords().words.datasets.editor
  const tell = useToast()
  const form = useRef<HTMLFormElement>(null)
  const told = useRef<HTMLDivElement>(null)
  const [attempts, setAttempts] = useState(0)
  const [isSaving, setIsSaving] = useState(false)
  const [trouble, setTrouble] = useState<{ readonly error: unknown }>()

  // Before the browser paints: the person may already be typing elsewhere.
  useLayoutEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  // Scrolls the field into view, since the form may be longer than the screen.
  useEffect(() => {
    if (trouble !== undefined) told.current?.scrollIntoView({ block: 'center' })
  }, [trouble])

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    setAttempts(attempts + 1)
    if (read.evalCase === undefined || read.problems.length > 0) return
    setIsSaving(true)
    try {
      await send(place.datasetId, position, { revision: opened.revision, evalCase: read.evalCase })
      tell(fill(texts.saved, { id: read.evalCase.id }))
      reload()
      done()
    } catch (error) {
      setTrouble({ error })
      setIsSaving(false)
    }
  }

  return { form, told, attempts, isSaving, trouble, setTrouble, save }
}

type CaseActionsProps = {
  readonly editing: Editing
  /** The case's position in the dataset, if it has one. */
  readonly position: number | undefined
  readonly problems: number
  readonly saving: ReturnType<typeof useSaving>
}

/** Saves or removes the case; reloads the dataset where somebody else has changed it. */
function CaseActions({ editing, position, problems, saving }: CaseActionsProps) {
  const { words } = useAllWords()
  const texts = words.datasets.editor
  const tell = useToast()
  const { place, opened, draft, reload, done } = editing
  const { attempts, isSaving, trouble, setTrouble } = saving

  function loadAnew(): void {
    setTrouble(undefined)
    reload()
    tell(texts.loadedAnew)
  }

  async function remove(at: number): Promise<void> {
    const params = { datasetId: place.datasetId, position: at }
    await callApi('removeCase', { params, query: { revision: opened.revision } })
    reload()
    done()
  }

  const isStale = trouble?.error instanceof ApiError && trouble.error.problem?.code === 'stale'
  return (
    <div className="row datasets-actions">
      <Button type="submit" kind="main" disabled={isSaving}>
        {words.runs.save}
      </Button>
      {isStale && <Button onClick={loadAnew}>{texts.reload}</Button>}
      <output className="soft small">
        {attempts > 0 && problems > 0 && fill(texts.problems, { count: problems })}
      </output>
      {position !== undefined && (
        <RemoveCase
          id={draft.original?.id ?? ''}
          remove={async () => remove(position)}
          fail={(error) => setTrouble({ error })}
        />
      )}
    </div>
  )
}

type RemoveCaseProps = {
  readonly id: string
  readonly remove: () => Promise<void>
  readonly fail: (error: unknown) => void
}

/** Removes a case from its file after confirmation. */
function RemoveCase({ id, remove, fail }: RemoveCaseProps) {
  const { words } = useAllWords()
  const texts = words.datasets.editor
  const tell = useToast()
  const [asking, setAsking] = useState(false)

  async function removeNow(): Promise<void> {
    try {
      await remove()
      tell(fill(texts.removed, { id }))
    } catch (error) {
      setAsking(false)
      fail(error)
    }
  }

  if (asking) {
    return (
      <Question
        says={fill(texts.removeSure, { id })}
        yes={texts.removeYes}
        no={words.app.cancel}
        act={() => void removeNow()}
        stay={() => setAsking(false)}
      />
    )
  }
  return (
    <Button className="button datasets-remove" onClick={() => setAsking(true)}>
      {texts.remove}
    </Button>
  )
}

type ViewChoiceProps = {
  readonly view: Draft['view']
  /** A text that is no valid case cannot be shown as fields. */
  readonly isReadable: boolean
  readonly show: (view: Draft['view']) => void
}

function ViewChoice({ view, isReadable, show }: ViewChoiceProps) {
  const texts = useAllWords().words.datasets.editor
  return (
    <div className="row" role="group" aria-label={texts.view}>
      {(['fields', 'json'] as const).map((one) => (
        <Button key={one} aria-pressed={view === one} disabled={view !== one && !isReadable} onClick={() => show(one)}>
          {texts[one]}
        </Button>
      ))}
      {!isReadable && <span className="soft small">{texts.mendFirst}</span>}
    </div>
  )
}

function idsBeside(position: number | undefined, { cases }: OpenDataset): ReadonlySet<string> {
  return new Set(cases.filter((one) => one.position !== position).map(({ evalCase }) => evalCase.id))
}

function readDraft({ view, form, json, base }: Draft, otherIds: ReadonlySet<string>): ReadCase {
  return view === 'json' ? caseOfJson(json, otherIds) : caseOfForm(form, base, otherIds)
}

function isChanged({ view, form, json, original }: Draft): boolean {
  const before = draftOf(original ?? emptyCase, original)
  return view === 'json' ? json !== before.json : stringifyJson(form) !== stringifyJson(before.form)
}

async function send(
  datasetId: string,
  position: number | undefined,
  body: { readonly revision: string; readonly evalCase: NonNullable<ReadCase['evalCase']> },
): Promise<void> {
  if (position === undefined) await callApi('addCase', { params: { datasetId }, body })
  else await callApi('editCase', { params: { datasetId, position }, body })
}

import { useEffect, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { stringifyJson } from '../../../../src/core/basics/json.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorState, Trouble } from '../../components/error-state.tsx'
import { useToast } from '../../components/toast.tsx'
import { ApiError, callApi } from '../../source/call-api.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { resultOfKey, type ResultPlace } from './addresses.ts'
import { CaseFields } from './case-fields.tsx'
import { caseOfForm, emptyCase, formOf } from './case-form.ts'
import { caseOfJson, type ReadCase } from './case-problems.ts'
import { draftOf, drafts, whereItBelongs, type Draft, type DraftPlace } from './drafts.ts'
import { ProblemsProvider, TextField } from './fields.tsx'
import { RemoveCase } from './remove-case.tsx'
import type { OpenDataset } from './use-dataset.ts'

type CaseEditorProps = {
  readonly place: DraftPlace
  readonly opened: OpenDataset
  readonly reload: () => void
  readonly close: () => void
}

/** One case to be written, as it stands in the dataset, new, or made of a result. */
export function CaseEditor(shown: CaseEditorProps) {
  const { caseKey } = shown.place
  const result = resultOfKey(caseKey)
  const current = shown.opened.cases[Number(caseKey)]?.evalCase
  if (result !== undefined) return <CaseOfResult {...shown} result={result} />
  if (current === undefined && caseKey !== 'new' && drafts.read(shown.place) === undefined) return null
  return <DraftEditor {...shown} begin={draftOf(current ?? emptyCase, current)} />
}

function CaseOfResult({
  result: { runId, position, repeat },
  ...shown
}: CaseEditorProps & { readonly result: ResultPlace }) {
  const params = { runId, position: String(position), repeat: String(repeat) }
  const made = useAnswer(shown.place.caseKey, async (signal) => callApi('caseFromResult', { params, signal }))
  if (made.status === 'loading') return null
  if (made.status === 'failed') return <ErrorState error={made.error} retry={made.reload} />
  return <DraftEditor {...shown} begin={draftOf(made.value.evalCase)} />
}

/** By fields or as JSON, checked with every stroke, kept until it is saved or thrown away. */
function DraftEditor({ place, opened, reload, close, begin }: CaseEditorProps & { readonly begin: Draft }) {
  const { words } = useAllWords()
  const [start] = useState(() => drafts.read(place))
  const [draft, setDraft] = useState(start ?? begin)
  const [leaving, setLeaving] = useState(false)
  const stay = useRef<HTMLButtonElement>(null)
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

  useEffect(() => {
    if (leaving) stay.current?.focus()
  }, [leaving])

  useEffect(() => {
    if (!unsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])

  const title =
    draft.original === undefined
      ? words.datasets.editor.newTitle
      : fill(words.datasets.editor.title, { id: draft.original.id })
  return (
    <Dialog open wide close={leave} title={title}>
      {leaving && (
        <div className="datasets-leave row" role="alert">
          <span>{words.datasets.editor.leave}</span>
          <button type="button" className="button" onClick={discard}>
            {words.datasets.editor.discard}
          </button>
          <button ref={stay} type="button" className="button" data-kind="main" onClick={() => setLeaving(false)}>
            {words.datasets.editor.stay}
          </button>
        </div>
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

type Editing = Omit<CaseEditorProps, 'close'> & {
  readonly draft: Draft
  readonly restored: boolean
  readonly change: (draft: Draft) => void
  /** It is saved or removed. */
  readonly done: () => void
}

function CaseForm({ place, opened, reload, draft, restored, change, done }: Editing) {
  const { words } = useAllWords()
  const tell = useToast()
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  const [saving, setSaving] = useState(false)
  const [trouble, setTrouble] = useState<{ readonly error: unknown }>()
  const told = useRef<HTMLDivElement>(null)
  const { position, note } = whereItBelongs(draft, place, opened.cases)
  const read = readDraft(draft, new Set(opened.cases.filter((one) => one.position !== position).map(idOf)))

  // With the problems, not a frame later: whoever sees them may already go on.
  useLayoutEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    setAttempts(attempts + 1)
    if (read.evalCase === undefined || read.problems.length > 0) return
    setSaving(true)
    try {
      await send(place.datasetId, position, { revision: opened.revision, evalCase: read.evalCase })
      tell(fill(words.datasets.editor.saved, { id: read.evalCase.id }))
      reload()
      done()
    } catch (error) {
      setTrouble({ error })
      setSaving(false)
    }
  }

  function loadAnew(): void {
    setTrouble(undefined)
    reload()
    tell(words.datasets.editor.loadedAnew)
  }

  function show(view: Draft['view']): void {
    if (read.evalCase === undefined || view === draft.view) return
    const { evalCase } = read
    change({ ...draft, view, base: evalCase, form: formOf(evalCase), json: stringifyJson(evalCase, 2) })
  }

  // Where the eye is: the form may be longer than the screen.
  useEffect(() => {
    if (trouble !== undefined) told.current?.scrollIntoView({ block: 'center' })
  }, [trouble])

  const isStale = trouble?.error instanceof ApiError && trouble.error.problem?.code === 'stale'
  return (
    <ProblemsProvider problems={read.problems} attempted={attempts > 0}>
      <form ref={form} className="stack" noValidate onSubmit={(event) => void save(event)}>
        <ViewChoice view={draft.view} isReadable={read.evalCase !== undefined} show={show} />
        {restored && <p className="datasets-note">{words.datasets.editor.restored}</p>}
        {note !== undefined && <p className="datasets-note">{words.datasets.editor[note]}</p>}
        {draft.view === 'json' ? (
          <TextField
            field="json"
            label={words.datasets.editor.jsonLabel}
            value={draft.json}
            lines={18}
            code
            change={(json) => change({ ...draft, json })}
          />
        ) : (
          <CaseFields form={draft.form} change={(next) => change({ ...draft, form: next })} />
        )}
        <div ref={told}>{trouble !== undefined && <Trouble error={trouble.error} />}</div>
        <div className="row datasets-actions">
          <button type="submit" className="button" data-kind="main" disabled={saving}>
            {words.datasets.editor.save}
          </button>
          {isStale && (
            <button type="button" className="button" onClick={loadAnew}>
              {words.datasets.editor.reload}
            </button>
          )}
          <output className="soft small">
            {attempts > 0 &&
              read.problems.length > 0 &&
              fill(words.datasets.editor.problems, { count: read.problems.length })}
          </output>
          {position !== undefined && (
            <RemoveCase
              id={draft.original?.id ?? ''}
              remove={async () => {
                const params = { datasetId: place.datasetId, position: String(position) }
                await callApi('removeCase', { params, query: { revision: opened.revision } })
                reload()
                done()
              }}
              fail={(error) => setTrouble({ error })}
            />
          )}
        </div>
      </form>
    </ProblemsProvider>
  )
}

type ViewChoiceProps = {
  readonly view: Draft['view']
  /** What is no case yet cannot be shown in another way. */
  readonly isReadable: boolean
  readonly show: (view: Draft['view']) => void
}

function ViewChoice({ view, isReadable, show }: ViewChoiceProps) {
  const texts = useAllWords().words.datasets.editor
  return (
    <div className="row" role="group" aria-label={texts.view}>
      {(['fields', 'json'] as const).map((one) => (
        <button
          key={one}
          type="button"
          className="button"
          aria-pressed={view === one}
          disabled={view !== one && !isReadable}
          onClick={() => show(one)}
        >
          {texts[one]}
        </button>
      ))}
      {!isReadable && <span className="soft small">{texts.mendFirst}</span>}
    </div>
  )
}

function idOf({ evalCase }: OpenDataset['cases'][number]): string {
  return evalCase.id
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
  else await callApi('editCase', { params: { datasetId, position: String(position) }, body })
}

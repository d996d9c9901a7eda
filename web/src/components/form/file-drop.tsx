import './file-drop.css'
import './file-field.css'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Trouble } from '../state.tsx'
import { say } from '../../words/say.ts'

type FileDropProps<Taken> = {
  readonly label: string
  readonly hint: string
  /** File name extensions, separated by commas. */
  readonly accept: string
  readonly multiple?: true
  /** The largest accepted file, in megabytes. */
  readonly megabytes: number
  readonly take: (file: File) => Promise<Taken>
  /** Receives the results of accepted files. */
  readonly done: (taken: readonly Taken[]) => void
}

type Refused = { readonly name: string } & ({ readonly sentence: string } | { readonly error: unknown })

/** Accepts dropped or selected files one after another; a rejected file does not stop the others. */
export function FileDrop<Taken>({ label, hint, accept, multiple, megabytes, take, done }: FileDropProps<Taken>) {
  const hintId = useId()
  const [isOver, setIsOver] = useState(false)
  const [sending, setSending] = useState<{ readonly name: string; readonly at: number; readonly of: number }>()
  const [refused, setRefused] = useState<readonly Refused[]>([])

  function wrongWith({ name, size }: File): string | undefined {
    const isKnown = accept.split(',').some((ending) => name.toLowerCase().endsWith(ending))
    if (!isKnown) return say('{name} is of another kind than those that are named here.', { name })
    return size > megabytes * 2 ** 20
      ? say('{name} has more than {megabytes} MB. Split it, or keep the parts that matter.', { name, megabytes })
      : undefined
  }

  async function takeAll(files: readonly File[]): Promise<void> {
    const taken: Taken[] = []
    const failed: Refused[] = []
    for (const [index, file] of files.entries()) {
      const { name } = file
      setSending({ name, at: index + 1, of: files.length })
      const sentence = wrongWith(file)
      try {
        if (sentence === undefined) taken.push(await take(file))
        else failed.push({ name, sentence })
      } catch (error) {
        failed.push({ name, error })
      }
    }
    setSending(undefined)
    setRefused(failed)
    if (taken.length > 0) done(taken)
  }

  useDrop(setIsOver, (files) => void (sending === undefined && takeAll(files)))
  return (
    <div className="file-drop" data-over={isOver}>
      <FileField
        label={label}
        accept={accept}
        multiple={multiple}
        hintId={hintId}
        disabled={sending !== undefined}
        take={(files) => void takeAll(files)}
      />
      <span id={hintId} className="small soft file-drop-hint">
        {hint}
      </span>
      {sending !== undefined && (
        <output className="small foreign">{say('Reading {name} ({at} of {of}) …', sending)}</output>
      )}
      {refused.map((one, index) =>
        'error' in one ? (
          <div key={index}>
            <b className="foreign">{one.name}</b>
            <Trouble error={one.error} />
          </div>
        ) : (
          <p key={index} className="trouble foreign" role="alert">
            {one.sentence}
          </p>
        ),
      )}
    </div>
  )
}

/** Handles drops anywhere on the page, since the browser would otherwise open the file. */
function useDrop(over: (isOver: boolean) => void, take: (files: readonly File[]) => void): void {
  const drop = useEffectEvent((event: DragEvent) => {
    // Text that is dragged goes into the field that it is dropped on.
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    over(event.type === 'dragover')
    if (event.type === 'drop') take([...(event.dataTransfer?.files ?? [])])
  })
  useEffect(() => {
    const leaving = new AbortController()
    for (const name of ['dragover', 'dragleave', 'drop'] as const)
      window.addEventListener(name, (event) => drop(event), leaving)
    return () => leaving.abort()
  }, [])
}

type FileFieldProps = {
  readonly label: string
  /** As in the `accept` attribute of `<input>`. */
  readonly accept: string
  readonly multiple?: true | undefined
  /** The id of an element that describes the field. */
  readonly hintId: string
  readonly disabled: boolean
  readonly take: (files: readonly File[]) => void
}

/** A button that opens the file dialog. The browser's own control is labelled in the browser's language, not the page's. */
export function FileField({ label, accept, multiple, hintId, disabled, take }: FileFieldProps) {
  return (
    <label className="button file-field" aria-disabled={disabled}>
      {label}
      <input
        type="file"
        multiple={multiple}
        accept={accept}
        className="hidden-words"
        aria-describedby={hintId}
        disabled={disabled}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Allows selecting the same file again.
          target.value = ''
          take(files)
        }}
      />
    </label>
  )
}

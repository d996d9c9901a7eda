import './file-field.css'

type FileFieldProps = {
  readonly label: string
  /** Kinds of files, as `<input>` has them. */
  readonly accept: string
  readonly multiple?: true | undefined
  /** Of what says more. */
  readonly hintId: string
  readonly disabled: boolean
  readonly take: (files: readonly File[]) => void
}

/** A button that asks for files. The browser's own speaks the browser's language, not the page's. */
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
          // The same file can be chosen again.
          target.value = ''
          take(files)
        }}
      />
    </label>
  )
}

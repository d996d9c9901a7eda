import './file-field.css'

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

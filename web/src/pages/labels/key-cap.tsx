import './key-cap.css'

/** The key of a button, for the eye; the button says it to screen readers by `aria-keyshortcuts`. */
export function KeyCap({ name }: { readonly name: string }) {
  return (
    <kbd className="key-cap" aria-hidden="true">
      {name}
    </kbd>
  )
}

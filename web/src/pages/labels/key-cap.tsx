import './key-cap.css'

/** Shows a button's key; screen readers get it from `aria-keyshortcuts`. */
export function KeyCap({ name }: { readonly name: string }) {
  return (
    <kbd className="key-cap" aria-hidden="true">
      {name}
    </kbd>
  )
}

import { useId, useState, type ReactNode } from 'react'

/** Something that opens under a button and closes with Escape, or with a click elsewhere. */
export function Menu({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" popoverTarget={id}>
        {text} <span aria-hidden="true">▾</span>
      </button>
      <div
        id={id}
        popover="auto"
        className="workbench-menu"
        role="group"
        aria-label={text}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && children}
      </div>
    </>
  )
}

import './menu.css'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'

/** A menu under a button. It closes with Escape, a click outside, or when a link in it is followed. */
export function Menu({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button popoverTarget={id}>
        {text} <span aria-hidden="true">▾</span>
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- links in it are pressed with the keys, too */}
      <div
        id={id}
        popover="auto"
        className="menu"
        role="group"
        aria-label={text}
        onClick={leave}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && children}
      </div>
    </>
  )
}

function leave({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a') !== null) currentTarget.hidePopover()
}

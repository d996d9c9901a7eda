import './dialog.css'
import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useState } from 'react'
import { Button } from './button.tsx'
import { sayFirst as say } from '../words/say.ts'

type DialogProps = {
  readonly open: boolean
  readonly close: () => void
  readonly title: string
  readonly about?: string
  readonly wide?: true
  /** Receives the focus first; by default the closing button. */
  readonly first?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

/** A modal dialog. Escape closes it and returns the focus. */
export function Dialog({ open, close, title, about, wide, first, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => next || close()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-behind" />
        <Base.Popup className="dialog" data-wide={wide} initialFocus={first}>
          <div className="row dialog-head">
            <Base.Title>{title}</Base.Title>
            <Base.Close className="button" aria-label={say('Close')}>
              <span aria-hidden="true">✕</span>
            </Base.Close>
          </div>
          {about !== undefined && <Base.Description className="soft">{about}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** A button that opens a dialog, whose content is there while it is open. */
export function DialogButton({ text, ...shown }: Omit<DialogProps, 'open' | 'close'> & { readonly text: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text}</Button>
      <Dialog {...shown} open={open} close={() => setOpen(false)} />
    </>
  )
}

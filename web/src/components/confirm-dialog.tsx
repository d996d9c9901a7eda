import type { ReactNode } from 'react'
import { ActionForm } from './form/action-form.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { sayFirst as say } from '../words/say.ts'

type ConfirmDialogProps = {
  readonly title: string
  readonly about?: string
  /** The confirming button's text. */
  readonly yes: string
  readonly act: () => Promise<unknown>
  readonly close: () => void
  readonly children?: ReactNode
}

/** Asks before something that cannot be undone, and closes when it is done. */
export function ConfirmDialog({ title, about, yes, act, close, children }: ConfirmDialogProps) {
  return (
    <Dialog open close={close} title={title} about={about}>
      <ActionForm
        act={async () => act().then(close)}
        send={yes}
        kind="main"
        beside={<Button onClick={close}>{say('Cancel')}</Button>}
      >
        {children}
      </ActionForm>
    </Dialog>
  )
}

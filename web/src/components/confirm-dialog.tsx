import type { ReactNode } from 'react'
import { useWords } from '../words/language.tsx'
import { ActionForm } from './form/action-form.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  readonly title: string
  readonly about?: string
  /** What stands on the button. */
  readonly yes: string
  readonly act: () => Promise<unknown>
  readonly close: () => void
  readonly children?: ReactNode
}

/** Whether something shall be done that cannot be undone; it closes when it was. */
export function ConfirmDialog({ title, about, yes, act, close, children }: ConfirmDialogProps) {
  const { words } = useWords()
  return (
    <Dialog open close={close} title={title} about={about}>
      <ActionForm
        act={async () => act().then(close)}
        send={yes}
        kind="main"
        beside={<Button onClick={close}>{words.app.cancel}</Button>}
      >
        {children}
      </ActionForm>
    </Dialog>
  )
}

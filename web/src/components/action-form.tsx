import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Trouble } from './error-state.tsx'
import { useAction } from './use-action.ts'

type ActionFormProps = {
  /** Gets what was written into the fields. */
  readonly act: (form: FormData) => Promise<unknown>
  /** What stands on the button. */
  readonly send: string
  readonly kind?: 'main'
  /** Something is missing. */
  readonly disabled?: boolean
  readonly children: ReactNode
}

/** Fields, what went wrong when they were sent, and the button that sends them, once at a time. */
export function ActionForm({ act: send, send: text, kind, disabled = false, children }: ActionFormProps) {
  const { act, isBusy, error } = useAction()
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        void act(async () => send(form))
      }}
    >
      {children}
      {error !== undefined && <Trouble error={error} />}
      <div className="row">
        <Button type="submit" kind={kind} disabled={isBusy || disabled}>
          {text}
        </Button>
      </div>
    </form>
  )
}

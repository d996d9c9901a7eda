import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Trouble } from '../error-state.tsx'
import { useAction } from '../use-action.ts'

type ActionFormProps = {
  /** Gets what was written into the fields. */
  readonly act: (form: FormData) => Promise<unknown>
  /** What stands on the button, and while it is done. */
  readonly send: string
  readonly busy?: string
  readonly kind?: 'main'
  readonly className?: string
  /** Something is missing. */
  readonly disabled?: boolean
  /** What stands beside the button. */
  readonly beside?: ReactNode
  readonly children?: ReactNode
}

/** Fields, what went wrong when they were sent, and the button that sends them, once at a time. */
export function ActionForm({
  act: send,
  send: text,
  busy = text,
  kind,
  className = 'stack',
  disabled = false,
  beside,
  children,
}: ActionFormProps) {
  const { act, isBusy, error } = useAction()
  return (
    <form
      className={className}
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
          {isBusy ? busy : text}
        </Button>
        {beside}
      </div>
    </form>
  )
}

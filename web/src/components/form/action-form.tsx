import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Trouble } from '../state.tsx'

type ActionFormProps = {
  /** Receives the values of the fields. */
  readonly act: (form: FormData) => Promise<unknown>
  /** The button's text, also while the action runs. */
  readonly send: string
  readonly busy?: string
  readonly kind?: 'main'
  readonly className?: string
  /** Whether a required value is missing. */
  readonly disabled?: boolean
  /** Shown beside the button. */
  readonly beside?: ReactNode
  readonly children?: ReactNode
}

/** A form with fields, an error message, and a button that runs one action at a time. */
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

/** Runs one action at a time and keeps its error. @returns whether it succeeded */
export function useAction() {
  const { mutateAsync, isPending, error } = useMutation({ mutationFn: async (what: () => Promise<unknown>) => what() })
  return {
    isBusy: isPending,
    error: error ?? undefined,
    act: async (what: () => Promise<unknown>): Promise<boolean> =>
      mutateAsync(what).then(
        () => true,
        () => false,
      ),
  }
}

import { useEffect, useRef } from 'react'
import { KeyCap } from './key-cap.tsx'
import { Button } from '../../components/button.tsx'
import { say } from '../../words/say.ts'

/**
 * Moves the keyboard focus in the queue: to the heading of a result, and to the next step after it is answered. Somebody who is
 * typing elsewhere keeps the focus.
 */
export function useQueueFocus({ shown, given }: { readonly shown: boolean; readonly given: unknown }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (shown && document.activeElement === document.body) heading.current?.focus()
  }, [shown])
  useEffect(() => {
    if (given !== undefined) next.current?.focus()
  }, [given])
  return { heading, next }
}

export type QueueStepsProps = {
  readonly goOn: () => void
  readonly goBack: (() => unknown) | undefined
  readonly answered: boolean
  readonly next?: ReturnType<typeof useQueueFocus>['next']
}

/** Buttons back, and on to the next result without an answer. */
export function QueueSteps({ goOn, goBack, answered, next }: QueueStepsProps) {
  const key = answered ? 'n' : 's'
  return (
    <div className="row">
      {goBack !== undefined && (
        <Button aria-keyshortcuts="u" onClick={goBack}>
          {say('Previous')} <KeyCap name="u" />
        </Button>
      )}
      <Button ref={next} kind={answered ? 'main' : undefined} aria-keyshortcuts={key} onClick={goOn}>
        {answered ? say('Next') : say('Skip')} <KeyCap name={key} />
      </Button>
    </div>
  )
}

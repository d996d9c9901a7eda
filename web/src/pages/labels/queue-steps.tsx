import { useEffect, useRef } from 'react'
import { useAllWords } from '../../words/language.tsx'
import { KeyCap } from './key-cap.tsx'
import type { OneShown } from './one-shown.ts'
import { Button } from '../../components/button.tsx'

/**
 * Where the keyboard is in the queue: at the heading of what is shown, and at the next step once it is answered. Whoever listens
 * hears what is next; whoever was typing somewhere is not torn away.
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

type StepsProps = Pick<OneShown, 'goOn' | 'goBack'> & {
  readonly answered: boolean
  readonly next?: ReturnType<typeof useQueueFocus>['next']
}

/** Back, and on: past what has no answer, or after it. */
export function QueueSteps({ goOn, goBack, answered, next }: StepsProps) {
  const { words } = useAllWords()
  const key = answered ? 'n' : 's'
  return (
    <div className="row">
      {goBack !== undefined && (
        <Button aria-keyshortcuts="u" onClick={goBack}>
          {words.app.previous} <KeyCap name="u" />
        </Button>
      )}
      <Button ref={next} kind={answered ? 'main' : undefined} aria-keyshortcuts={key} onClick={goOn}>
        {answered ? words.app.next : words.labels.skip} <KeyCap name={key} />
      </Button>
    </div>
  )
}

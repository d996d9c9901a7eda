import { Link } from 'wouter'
import { ApiError } from '../source/call-api.ts'
import { EmptyState } from './empty-state.tsx'
import { Button } from './button.tsx'
import { sayFirst as say } from '../words/say.ts'

type ErrorStateFailure = {
  readonly error: unknown
  readonly retry?: () => void
  /** Whether the page has no other title. */
  readonly isPage?: true
}

/** An error message in the reader's language, with a button to retry. */
export function ErrorState({ error, retry, isPage }: ErrorStateFailure) {
  const { sentence, hint } = problemOf(error)
  return (
    <EmptyState isError isPage={isPage} title={say('That did not work')} next={sentence}>
      {hint !== undefined && <p className="soft foreign">{hint}</p>}
      {retry !== undefined && <Button onClick={retry}>{say('Try again')}</Button>}
      <Link className="button" data-kind="quiet" href="/">
        {say('All runs')}
      </Link>
    </EmptyState>
  )
}

/** An error message within other content. */
export function Trouble({ error }: { readonly error: unknown }) {
  const { sentence, hint } = problemOf(error)
  return (
    <div className="trouble" role="alert">
      <p className="foreign">{sentence}</p>
      {hint !== undefined && <p className="soft foreign">{hint}</p>}
    </div>
  )
}

/** Returns the message for an error of `callApi`; any other error is a bug and is thrown. */
function problemOf(error: unknown): { readonly sentence: string; readonly hint?: string } {
  if (!(error instanceof ApiError)) throw error
  if (error.problem === undefined) {
    if (error.kind === 'unreachable')
      return { sentence: say('The server does not answer. Is `shinsa serve` still running?') }
    if (error.kind === 'not-in-report') return { sentence: say('This report does not have that.') }
    return { sentence: say('The server answered something that this page does not understand. Reload the page.') }
  }
  const { sentence, hint } = error.problem
  return { sentence: say(sentence), ...(hint !== undefined && { hint: say(hint) }) }
}

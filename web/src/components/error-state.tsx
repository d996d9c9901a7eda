import { Link } from 'wouter'
import { ApiError } from '../source/call-api.ts'
import { useWords } from '../words/language.tsx'
import { EmptyState } from './empty-state.tsx'
import { Button } from './button.tsx'

type ErrorStateFailure = {
  readonly error: unknown
  readonly retry?: () => void
  /** Whether the page has no other title. */
  readonly isPage?: true
}

/** An error message in the reader's language, with a button to retry. */
export function ErrorState({ error, retry, isPage }: ErrorStateFailure) {
  const { words } = useWords()
  const { sentence, hint } = useTrouble(error)
  return (
    <EmptyState isError isPage={isPage} title={words.app.failed} next={sentence}>
      {hint !== undefined && <p className="soft foreign">{hint}</p>}
      {retry !== undefined && <Button onClick={retry}>{words.app.retry}</Button>}
      <Link className="button" data-kind="quiet" href="/">
        {words.app.toRuns}
      </Link>
    </EmptyState>
  )
}

/** An error message within other content. */
export function Trouble({ error }: { readonly error: unknown }) {
  const { sentence, hint } = useTrouble(error)
  return (
    <div className="trouble" role="alert">
      <p className="foreign">{sentence}</p>
      {hint !== undefined && <p className="soft foreign">{hint}</p>}
    </div>
  )
}

/** Returns the message for an error of `callApi`; any other error is a bug and is thrown. */
function useTrouble(error: unknown): { readonly sentence: string; readonly hint?: string } {
  const { words, say } = useWords()
  if (!(error instanceof ApiError)) throw error
  if (error.problem === undefined) {
    const { unreachable, strange, notInReport } = words.app
    return { sentence: { unreachable, strange, refused: strange, 'not-in-report': notInReport }[error.kind] }
  }
  const { sentence, hint } = error.problem
  return { sentence: say(sentence), ...(hint !== undefined && { hint: say(hint) }) }
}

import { Link } from 'wouter'
import { ApiError } from '../source/call-api.ts'
import { useWords } from '../words/language.tsx'
import { EmptyState } from './empty-state.tsx'
import { Button } from './button.tsx'

type ErrorStateFailure = {
  readonly error: unknown
  readonly retry?: () => void
  /** Where the page has no other title. */
  readonly isPage?: true
}

/** What went wrong, in the reader's language, and a way to try again. */
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

/** The same within something that goes on. */
export function Trouble({ error }: { readonly error: unknown }) {
  const { sentence, hint } = useTrouble(error)
  return (
    <div className="trouble" role="alert">
      <p className="foreign">{sentence}</p>
      {hint !== undefined && <p className="soft foreign">{hint}</p>}
    </div>
  )
}

/** The sentence for an error of `callApi`. Anything else that was thrown is a bug and flies on. */
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

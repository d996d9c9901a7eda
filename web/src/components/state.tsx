import './state.css'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from './button.tsx'
import { useAwaitedKeys } from '../keys-ahead.ts'
import { ApiError } from '../source/call-api.ts'
import type { Loaded } from '../source/use-answer.ts'
import { type Message, message } from '../../../src/core/basics/message.ts'
import type { FirstSentence } from '../words/speaking.ts'
import { sayFirst as say } from '../words/say.ts'

type Empty = {
  readonly title: string
  readonly next: string
  readonly link?: { readonly to: string; readonly text: string }
  /** Whether the page has no other title. */
  readonly isPage?: true | undefined
  /** Something went wrong. */
  readonly isError?: true
  readonly children?: ReactNode
}

/** Says that there is nothing here and what to do about it. */
export function EmptyState({ title, next, link, isPage, isError, children }: Empty) {
  const Heading = isPage === true ? 'h1' : 'h2'
  return (
    <div className="state" data-kind={isError && 'error'} role={isError && 'alert'}>
      <Heading>{title}</Heading>
      <p className="soft foreign">{next}</p>
      {link !== undefined && (
        <Link className="button" href={link.to}>
          {link.text}
        </Link>
      )}
      {children}
    </div>
  )
}

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
    <EmptyState isError isPage={isPage} title={say('That did not work')} next={say(sentence)}>
      {hint !== undefined && <p className="soft foreign">{say(hint)}</p>}
      {retry !== undefined && <Button onClick={retry}>{say('Try again')}</Button>}
      <Link className="button" data-kind="quiet" href="/">
        {say('All runs')}
      </Link>
    </EmptyState>
  )
}

/** An error message within other content. */
export function Trouble({ error }: { readonly error: unknown }) {
  return (
    <div className="trouble" role="alert">
      <ProblemText of={problemOf(error)} />
    </div>
  )
}

type ShownProblem = { readonly sentence: Message; readonly hint?: Message | undefined }

/** A problem and what to do about it. */
export function ProblemText({ of: { sentence, hint } }: { readonly of: ShownProblem }) {
  return (
    <>
      <p className="foreign">{say(sentence)}</p>
      {hint !== undefined && <p className="soft foreign">{say(hint)}</p>}
    </>
  )
}

/** Returns the message for an error of `callApi`; any other error is a bug and is thrown. */
function problemOf(error: unknown): ShownProblem {
  if (!(error instanceof ApiError)) throw error
  return error.problem ?? { sentence: message(unexplained[error.kind]) }
}

const strange = 'The server answered something that this page does not understand. Reload the page.'

const unexplained = {
  unreachable: 'The server does not answer. Is `shinsa serve` still running?',
  'not-in-report': 'This report does not have that.',
  refused: strange,
  strange,
} as const satisfies Readonly<Record<ApiError['kind'], FirstSentence>>

/** `keys` are those that the loaded component will handle. */
export function Loading({ keys }: { readonly keys?: readonly string[] | undefined }) {
  useAwaitedKeys(true, keys)
  return <output className="loading">{say('Loading …')}</output>
}

type AnswerStateProps<Value> = {
  readonly of: Loaded<Value>
  /** Shown while the answer is awaited. */
  readonly meanwhile?: ReactNode
  /** Whether the page has no other title. */
  readonly isPage?: true
  /** Shows the answer. */
  readonly children?: (value: Value) => ReactNode
}

/** Shows an answer, or that it is loading or failed. */
export function AnswerState<Value>({
  of: answer,
  meanwhile = <Loading />,
  children,
  ...shown
}: AnswerStateProps<Value>) {
  if (answer.status === 'loading') return meanwhile
  if (answer.status === 'failed') return <ErrorState error={answer.error} retry={answer.reload} {...shown} />
  return children?.(answer.value)
}

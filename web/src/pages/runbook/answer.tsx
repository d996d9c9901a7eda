import type { Citation } from '../../../../src/core/invocation.ts'
import { Fragment, useCallback, useId, useMemo } from 'react'
import type { RunbookReply } from '../../../../src/server/api/runbooks.ts'
import { decimal } from '../../../../src/reporters/number-format.ts'
import { InText } from '../../components/value/in-text.ts'
import { Markdown } from '../../components/value/rich-text.tsx'
import { answerParts, piecesOf, type Piece } from './answer-lines.ts'
import { factLine, formatted, say, useLanguage } from '../../words/say.ts'

const flags = [
  ['dangerous_operation', 'Dangerous operation: this operation needs approval and confirmation.'],
  ['insufficient_evidence', 'Insufficient evidence: no matching procedure was found in the runbooks.'],
  ['ambiguous_query', 'Ambiguous question: it does not say enough to find a procedure.'],
] as const

/** The assistant's answer with warnings and citations. */
export function AnswerView({ answer }: { readonly answer: RunbookReply }) {
  const id = useId()
  return (
    <div className="stack runbook-answer">
      {flags
        .filter(([flag]) => answer.flags[flag])
        .map(([flag, warning]) => (
          <p key={flag} className="runbook-banner" data-flag={flag}>
            <span aria-hidden="true">⚠️ </span>
            {say(warning)}
          </p>
        ))}
      <AnswerText answer={answer} listId={id} />
      {answer.citations.length > 0 && <Citations citations={answer.citations} listId={id} />}
      {answer.warnings.map((warning) => (
        <p key={warning.text} className="small foreign" role="alert">
          {say(warning)}
        </p>
      ))}
      <Facts answer={answer} />
    </div>
  )
}

type TextProps = { readonly answer: RunbookReply; readonly listId: string }

function AnswerText({ answer: { answer, citations }, listId }: TextProps) {
  const parts = useMemo(() => answerParts(answer, citations), [answer, citations])
  const inText = useCallback(
    (text: string) => <Pieces pieces={piecesOf(text, citations.length)} listId={listId} />,
    [citations.length, listId],
  )
  return (
    <div className="stack foreign">
      <InText value={inText}>
        {parts.map((part, index) =>
          part.kind === 'place' ? (
            <p key={index} className="runbook-place">
              <Pieces pieces={[{ citation: part.citation }, ` ${part.place}`]} listId={listId} />
            </p>
          ) : (
            <Markdown key={index} text={part.text} />
          ),
        )}
      </InText>
    </div>
  )
}

function Pieces({ pieces, listId }: { readonly pieces: readonly Piece[]; readonly listId: string }) {
  useLanguage()
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      <Fragment key={index}>{piece}</Fragment>
    ) : (
      <button
        key={index}
        type="button"
        className="runbook-mark"
        aria-label={say('Citation {number}', { number: piece.citation })}
        onClick={() => show(citationId(listId, piece.citation))}
      >
        [{piece.citation}]
      </button>
    ),
  )
}

function show(id: string): void {
  const citation = document.getElementById(id)
  if (!(citation instanceof HTMLDetailsElement)) return
  citation.open = true
  citation.querySelector('summary')?.focus()
}

/** The model, cost and time. */
function Facts({ answer }: { readonly answer: RunbookReply }) {
  const { model, citations, tokens, dollars, durationMs, removedCitations } = answer
  const author =
    model === undefined
      ? say('Extracted from the runbooks, without a language model')
      : say('Written by {model}', { model })
  const facts = [
    citations.length > 0 && author,
    tokens !== undefined && say('{count} tokens', { count: decimal(tokens) }),
    dollars !== 0 && formatted.dollars(dollars),
    removedCitations > 0 && say('Citations of no passage, taken out: {count}', { count: removedCitations }),
    formatted.duration(durationMs),
  ]
  return <p className="small soft foreign">{factLine(facts)}</p>
}

const citationId = (listId: string, number: number) => `${listId}-citation-${number}`

/** The cited passages with place, relevance and text. */
function Citations({ citations, listId }: { readonly citations: readonly Citation[]; readonly listId: string }) {
  return (
    <section className="stack" aria-label={say('Citations')}>
      <h4>{say('Citations')}</h4>
      <ol className="runbook-citations">
        {citations.map((citation, index) => (
          <li key={citation.id}>
            <details id={citationId(listId, index + 1)}>
              <summary>
                <Where citation={citation} number={index + 1} />
              </summary>
              <blockquote className="foreign small">{citation.text}</blockquote>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Where({ citation, number }: { readonly citation: Citation; readonly number: number }) {
  const { id, file = id, heading = '', pages, score, updatedAt } = citation
  // Only PDF files have page numbers.
  const [first, last] = (/\.pdf$/i.test(file) && pages) || []
  const facts = factLine([
    first !== undefined && say(first === last ? 'page {first}' : 'p. {first}–{last}', { first, last: last ?? first }),
    score !== undefined && say('relevance {score}', { score: score.toFixed(2) }),
    updatedAt !== undefined && say('changed {at}', { at: formatted.dateTime(updatedAt) }),
  ])
  return (
    <span className="runbook-where">
      <b className="foreign">{`[${number}] ${file}`}</b>
      {heading !== '' && <span className="foreign">{heading}</span>}
      <span className="small soft">{facts}</span>
    </span>
  )
}

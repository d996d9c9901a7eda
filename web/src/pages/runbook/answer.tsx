import { Fragment, useId } from 'react'
import type { RunbookAnswer } from '../../../../src/server/api.ts'
import { decimal, quantity } from '../../../../src/reporters/number-format.ts'
import { useFormats } from '../../words/formats.ts'
import { fill, useWords } from '../../words/language.tsx'
import { answerBlocks } from './answer-lines.ts'
import type { Piece } from './answer-lines.ts'
import { Citations, citationId } from './citations.tsx'

const flags = ['dangerous_operation', 'insufficient_evidence', 'ambiguous_query'] as const

/** What the assistant said, with what it warns of and what it rests on. */
export function Answer({ answer }: { readonly answer: RunbookAnswer }) {
  const { words, say } = useWords()
  const id = useId()
  return (
    <div className="stack runbook-answer">
      {flags
        .filter((flag) => answer.flags[flag])
        .map((flag) => (
          <p key={flag} className="runbook-banner" data-flag={flag}>
            <span aria-hidden="true">⚠️ </span>
            {words.runbook.flags[flag]}
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

type TextProps = { readonly answer: RunbookAnswer; readonly listId: string }

function AnswerText({ answer: { answer, citations }, listId }: TextProps) {
  return (
    <div className="stack foreign">
      {answerBlocks(answer, citations.length).map((block, index) => {
        if (block.kind === 'paragraph') {
          return (
            <p key={index}>
              <Pieces pieces={block.pieces} listId={listId} />
            </p>
          )
        }
        const items = block.items.map((pieces, item) => (
          <li key={item}>
            <Pieces pieces={pieces} listId={listId} />
          </li>
        ))
        return block.kind === 'steps' ? (
          <ol key={index} className="runbook-steps" start={block.first}>
            {items}
          </ol>
        ) : (
          <ul key={index} className="runbook-list">
            {items}
          </ul>
        )
      })}
    </div>
  )
}

function Pieces({ pieces, listId }: { readonly pieces: readonly Piece[]; readonly listId: string }) {
  const { words } = useWords()
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      <Fragment key={index}>{piece}</Fragment>
    ) : (
      <button
        key={index}
        type="button"
        className="runbook-mark"
        aria-label={fill(words.runbook.chat.mark, { number: piece.citation })}
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

/** Who wrote it, and what it took. */
function Facts({
  answer: { model, citations, tokens, dollars, durationMs, removedCitations },
}: {
  readonly answer: RunbookAnswer
}) {
  const { words } = useWords()
  const { duration } = useFormats()
  const texts = words.runbook.chat
  const facts = [
    ...(citations.length === 0 ? [] : [model === undefined ? texts.extracted : fill(texts.modelWrote, { model })]),
    ...(tokens === undefined ? [] : [fill(texts.tokens, { count: decimal(tokens) })]),
    ...(dollars === undefined || dollars === 0 ? [] : [`$${quantity(dollars)}`]),
    ...(removedCitations === 0 ? [] : [fill(texts.removed, { count: removedCitations })]),
    duration(durationMs),
  ]
  return <p className="small soft foreign">{facts.join(' · ')}</p>
}

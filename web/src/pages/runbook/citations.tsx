import type { Citation } from '../../../../src/core/invocation.ts'
import { useFormats } from '../../words/formats.ts'
import { fill, useAllWords } from '../../words/language.tsx'

export const citationId = (listId: string, number: number) => `${listId}-citation-${number}`

/** The passages that an answer rests on: where each stands, how much it has of the question, and what it says. */
export function Citations({ citations, listId }: { readonly citations: readonly Citation[]; readonly listId: string }) {
  const { words } = useAllWords()
  return (
    <section className="stack" aria-label={words.runbook.chat.sources}>
      <h4>{words.runbook.chat.sources}</h4>
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
  const { words } = useAllWords()
  const { dateTime } = useFormats()
  const texts = words.runbook.chat
  const { id, file = id, heading = '', pages, score, updatedAt } = citation
  const facts = [
    // Other documents are one page, as far as anybody can tell.
    ...(pages !== undefined && /\.pdf$/i.test(file)
      ? [fill(pages[0] === pages[1] ? texts.page : texts.pages, { first: pages[0], last: pages[1] })]
      : []),
    ...(score === undefined ? [] : [fill(texts.relevance, { score: score.toFixed(2) })]),
    ...(updatedAt === undefined ? [] : [fill(texts.updated, { at: dateTime(updatedAt) })]),
  ]
  return (
    <span className="runbook-where">
      <b className="foreign">{`[${number}] ${file}`}</b>
      {heading !== '' && <span className="foreign">{heading}</span>}
      <span className="small soft">{facts.join(' · ')}</span>
    </span>
  )
}

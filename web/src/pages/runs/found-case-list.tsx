import { useRef } from 'react'
import { Link } from 'wouter'
import { Badge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { AnswerState } from '../../components/state.tsx'
import { useMarkedText } from '../../components/value/sought-text.ts'
import { useApi } from '../../source/use-answer.ts'
import { Button } from '../../components/button.tsx'
import { sayFirst as say } from '../../words/say.ts'

/** Cases of all runs that contain a text in id, question or answer. */
export function FoundCaseList({ text, close }: { readonly text: string; readonly close: () => void }) {
  const answer = useApi('foundCases', { query: { text } })
  const list = useRef<HTMLUListElement>(null)
  const cases = answer.value?.cases ?? []
  useMarkedText(list, cases.length > 0 ? text.toLowerCase() : '')
  return (
    <Card
      title={say('Cases that say “{text}”', { text })}
      aside={
        <Button kind="quiet" aria-label={say('Close')} onClick={close}>
          <span aria-hidden="true">✕</span>
        </Button>
      }
    >
      <AnswerState of={answer}>
        {({ complete }) => (
          <p className="soft small" role="status">
            {say(
              complete
                ? '{count} {count|case|cases} in all runs'
                : 'The first {count} {count|case|cases}; there may be more, in older runs too',
              { count: cases.length },
            )}
          </p>
        )}
      </AnswerState>
      <ul ref={list} className="runs-found">
        {cases.map(({ runId, run, position, repeat, caseId, where, text: excerpt, verdict }) => (
          <li key={`${runId}/${position}/${repeat}`}>
            <span className="row">
              <Badge of={verdict ?? 'running'} short />
              <Link className="foreign" href={`/runs/${runId}/cases/${position}/${repeat}`}>
                {caseId}
              </Link>
              <Link className="soft small foreign" href={`/runs/${runId}`}>
                {run}
              </Link>
            </span>
            {where !== 'id' && (
              <p className="small foreign">
                <span className="soft">{say(where === 'question' ? 'Question' : 'Answer')}</span> {excerpt}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

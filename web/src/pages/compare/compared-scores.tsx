import type { Score } from '../../../../src/core/score.ts'
import { decimal } from '../../../../src/reporters/number-format.ts'
import { Badge } from '../../components/badge.tsx'
import { useAllWords } from '../../words/language.tsx'
import type { Side } from './side.ts'

/** The scores of the runs in one table; those that moved are marked, and each says why. */
export function ComparedScores({ sides }: { readonly sides: readonly Side[] }) {
  const { words } = useAllWords()
  const names = [...new Set(sides.flatMap(({ detail }) => detail?.scores.map(({ metric }) => metric) ?? []))]
  if (names.length === 0) return null
  return (
    <table className="compare-table side-scores">
      <thead>
        <tr>
          <th scope="col">{words.compare.measured}</th>
          {sides.map(({ runId, name }) => (
            <th key={runId} scope="col" className="foreign">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((metric) => {
          const scores = sides.map(({ detail }) => detail?.scores.find((score) => score.metric === metric))
          // Times and counts of calls are never quite the same.
          const isJudged = scores.some((score) => score?.status === 'scored')
          const moved = isJudged && new Set(scores.map((score) => score && valueOf(score))).size > 1
          return (
            <tr key={metric} data-moved={moved}>
              <th scope="row" className="foreign">
                {moved && (
                  <>
                    <span aria-hidden="true">◆ </span>
                    <span className="hidden-words">{words.compare.movedScore} </span>
                  </>
                )}
                {metric}
              </th>
              {scores.map((score, index) => (
                <td key={sides[index]?.runId}>{score === undefined ? '–' : <OneScore score={score} />}</td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function OneScore({ score }: { readonly score: Score }) {
  const { say } = useAllWords()
  const value = valueOf(score)
  return (
    <>
      <span className="row">
        <Badge of={score.status === 'scored' ? (score.passed ? 'passed' : 'failed') : score.status} short />
        {value !== undefined && <b>{decimal(value)}</b>}
      </span>
      {'reason' in score && score.reason !== undefined && (
        <span className="small soft foreign">{say(score.reason)}</span>
      )}
    </>
  )
}

function valueOf(score: Score): number | undefined {
  return 'value' in score ? score.value : undefined
}

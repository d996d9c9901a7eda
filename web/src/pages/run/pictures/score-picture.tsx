import type { MetricSummary } from '../../../../../src/core/run/run.ts'
import { count, decimal } from '../../../../../src/reporters/number-format.ts'
import {
  agentErrorsSentence,
  failuresSentence,
  notApplicableSentence,
  notEvaluatedSentence,
} from '../../../../../src/reporters/result-counts.ts'
import { wilsonInterval } from '../../../../../src/statistics/proportion.ts'
import { Interval } from '../../../components/interval.tsx'
import { useWords } from '../../../words/language.tsx'
import { scoreField } from '../../../../../src/server/view/table-view.ts'
import { Distribution, Picture } from './picture.tsx'
import type { ScorePictureData } from './picture-data.ts'
import { useCondition } from './use-condition.ts'

/** How one metric scored: its values with the threshold, and apart from them what has no value. */
export function ScorePicture({
  picture,
  summary,
}: {
  readonly picture: ScorePictureData
  readonly summary?: MetricSummary | undefined
}) {
  const { words } = useWords()
  const { metric, threshold, lowerIsBetter, drawn, counts } = picture
  const scored = counts.passed + counts.failed
  // While the run goes on there is no summary yet.
  const soFar = scored === 0 ? null : wilsonInterval(counts.passed, scored)
  return (
    <Picture
      title={metric}
      hint={threshold === undefined ? metric : `${metric} ${lowerIsBetter ? '≤' : '≥'} ${decimal(threshold)}`}
      figures={
        <>
          <Interval estimate={summary?.passRate ?? soFar} as="share" />
          <Outcomes metric={metric} counts={counts} />
        </>
      }
    >
      {drawn === undefined ? (
        <p className="picture-empty soft small">{words.pictures.nothing}</p>
      ) : (
        <Distribution field={scoreField(metric)} title={metric} threshold={threshold} {...drawn} show={decimal} />
      )}
    </Picture>
  )
}

/** Three different things: it failed, nobody could evaluate it, it does not apply. The last is no trouble. */
function Outcomes({ metric, counts }: Pick<ScorePictureData, 'metric' | 'counts'>) {
  const { say } = useWords()
  const { wanted, change } = useCondition(scoreField(metric))
  const kinds = [
    { kind: 'failed', statuses: ['failed'], sign: '✕', say: failuresSentence },
    { kind: 'failed', statuses: ['error'], sign: '!', say: agentErrorsSentence },
    { kind: 'not-evaluated', statuses: ['not-evaluated', 'broken'], sign: '?', say: notEvaluatedSentence },
  ] as const
  const countOf = (statuses: readonly (keyof typeof counts)[]) =>
    statuses.reduce((sum, status) => sum + counts[status], 0)
  return (
    <div className="picture-outcomes">
      {kinds.map(({ kind, statuses, sign, say: sentence }) => {
        const number = countOf(statuses)
        if (number === 0) return null
        const said = `${metric}: ${say(sentence(number))}`
        const isChosen = statuses.some((status) => wanted.includes(status))
        return (
          <button
            key={statuses[0]}
            type="button"
            className="picture-outcome"
            data-kind={kind}
            title={said}
            aria-pressed={isChosen}
            onClick={() => change(isChosen ? [] : [...statuses])}
          >
            <span aria-hidden="true">{`${sign} ${count(number)}`}</span>
            <span className="hidden-words">{said}</span>
          </button>
        )
      })}
      {counts['not-applicable'] > 0 && (
        <span className="picture-silent" title={say(notApplicableSentence(counts['not-applicable']))}>
          <span aria-hidden="true">{`– ${count(counts['not-applicable'])}`}</span>
          <span className="hidden-words">{say(notApplicableSentence(counts['not-applicable']))}</span>
        </span>
      )}
    </div>
  )
}

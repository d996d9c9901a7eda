import './run-pictures.css'
import { count, decimal } from '../../../../../src/reporters/number-format.ts'
import { Distribution, Picture } from './picture.tsx'
import { type PictureData, type QuantityPictureData, type ScorePictureData, pictureData } from './picture-data.ts'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { RunPlan, RunSummary, MetricSummary } from '../../../../../src/core/run/run.ts'
import { remembered } from '../../../remembered.ts'
import type { RowsSoFar } from '../../../source/use-case-rows.ts'
import { groupingFields } from './group-rates.ts'
import { GroupPicture } from './group-picture.tsx'
import {
  agentErrorsSentence,
  failuresSentence,
  notApplicableSentence,
  notEvaluatedSentence,
} from '../../../../../src/reporters/result-counts.ts'
import { wilsonInterval } from '../../../../../src/statistics/proportion.ts'
import { Interval } from '../../../components/interval.tsx'
import { scoreField } from '../../../../../src/server/view/table-view.ts'
import { useCondition } from '../workbench/use-table-view.ts'
import { formatted, sayFirst as say } from '../../../words/say.ts'

const fold = remembered('pictures', ['shown', 'folded'])

type RunPicturesProps = {
  readonly plan: RunPlan
  readonly summary: RunSummary | undefined
  readonly soFar: Pick<RowsSoFar, 'rows' | 'complete'>
}

/** A strip of pictures of a run, each of which filters the table below. */
export function RunPictures({ plan, summary, soFar }: RunPicturesProps) {
  const [shown, setShown] = useState(fold.read() !== 'folded')
  // Rows arrive by the hundred; the pictures are updated with lower priority.
  const rows = useDeferredValue(soFar.rows)
  // The worst cases arrive first, so counts of a part would mislead.
  const isThere = soFar.complete && (rows.length > 0 || soFar.rows.length === 0)
  const id = useId()
  if (isThere && rows.length === 0) return null

  function toggle(): void {
    fold.write(shown ? 'folded' : 'shown')
    setShown(!shown)
  }

  return (
    <section className="pictures" aria-label={say('Pictures')}>
      <button
        type="button"
        className="pictures-fold"
        aria-expanded={shown}
        aria-controls={id}
        aria-label={say('Pictures')}
        onClick={toggle}
      >
        <span aria-hidden="true">{shown ? '▾' : `▸ ${say('Pictures')}`}</span>
      </button>
      {shown && (
        <div id={id} className="pictures-strip">
          {isThere ? <Strip plan={plan} summary={summary} rows={rows} /> : <Awaited summary={summary} />}
        </div>
      )}
    </section>
  )
}

type StripProps = Pick<RunPicturesProps, 'plan' | 'summary'> & { readonly rows: RowsSoFar['rows'] }

function Strip({ plan, summary, rows }: StripProps) {
  const data = useMemo(() => pictureData(rows, plan.metrics), [rows, plan.metrics])
  const fields = useMemo(() => groupingFields(rows), [rows])
  const scores = data.scores.filter(isJudged).toSorted((a, b) => troubleOf(b) - troubleOf(a))
  return (
    <>
      {fields.length > 0 && <GroupPicture rows={rows} fields={fields} />}
      {scores.map((picture) => (
        <ScorePicture
          key={picture.metric}
          picture={picture}
          summary={summary?.metrics.find(({ metric }) => metric === picture.metric)}
        />
      ))}
      {data.quantities.map((picture) => (
        <QuantityPicture key={picture.field} picture={picture} />
      ))}
      <Informs data={data} />
    </>
  )
}

/** Space for pictures that are loading. */
function Awaited({ summary }: Pick<RunPicturesProps, 'summary'>) {
  const judged = summary?.metrics.filter((one) => one.measured === 0 && one.scored + one.notEvaluated + one.error > 0)
  return (
    <>
      <output className="picture picture-awaited soft small">{say('Loading …')}</output>
      {judged?.map(({ metric }) => (
        <div key={metric} className="picture picture-awaited" aria-hidden="true" />
      ))}
    </>
  )
}

function isJudged({ counts }: ScorePictureData): boolean {
  return (
    counts.passed + counts.failed + counts['not-evaluated'] + counts.broken + counts.error > 0 && counts.measured === 0
  )
}

function troubleOf({ counts }: ScorePictureData): number {
  return counts.failed + counts.error + counts.broken + counts['not-evaluated']
}

/** Quantities, and in grey metrics that do not apply. */
function Informs({ data }: { readonly data: PictureData }) {
  const informing = data.scores.filter(({ counts }) => counts.measured > 0)
  const idle = data.scores.filter((picture) => !isJudged(picture) && picture.counts.measured === 0)
  const silent = idle.filter(({ counts }) => counts['not-applicable'] > 0)
  if (informing.length + silent.length === 0) return null
  return (
    <ul className="picture pictures-informs" aria-label={say('Measured##quantities')}>
      {informing.map(({ metric, mean = 0, unit }) => (
        <li key={metric}>
          <span className="soft foreign">{metric}</span> {formatted.amount(mean, unit)}
        </li>
      ))}
      {silent.length > 0 && (
        <li className="picture-silent foreign">
          {say('Not applicable: {names}', { names: silent.map(({ metric }) => metric).join(', ') })}
        </li>
      )}
    </ul>
  )
}

/** A histogram of durations, tokens or cost. */
function QuantityPicture({
  picture: { field, bins, columns, median, total },
}: {
  readonly picture: QuantityPictureData
}) {
  const show = {
    time: formatted.duration,
    tokens: (value: number) => String(count(value)),
    cost: formatted.dollars<number>,
  }[field]
  const title = { time: say('Time'), tokens: say('Tokens'), cost: say('Cost') }[field]
  return (
    <Picture
      title={title}
      figures={
        <>
          <span>{say('median {value}', { value: show(median) })}</span>
          {field !== 'time' && <span className="soft small">{say('total {value}', { value: show(total) })}</span>}
        </>
      }
    >
      <Distribution field={field} title={title} bins={bins} columns={columns} show={show} />
    </Picture>
  )
}

type ScorePictureProps = { readonly picture: ScorePictureData; readonly summary: MetricSummary | undefined }

/** A metric's scores with its threshold, and apart from them results without a score. */
function ScorePicture({ picture, summary }: ScorePictureProps) {
  const { metric, threshold, lowerIsBetter, drawn, counts } = picture
  const scored = counts.passed + counts.failed
  // An unfinished run has no summary.
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
        <p className="picture-empty soft small">{say('Nothing was scored')}</p>
      ) : (
        <Distribution field={scoreField(metric)} title={metric} threshold={threshold} {...drawn} show={decimal} />
      )}
    </Picture>
  )
}

/** Failed, not evaluated and not applicable are distinguished; the last is no problem. */
function Outcomes({ metric, counts }: Pick<ScorePictureData, 'metric' | 'counts'>) {
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

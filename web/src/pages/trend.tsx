import './trend.css'
import { useSearchParams } from 'wouter'
import type { Trend } from '../../../src/server/api/comparisons.ts'
import { Card } from '../components/card.tsx'
import { AnswerState, EmptyState } from '../components/state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useChosen } from '../chosen.ts'
import { useApi } from '../source/use-answer.ts'
import { SeriesChoice } from './trend/series-choice.tsx'
import { TrendChart, TrendLegend } from './trend/trend-chart.tsx'
import { TrendTable } from './trend/trend-table.tsx'
import { measuresNamed } from './trend/measures.ts'
import { say } from '../words/say.ts'

/** Runs of the same cases and target over time. */
export function TrendPage() {
  const [search] = useSearchParams()
  const series = search.get('series') ?? undefined
  const trend = useApi('trend', { query: { series } })
  return (
    <div className="stack">
      <PageHead title={say('Trend')} />
      <AnswerState of={trend}>{(value) => <OfSeries trend={value} />}</AnswerState>
    </div>
  )
}

function OfSeries({ trend }: { readonly trend: Trend }) {
  const { search } = useChosen()
  const { points, leftOut, series, chosen } = trend
  if (series.every((one) => one.points === 0)) {
    return (
      <EmptyState
        title={say('No run yet that was evaluated to its end')}
        next={say(
          'Every whole run of the same cases and the same target is a point: shinsa run DATASET --target AGENT.',
        )}
        link={{ to: '/new', text: say('New run') }}
      />
    )
  }
  const measures = measuresNamed(search.getAll('shows'), points)
  return (
    <>
      <SeriesChoice series={series} chosen={chosen} points={points} measures={measures} />
      {points.length === 1 && <p>{say('One run is no line yet. Evaluate the same cases again.')}</p>}
      {leftOut > 0 && (
        <p className="small soft">
          {say('{count} {count|run is|runs are} no point: stopped, still at work, or nothing evaluated.', {
            count: leftOut,
          })}
        </p>
      )}
      {points.length > 0 && (
        <>
          <Card>
            <div className="trend-charts">
              {measures.map((measure) => (
                <TrendChart key={measure.name} points={points} measure={measure} />
              ))}
            </div>
            <TrendLegend />
          </Card>
          <TrendTable points={points} measures={measures} />
        </>
      )}
    </>
  )
}

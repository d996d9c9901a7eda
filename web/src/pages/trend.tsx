import './trend.css'
import { useSearchParams } from 'wouter'
import type { Trend } from '../../../src/server/api/comparisons.ts'
import { Card } from '../components/card.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { AnswerState } from '../components/answer-state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useChosen } from '../chosen.ts'
import { useApi } from '../source/use-answer.ts'
import { fill, useAllWords } from '../words/language.tsx'
import { SeriesChoice } from './trend/series-choice.tsx'
import { TrendChart, TrendLegend } from './trend/trend-chart.tsx'
import { TrendTable } from './trend/trend-table.tsx'
import { measuresNamed } from './trend/measures.ts'

/** Runs of the same cases and target over time. */
export function TrendPage() {
  const { words } = useAllWords()
  const [search] = useSearchParams()
  const series = search.get('series') ?? undefined
  const trend = useApi('trend', { query: { series } })
  return (
    <div className="stack">
      <PageHead title={words.titles.trend} />
      <AnswerState of={trend} />
      {trend.status === 'ready' && <OfSeries trend={trend.value} />}
    </div>
  )
}

function OfSeries({ trend }: { readonly trend: Trend }) {
  const { words } = useAllWords()
  const { search } = useChosen()
  const { points, leftOut, series, chosen } = trend
  if (series.every((one) => one.points === 0)) {
    return (
      <EmptyState
        title={words.trend.empty}
        next={words.trend.emptyNext}
        link={{ to: '/new', text: words.titles.newRun }}
      />
    )
  }
  const measures = measuresNamed(search.getAll('shows'), points)
  return (
    <>
      <SeriesChoice series={series} chosen={chosen} points={points} measures={measures} />
      {points.length === 1 && <p>{words.trend.one}</p>}
      {leftOut > 0 && <p className="small soft">{fill(words.trend.leftOut, { count: leftOut })}</p>}
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

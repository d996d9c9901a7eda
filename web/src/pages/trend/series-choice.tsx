import { useSearchParams } from 'wouter'
import type { Trend, TrendPoint } from '../../../../src/server/api/comparisons.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import type { AllWords } from '../../words/words.ts'
import { type Measure, measuresOf } from './measures.ts'

type Series = Trend['series'][number]

type SeriesChoiceProps = {
  readonly series: readonly Series[]
  readonly chosen: string | undefined
  readonly points: readonly TrendPoint[]
  readonly measure: Measure
  readonly showMeasure: (name: string, value: string) => void
}

/** Which line is shown: the dataset by its content, the target, and what is measured. All of it stands in the address. */
export function SeriesChoice({ series, chosen, points, measure, showMeasure }: SeriesChoiceProps) {
  const { words } = useAllWords()
  const [, setSearch] = useSearchParams()
  const choose = (id: string) => setSearch(measure.name === '' ? { series: id } : { series: id, shows: measure.name })
  const now = series.find(({ id }) => id === chosen)
  const contents = contentsOf(series)
  const nowContent = contents.find((content) => content.some(({ id }) => id === chosen)) ?? []
  return (
    <div className="row trend-choice">
      <label>
        <span className="small soft">{words.trend.dataset}</span>
        <select
          value={nowContent[0]?.id}
          onChange={({ target: { value } }) => {
            const of = contents.find(([first]) => first?.id === value) ?? []
            choose((of.find(({ target }) => target === now?.target) ?? of[0])?.id ?? value)
          }}
        >
          {contents.map(([first], index) => (
            <option key={first?.id} value={first?.id}>
              {nameOf(contents, { index, words })}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="small soft">{words.trend.target}</span>
        <select value={chosen} onChange={({ target: { value } }) => choose(value)}>
          {nowContent.map(({ id, target, points: count }) => (
            <option key={id} value={id}>
              {`${target} (${count})`}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="small soft">{words.trend.measure}</span>
        <select value={measure.name} onChange={({ target: { value } }) => showMeasure('shows', value)}>
          {measuresOf(points).map((one) => (
            <option key={one.name} value={one.name}>
              {measureText(one, words)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

export function measureText({ metric, as }: Measure, words: AllWords): string {
  if (metric === undefined) return words.trend.passRate
  return fill(as === 'share' ? words.trend.passRateOf : words.trend.meanOf, { metric })
}

/** Series of the same cases, whatever they were asked of. */
function contentsOf(series: readonly Series[]): readonly (readonly Series[])[] {
  return [...Map.groupBy(series, ({ content }) => content).values()]
}

/** By name; where one name stands for several contents, they are numbered, the oldest being the first. */
function nameOf(
  contents: readonly (readonly Series[])[],
  { index, words }: { readonly index: number; readonly words: AllWords },
): string {
  const { dataset = '', cases = 0 } = contents[index]?.[0] ?? {}
  const alike = contents.flatMap(([one], other) => (one?.dataset === dataset ? [other] : []))
  const values = { dataset, cases, number: alike.length - alike.indexOf(index) }
  return fill(alike.length > 1 ? words.trend.ofContent : words.trend.ofDataset, values)
}

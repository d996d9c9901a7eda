import { useChosen } from '../../chosen.ts'
import { ChoiceMenu } from '../../components/form/choice-menu.tsx'
import { SelectField } from '../../components/form/field.tsx'
import type { Trend, TrendPoint } from '../../../../src/server/api/comparisons.ts'
import { type Measure, measuresOf } from './measures.ts'
import { say } from '../../words/say.ts'

type Series = Trend['series'][number]

type SeriesChoiceProps = {
  readonly series: readonly Series[]
  readonly chosen: string | undefined
  readonly points: readonly TrendPoint[]
  readonly measures: readonly Measure[]
}

/** Chooses the series by dataset content, target and measure. All choices are kept in the address. */
export function SeriesChoice({ series, chosen, points, measures }: SeriesChoiceProps) {
  const { put } = useChosen()
  const choose = (id: string) => put({ series: id, mark: undefined }, { replace: false })
  const now = series.find(({ id }) => id === chosen)
  const contents = contentsOf(series)
  const nowContent = contents.find((content) => content.some(({ id }) => id === chosen)) ?? []
  return (
    <div className="row trend-choice">
      <SelectField
        label={say('Dataset')}
        value={nowContent[0]?.id ?? ''}
        choices={contents.map(([first], index) => [first?.id ?? '', nameOf(contents, index)])}
        choose={(value) => {
          const of = contents.find(([first]) => first?.id === value) ?? []
          choose((of.find(({ target }) => target === now?.target) ?? of[0])?.id ?? value)
        }}
      />
      <SelectField
        label={say('Target')}
        value={chosen ?? ''}
        choices={nowContent.map(({ id, target, points: count }) => [id, `${target} (${count})`])}
        choose={choose}
      />
      <ChoiceMenu
        name="shows"
        text={say('Shown')}
        choices={measuresOf(points).map((one) => [one.name, measureText(one)])}
        chosen={measures.map(({ name }) => name)}
      />
    </div>
  )
}

export function measureText({ metric, as }: Measure): string {
  if (metric === undefined) return say('Pass rate')
  return say(as === 'share' ? '{metric}: pass rate' : '{metric}: mean', { metric })
}

/** Groups series by dataset content. */
function contentsOf(series: readonly Series[]): readonly (readonly Series[])[] {
  return [...Map.groupBy(series, ({ content }) => content).values()]
}

/** The dataset's name; different contents with the same name are numbered, oldest first. */
function nameOf(contents: readonly (readonly Series[])[], index: number): string {
  const { dataset = '', cases = 0 } = contents[index]?.[0] ?? {}
  const alike = contents.flatMap(([one], other) => (one?.dataset === dataset ? [other] : []))
  const values = { dataset, cases, number: alike.length - alike.indexOf(index) }
  return say(
    alike.length > 1
      ? '{dataset} ({cases} {cases|case|cases}), version {number}'
      : '{dataset} ({cases} {cases|case|cases})',
    values,
  )
}

import { useSearchParams } from 'wouter'
import { useChosen } from '../../chosen.ts'
import { Select } from '../../components/select.tsx'
import { useAllWords } from '../../words/language.tsx'
import { type Chosen, orders, shows } from './case-filter.ts'
import type { RunsCompared } from './comparison-of.ts'

/** What is chosen among the cases, as the address has it. */
export function useChosenCases({ others }: RunsCompared): Chosen {
  const [search] = useSearchParams()
  const side = others.findIndex(({ runId }) => runId === search.get('of'))
  const direction = search.get('direction')
  return {
    show: shows.find((name) => name === search.get('show')) ?? 'all',
    side: side === -1 ? undefined : side,
    metric: search.get('metric') ?? '',
    direction: direction === 'down' || direction === 'up' ? direction : '',
    order: orders.find((name) => name === search.get('sort')) ?? 'change',
  }
}

type Filters = {
  readonly comparison: RunsCompared
  readonly chosen: Chosen
  readonly counts: ReadonlyMap<(typeof shows)[number], number>
}

/** Which cases are shown, and in which order. */
export function CaseFilters({ comparison: { others, metrics }, chosen, counts }: Filters) {
  const { change, search } = useChosen()
  const texts = useAllWords().words.compare
  const { metric, show, direction, order } = chosen
  const choices = [
    {
      name: 'of',
      label: texts.ofRun,
      among: [['', texts.anyRun], ...others.map(({ runId, name }) => [runId, name])],
      isOffered: others.length > 1,
    },
    {
      name: 'metric',
      label: texts.byMetric,
      among: [['', texts.anyMetric], ...metrics.map((one) => [one, one])],
      isOffered: metrics.length > 0,
    },
    {
      name: 'direction',
      label: texts.direction,
      among: [
        ['', texts.eitherWay],
        ['down', texts.down],
        ['up', texts.up],
      ],
      isOffered: metric !== '',
    },
  ] as const
  return (
    <>
      <fieldset className="row compare-show">
        <legend className="hidden-words">{texts.show}</legend>
        {shows
          .filter((name) => name === 'all' || name === show || (counts.get(name) ?? 0) > 0)
          .map((name) => (
            <button
              key={name}
              type="button"
              className="button"
              aria-pressed={show === name}
              onClick={() => change('show', name === 'all' ? '' : name)}
            >
              {`${texts.shows[name]} (${counts.get(name) ?? 0})`}
            </button>
          ))}
      </fieldset>
      {choices
        .filter(({ isOffered }) => isOffered)
        .map(({ name, label, among }) => (
          <Select
            key={name}
            label={label}
            value={name === 'direction' ? direction : (search.get(name) ?? '')}
            choices={among as readonly (readonly [string, string])[]}
            choose={(value) => change(name, value)}
          />
        ))}
      <Select
        label={texts.order}
        value={order}
        choices={orders.map((one) => [one, texts.orders[one]])}
        choose={(value) => change('sort', value === 'change' ? '' : value)}
      />
    </>
  )
}

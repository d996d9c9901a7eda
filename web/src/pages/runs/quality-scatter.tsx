import { useState } from 'react'
import { quantity, rate, rateInterval } from '../../../../src/reporters/number-format.ts'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { Scatter, type ScatterPoint } from '../../charts/scatter.tsx'
import { Select } from '../../components/form/select.tsx'
import { useFormats } from '../../words/formats.ts'
import { fill, useWords } from '../../words/language.tsx'

type Axis = 'cost' | 'time'

/** Quality over the agent's cost or time; a disc per run, whose size shows the other of the two. */
export function QualityScatter({ runs }: { readonly runs: readonly RunRow[] }) {
  const { words } = useWords()
  const { duration } = useFormats()
  const [axis, setAxis] = useState<Axis>('cost')
  const texts = words.runs
  const [over, other] = axis === 'cost' ? [costOf, timeOf] : [timeOf, costOf]
  const points = runs.slice(0, mostShown).flatMap((run): readonly ScatterPoint[] => {
    const { runId, name = runId, passRate } = run
    const x = over(run)
    if (x === undefined || passRate === null) return []
    const [cost, time] = [costOf(run), timeOf(run)]
    const spoken = [
      `${name}: ${rate(passRate)} (${rateInterval(passRate)})`,
      ...(cost === undefined ? [] : [money(cost)]),
      ...(time === undefined ? [] : [duration(time)]),
    ].join(', ')
    return [{ id: runId, name, href: `/runs/${runId}`, x, share: passRate, size: other(run), spoken }]
  })
  return (
    <details className="runs-scatter">
      <summary>{texts.scatter}</summary>
      <Select
        label={texts.scatterOver}
        value={axis}
        choices={[
          ['cost', texts.cost],
          ['time', texts.time],
        ]}
        choose={(value) => setAxis(value === 'time' ? 'time' : 'cost')}
      />
      {points.length === 0 ? (
        <p className="soft">{texts.scatterNone}</p>
      ) : (
        <Scatter
          label={fill(texts.scatterSpoken, { count: points.length })}
          axis={texts[axis]}
          points={points}
          tick={axis === 'cost' ? money : duration}
        />
      )}
    </details>
  )
}

/** More discs would overlap. */
const mostShown = 40

function costOf({ agent, dollars }: RunRow): number | undefined {
  return agent?.dollars ?? dollars
}

function timeOf({ agent, durationMs }: RunRow): number | undefined {
  return agent?.seconds === undefined ? durationMs : agent.seconds * 1000
}

function money(dollars: number): string {
  return `$${quantity(dollars)}`
}

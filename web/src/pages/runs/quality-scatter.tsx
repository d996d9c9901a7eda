import { useState } from 'react'
import { quantity, rate, rateInterval } from '../../../../src/reporters/number-format.ts'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { Scatter, type ScatterPoint } from '../../charts/scatter.tsx'
import { Select } from '../../components/form/select.tsx'
import { sayFirst as say } from '../../words/say.ts'
import { formatted } from '../../words/formats.ts'

type Axis = 'cost' | 'time'

/** Quality over the agent's cost or time; a disc per run, whose size shows the other of the two. */
export function QualityScatter({ runs }: { readonly runs: readonly RunRow[] }) {
  const [axis, setAxis] = useState<Axis>('cost')
  const [over, other] = axis === 'cost' ? [costOf, timeOf] : [timeOf, costOf]
  const points = runs.flatMap((run): readonly ScatterPoint[] => {
    const { runId, name = runId, passRate } = run
    const x = over(run)
    if (x === undefined || passRate === null) return []
    const [cost, time] = [costOf(run), timeOf(run)]
    const spoken = [
      `${name}: ${rate(passRate)} (${rateInterval(passRate)})`,
      ...(cost === undefined ? [] : [money(cost)]),
      ...(time === undefined ? [] : [formatted.duration(time)]),
    ].join(', ')
    return [{ id: runId, name, href: `/runs/${runId}`, x, share: passRate, size: other(run), spoken }]
  })
  const shown = points.slice(0, mostShown)
  return (
    <details className="runs-scatter">
      <summary>{say('Quality, cost and time in one picture')}</summary>
      <Select
        label={say('Across')}
        value={axis}
        choices={[
          ['cost', say('Cost')],
          ['time', say('Time')],
        ]}
        choose={(value) => setAxis(value === 'time' ? 'time' : 'cost')}
      />
      {points.length === 0 ? (
        <p className="soft">{say('No run here tells what it cost, or passed a rate.')}</p>
      ) : (
        <>
          <Scatter
            label={say('Pass rates with intervals of {count} runs; the upper left is better and cheaper', {
              count: shown.length,
            })}
            axis={say(axis === 'cost' ? 'Cost' : 'Time')}
            points={shown}
            tick={axis === 'cost' ? money : formatted.duration}
          />
          {shown.length < runs.length && (
            <p className="soft small">
              {say('{shown} of {all} runs: the first {most} whose pass rate and amount are known', {
                shown: shown.length,
                all: runs.length,
                most: mostShown,
              })}
            </p>
          )}
        </>
      )}
    </details>
  )
}

/** More discs would overlap. */
const mostShown = 40

function costOf({ agent }: RunRow): number | undefined {
  return agent?.dollars
}

function timeOf({ agent }: RunRow): number | undefined {
  return agent?.seconds === undefined ? undefined : agent.seconds * 1000
}

function money(dollars: number): string {
  return `$${quantity(dollars)}`
}

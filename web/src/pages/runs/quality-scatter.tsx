import { useState } from 'react'
import { rate, rateInterval } from '../../../../src/reporters/number-format.ts'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { Scatter, type ScatterPoint } from '../../charts/scatter.tsx'
import { Select } from '../../components/form/field.tsx'
import { formatted, sayFirst as say } from '../../words/say.ts'

/** More discs would overlap. */
const mostShown = 40

const axes = {
  cost: {
    head: 'Cost',
    of: ({ agent }: RunRow) => (agent?.costsMore === true ? undefined : agent?.dollars),
    show: formatted.dollars<number>,
  },
  time: { head: 'Time', of: ({ agent }: RunRow) => agent?.seconds, show: formatted.seconds<number> },
} as const

/** Quality over the agent's cost or time; a disc per run, whose size shows the other of the two. */
export function QualityScatter({ runs }: { readonly runs: readonly RunRow[] }) {
  const [axis, setAxis] = useState<keyof typeof axes>('cost')
  const [over, other] = axis === 'cost' ? [axes.cost, axes.time] : [axes.time, axes.cost]
  const known = runs.flatMap((run): readonly ScatterPoint[] => {
    const { runId, name = runId, passRate } = run
    const x = over.of(run)
    if (x === undefined || passRate === null) return []
    const amounts = [formatted.dollars(axes.cost.of(run)), formatted.seconds(axes.time.of(run))]
    const spoken = [`${name}: ${rate(passRate)} (${rateInterval(passRate)})`, ...amounts].filter(Boolean).join(', ')
    return [{ id: runId, name, href: `/runs/${runId}`, x, share: passRate, size: other.of(run), spoken }]
  })
  const points = known.slice(0, mostShown)
  const [shown, all] = [points.length, runs.length]
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
      {shown === 0 ? (
        <p className="soft">{say('No run here tells what it cost, or passed a rate.')}</p>
      ) : (
        <Scatter
          label={say('Pass rates with intervals of {count} runs; the upper left is better and cheaper', {
            count: shown,
          })}
          axis={say(over.head)}
          points={points}
          tick={over.show}
        />
      )}
      {shown > 0 && shown < all && (
        <p className="soft small">
          {say('{shown} of {all} runs: the first {most} whose pass rate and amount are known', {
            shown,
            all,
            most: mostShown,
          })}
        </p>
      )}
    </details>
  )
}

import { percent } from '../../../../src/reporters/number-format.ts'
import { modesFound, newModeChance } from '../../../../src/statistics/unseen-modes.ts'
import { Card } from '../../components/card.tsx'
import { say } from '../../words/say.ts'

/** Upper bound of the chance of a new kind below which reading on brings little. */
const littleNew = 0.05
const [width, height] = [320, 96]

/** Says whether to read on: the chance that the next failure is of a new kind, and how many kinds were found. */
export function StopReading({ read }: { readonly read: readonly string[] }) {
  const counts = [...Map.groupBy(read, (mode) => mode).values()].map(({ length }) => length)
  const chance = newModeChance(counts)
  return (
    <Card title={say('When to stop reading')}>
      {chance === null ? (
        <p className="soft">{say('Read a failure, and this says how likely the next one is of another kind.')}</p>
      ) : (
        <>
          <p aria-live="polite">
            {say('The next failure is of a kind not read yet with a chance of {value} ({low}–{high}).', {
              value: percent(chance.value),
              low: percent(chance.low),
              high: percent(chance.high),
            })}{' '}
            <b>
              {chance.high < littleNew
                ? say('Reading more brings little that is new.')
                : say('Read on, until the upper end is below 5 %.')}
            </b>
          </p>
          <Curve found={modesFound(read)} />
        </>
      )}
    </Card>
  )
}

function Curve({ found }: { readonly found: readonly number[] }) {
  const most = found.at(-1) ?? 1
  const points = found.map(
    (count, index) => `${((index + 1) / found.length) * width},${height - (count / most) * (height - 4)}`,
  )
  return (
    <figure className="atlas-curve">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <polyline points={[`0,${height}`, ...points].join(' ')} />
      </svg>
      <figcaption className="small soft">
        {say('{kinds} kinds in {read} failures: when the line is flat, little is left to find.', {
          kinds: most,
          read: found.length,
        })}
      </figcaption>
    </figure>
  )
}

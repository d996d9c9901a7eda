import { percent } from '../../../../src/reporters/number-format.ts'
import { modesFound, newModeChance } from '../../../../src/statistics/unseen-modes.ts'
import { Card } from '../../components/card.tsx'
import { fill, useAllWords } from '../../words/language.tsx'

/** Upper bound of the chance of a new kind below which reading on brings little. */
const littleNew = 0.05
const [width, height] = [320, 96]

/** Says whether to read on: the chance that the next failure is of a new kind, and how many kinds were found. */
export function StopReading({ read }: { readonly read: readonly string[] }) {
  const { words } = useAllWords()
  const texts = words.atlas
  const counts = [...Map.groupBy(read, (mode) => mode).values()].map(({ length }) => length)
  const chance = newModeChance(counts)
  return (
    <Card title={texts.stop}>
      {chance === null ? (
        <p className="soft">{texts.unread}</p>
      ) : (
        <>
          <p aria-live="polite">
            {fill(texts.chance, {
              value: percent(chance.value),
              low: percent(chance.low),
              high: percent(chance.high),
            })}{' '}
            <b>{chance.high < littleNew ? texts.enough : texts.readOn}</b>
          </p>
          <Curve found={modesFound(read)} />
        </>
      )}
    </Card>
  )
}

function Curve({ found }: { readonly found: readonly number[] }) {
  const { words } = useAllWords()
  const most = found.at(-1) ?? 1
  const points = found.map(
    (count, index) => `${((index + 1) / found.length) * width},${height - (count / most) * (height - 4)}`,
  )
  return (
    <figure className="atlas-curve">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <polyline points={[`0,${height}`, ...points].join(' ')} />
      </svg>
      <figcaption className="small soft">{fill(words.atlas.curve, { kinds: most, read: found.length })}</figcaption>
    </figure>
  )
}

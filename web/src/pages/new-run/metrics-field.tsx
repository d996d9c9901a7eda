import type { Choices } from '../../../../src/server/api/new-run.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { useWish } from './wish.ts'

/** The metrics of the config, each of which can be left out but for one, and their thresholds, which this run may have others for. */
export function MetricsField({ metrics }: { readonly metrics: Choices['metrics'] }) {
  const { words } = useAllWords()
  const { wish, change } = useWish()
  const all = metrics.map(({ id }) => id)
  const chosen = wish.metrics ?? all

  function toggle(id: string): void {
    const next = all.filter((other) => (other === id ? !chosen.includes(id) : chosen.includes(other)))
    const { [id]: left, ...thresholds } = wish.thresholds ?? {}
    change({ metrics: next.length === all.length ? undefined : next, ...(left !== undefined && { thresholds }) })
  }

  function setThreshold(id: string, threshold: number): void {
    const { [id]: _before, ...others } = wish.thresholds ?? {}
    change({ thresholds: Number.isNaN(threshold) ? others : { ...others, [id]: threshold } })
  }

  return (
    <fieldset className="new-run-metrics">
      <legend>{words.newRun.metrics}</legend>
      {metrics.length === 0 && <p className="soft">{words.newRun.noMetrics}</p>}
      {metrics.map(({ id, name, judged, threshold }) => {
        const isChosen = chosen.includes(id)
        return (
          <div key={id} className="new-run-metric">
            <label className="new-run-check">
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isChosen && chosen.length === 1}
                onChange={() => toggle(id)}
              />
              <span>
                <span className="foreign">{name}</span>{' '}
                {judged && <span className="soft small">{words.newRun.judged}</span>}
              </span>
            </label>
            {threshold !== undefined && (
              <label className="new-run-threshold">
                <span className="soft small">{words.provenance.threshold}</span>
                <input
                  type="number"
                  step="any"
                  aria-label={fill(words.newRun.thresholdOf, { metric: name })}
                  disabled={!isChosen}
                  placeholder={String(threshold)}
                  defaultValue={wish.thresholds?.[id]}
                  onChange={({ target }) => setThreshold(id, target.valueAsNumber)}
                />
              </label>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

import type { Choices } from '../../../../src/server/api.ts'
import { useAllWords } from '../../words/language.tsx'
import { useWish } from './wish.ts'

/** The metrics of the config, each of which can be left out; at least one stays. */
export function MetricsField({ metrics }: { readonly metrics: Choices['metrics'] }) {
  const { words } = useAllWords()
  const { wish, change } = useWish()
  const all = metrics.map(({ id }) => id)
  const chosen = wish.metrics ?? all

  function toggle(id: string): void {
    const next = all.filter((other) => (other === id ? !chosen.includes(id) : chosen.includes(other)))
    change({ metrics: next.length === all.length ? undefined : next })
  }

  return (
    <fieldset className="new-run-metrics">
      <legend>{words.newRun.metrics}</legend>
      {metrics.length === 0 && <p className="soft">{words.newRun.noMetrics}</p>}
      {metrics.map(({ id, name, judged }) => {
        const isChosen = chosen.includes(id)
        return (
          <label key={id} className="new-run-check">
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
        )
      })}
    </fieldset>
  )
}

import { useSearchParams } from 'wouter'
import { fill, useAllWords } from '../../words/language.tsx'

/** Says that only what a plan drew is shown, and leads back to all. */
export function PlanNote({ count }: { readonly count: number }) {
  const { words } = useAllWords()
  const [, setSearch] = useSearchParams()
  const leave = () =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      after.delete('plan')
      return after
    })
  return (
    <p className="row">
      {fill(words.labels.plan.on, { count })}
      <button type="button" className="button" onClick={leave}>
        {words.labels.plan.all}
      </button>
    </p>
  )
}

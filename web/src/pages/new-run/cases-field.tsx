import { useAllWords } from '../../words/language.tsx'
import { Field } from './field.tsx'
import { listOf, useWish } from './wish.ts'

/** Which cases are played, and how many at once; without anything here all of them, as the config has it. */
export function CasesField() {
  const { words } = useAllWords()
  const { wish, change } = useWish()
  const isChosen = [wish.filter, wish.tag, wish.first, wish.concurrency].some((value) => value !== undefined)
  return (
    <details className="new-run-cases" open={isChosen || undefined}>
      <summary>{words.newRun.which}</summary>
      <div className="row new-run-bounds">
        {(['filter', 'tag'] as const).map((name) => (
          <Field key={name} label={words.newRun[name]}>
            {(id) => (
              <input
                id={id}
                name={name}
                placeholder={name === 'filter' ? 'weather-*' : 'smoke'}
                defaultValue={wish[name]?.join(', ')}
                onBlur={({ target }) => change({ [name]: listOf(target.value) })}
              />
            )}
          </Field>
        ))}
        {(['first', 'concurrency'] as const).map((name) => (
          <Field key={name} label={words.newRun[name]}>
            {(id) => (
              <input
                id={id}
                type="number"
                min={1}
                max={name === 'first' ? 1_000_000 : 1024}
                step={1}
                defaultValue={wish[name]}
                onChange={({ target }) =>
                  change({ [name]: target.valueAsNumber > 0 ? target.valueAsNumber : undefined })
                }
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  )
}

import type { DatasetChoice } from '../../../../src/server/api/new-run.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { Field } from './field.tsx'

type Datasets = {
  readonly datasets: readonly DatasetChoice[]
  readonly chosen: string | undefined
  readonly choose: (id: string) => void
}

/** The datasets of the project first, then the examples that ship. */
export function DatasetField({ datasets, chosen = '', choose }: Datasets) {
  const { words } = useAllWords()
  const isKnown = chosen === '' || datasets.some(({ id }) => id === chosen)
  const groups = [
    [words.newRun.ofProject, datasets.filter(({ shipped }) => shipped !== true)],
    [words.newRun.examples, datasets.filter(({ shipped }) => shipped === true)],
  ] as const
  return (
    <Field label={words.runs.dataset}>
      {(id) => (
        <select id={id} value={chosen} onChange={({ target }) => choose(target.value)}>
          <option value="" disabled>
            {words.newRun.choose}
          </option>
          {!isKnown && <option value={chosen}>{chosen}</option>}
          {groups
            .filter(([, members]) => members.length > 0)
            .map(([name, members]) => (
              <optgroup key={name} label={name}>
                {members.map((dataset) => (
                  <option key={dataset.id} value={dataset.id}>
                    {`${dataset.name} · ${fill(words.newRun.cases, { count: dataset.cases })}`}
                  </option>
                ))}
              </optgroup>
            ))}
        </select>
      )}
    </Field>
  )
}

import type { DatasetChoice } from '../../../../src/server/api/new-run.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { SelectField } from '../../components/form/field.tsx'

type Datasets = {
  readonly datasets: readonly DatasetChoice[]
  readonly chosen: string | undefined
  readonly choose: (id: string) => void
}

/** The project's datasets first, then the shipped examples. */
export function DatasetField({ datasets, chosen = '', choose }: Datasets) {
  const { words } = useAllWords()
  const groups = [
    [words.newRun.ofProject, datasets.filter(({ shipped }) => shipped !== true)],
    [words.newRun.examples, datasets.filter(({ shipped }) => shipped === true)],
  ] as const
  return (
    <SelectField
      label={words.runs.dataset}
      value={chosen}
      choices={chosen === '' ? [['', words.newRun.chooseDataset]] : []}
      groups={groups
        .filter(([, members]) => members.length > 0)
        .map(([name, members]) => [
          name,
          members.map((one) => [one.id, `${one.name} · ${fill(words.newRun.cases, { count: one.cases })}`]),
        ])}
      choose={choose}
    />
  )
}

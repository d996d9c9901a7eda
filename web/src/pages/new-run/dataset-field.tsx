import type { DatasetChoice } from '../../../../src/server/api/new-run.ts'
import { SelectField } from '../../components/form/field.tsx'
import { say } from '../../words/say.ts'

type Datasets = {
  readonly datasets: readonly DatasetChoice[]
  readonly chosen: string | undefined
  readonly choose: (id: string) => void
}

/** The project's datasets first, then the shipped examples. */
export function DatasetField({ datasets, chosen = '', choose }: Datasets) {
  const groups = [
    [say('In this project'), datasets.filter(({ shipped }) => shipped !== true)],
    [say('Examples that ship'), datasets.filter(({ shipped }) => shipped === true)],
  ] as const
  return (
    <SelectField
      label={say('Dataset')}
      value={chosen}
      choices={chosen === '' ? [['', say('Choose a dataset')]] : []}
      groups={groups
        .filter(([, members]) => members.length > 0)
        .map(([name, members]) => [
          name,
          members.map((one) => [one.id, `${one.name} · ${say('{count} {count|case|cases}', { count: one.cases })}`]),
        ])}
      choose={choose}
    />
  )
}

import { Select } from '../../components/select.tsx'
import { callApi } from '../../source/call-api.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { useChosen } from '../../chosen.ts'
import { fill, useAllWords } from '../../words/language.tsx'

type TargetFieldProps = { readonly dataset: string; readonly chosen: string | undefined }

/** The agent that is varied. */
export function TargetField({ dataset, chosen = '' }: TargetFieldProps) {
  const { words } = useAllWords()
  const { change } = useChosen()
  const choices = useAnswer(`choices ${dataset}`, async (signal) => callApi('choices', { query: { dataset }, signal }))
  if (choices.status !== 'ready') return null
  const { targets, defaults } = choices.value
  const own = defaults?.target
  return (
    <Select
      label={words.newRun.target}
      value={chosen}
      choices={[
        ['', own === undefined ? words.newRun.unset : fill(words.newRun.defaults, { name: own })],
        ...targets.map(({ id, name }) => [id, name] as const),
      ]}
      choose={(id) => change('target', id)}
    />
  )
}

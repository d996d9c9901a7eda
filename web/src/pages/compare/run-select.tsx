import type { RunRow } from '../../../../src/server/api/runs.ts'
import { percent } from '../../../../src/reporters/number-format.ts'
import { othersAtMost, useComparedRuns } from './use-compared-runs.ts'
import { Select } from '../../components/form/field.tsx'
import { Button } from '../../components/button.tsx'
import { formatted, say } from '../../words/say.ts'

type RunSelectProps = {
  readonly runs: readonly RunRow[]
  /** 0 for the baseline; the number of runs for an additional one. */
  readonly at: number
}

/** Selects one of the compared runs; an empty choice removes it. */
export function RunSelect({ runs, at }: RunSelectProps) {
  const { baseline, others, choose } = useComparedRuns()
  const chosen = at === 0 ? baseline : others[at - 1]
  const taken = [baseline, ...others].filter((runId) => runId !== chosen)
  const offered = runs.filter(({ runId }) => !taken.includes(runId))
  const put = (runId: string) =>
    choose(at === 0 ? { baseline: runId, others } : { baseline, others: others.toSpliced(at - 1, 1, runId) })
  return (
    <Select
      label={useRunLabel(at)}
      value={chosen ?? ''}
      choices={[['', chosen === undefined ? say('Choose a run …') : say('Leave out')]]}
      groups={[...Map.groupBy(offered, ({ dataset }) => dataset)].map(([dataset, ofDataset]) => [
        dataset,
        ofDataset.map(({ runId, name = runId, createdAt, target, passRate }) => [
          runId,
          [name, passRate === null ? '–' : percent(passRate.value), target, formatted.dateTime(createdAt)].join(' · '),
        ]),
      ])}
      choose={put}
    />
  )
}

/** The displayed label of a compared run. */
export function useRunLabel(at: number): string {
  const { others } = useComparedRuns()
  if (at === 0) return say('Baseline')
  if (at > others.length && others.length > 0) return say('Compare another run')
  return others.length <= 1 ? say('Compared') : say('Compared {number}', { number: at })
}

/** Buttons to add a run, and to exchange the baseline with the first other run. */
export function MoreRuns({ runs }: { readonly runs: readonly RunRow[] }) {
  const { baseline, others, choose } = useComparedRuns()
  const [first, ...rest] = others
  return (
    <>
      {first === undefined && (
        <label className="row">
          {say('Baseline')}
          <RunSelect runs={runs} at={0} />
        </label>
      )}
      {others.length < othersAtMost && (
        <label className="row">
          {first === undefined ? say('Compared') : say('Compare another run')}
          <RunSelect runs={runs} at={others.length + 1} />
        </label>
      )}
      {baseline !== undefined && first !== undefined && (
        <Button onClick={() => choose({ baseline: first, others: [baseline, ...rest] })}>
          <span aria-hidden="true">⇄</span> {say('Swap')}
        </Button>
      )}
    </>
  )
}

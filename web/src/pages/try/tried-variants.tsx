import { type FormEvent, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { RunRow } from '../../../../src/server/api/runs.ts'
import { Trouble } from '../../components/error-state.tsx'
import { Loading } from '../../components/loading.tsx'
import { useToast } from '../../components/toast.tsx'
import { callApi } from '../../source/call-api.ts'
import { useRunSource } from '../../source/run-source.ts'
import { useAnswer } from '../../source/use-answer.ts'
import { fill, useAllWords } from '../../words/language.tsx'
import { CaseGrid } from '../compare/case-grid.tsx'
import { comparisonOf } from '../compare/comparison-of.ts'
import { comparisonPath } from '../compare/use-compared-runs.ts'
import { type TrialCases, play, useTrials } from './trial.ts'

/** What was tried on these cases beside the agent of today, what that is worth, and what can be kept of it. */
export function TriedVariants({ trial }: { readonly trial: TrialCases }) {
  const { words } = useAllWords()
  const { today, variants, count } = useTrials(trial)
  const last = variants.at(-1)
  if (today === undefined || last === undefined) return null
  const isAtWork = [today, ...variants].some(({ state }) => state === 'running')
  const done = variants.filter(({ state }) => state !== 'running')
  const rest = trial.all.length - trial.caseIds.length
  return (
    <>
      <p role="note" className="try-note">
        {fill(words.try.worth, { variants: count, cases: trial.caseIds.length })}
      </p>
      {!isAtWork && <Keep key={last.runId} trial={trial} run={last} rest={rest} />}
      {isAtWork && <Loading />}
      {today.state !== 'running' && done.length > 0 && <Grid today={today} variants={done} />}
    </>
  )
}

function Grid({ today, variants }: { readonly today: RunRow; readonly variants: readonly RunRow[] }) {
  const source = useRunSource()
  const compared = useAnswer([today, ...variants].map(({ runId }) => runId).join(' '), (signal) =>
    Promise.all(variants.map(async ({ runId }) => source.compare(today.runId, runId, signal))),
  )
  const loaded = compared.status === 'ready' ? compared.value : undefined
  const comparison = useMemo(
    () => (loaded === undefined ? undefined : comparisonOf(loaded, [today, ...variants])),
    [loaded, today, variants],
  )
  if (compared.status === 'failed') return <Trouble error={compared.error} />
  if (comparison === undefined) return <Loading />
  return (
    <div className="stack compare">
      <CaseGrid comparison={comparison} rows={[today, ...variants]} fixed />
    </div>
  )
}

type KeepProps = { readonly trial: TrialCases; readonly run: RunRow; readonly rest: number }

/** As an arm beside the agent of today, or played where nobody has looked yet; as a run it is there anyway. */
function Keep({ trial, run, rest }: KeepProps) {
  const { words } = useAllWords()
  const [, go] = useLocation()
  const tell = useToast()
  const [error, setError] = useState<unknown>()
  const { dataset, target } = trial
  const { runId, name = runId, trial: { variant } = { variant: {} } } = run

  async function act(what: () => Promise<void>): Promise<void> {
    setError(undefined)
    await what().catch(setError)
  }

  const keep = async (arm: string) => {
    await callApi('keepVariant', { body: { dataset, target, name: arm, variant } })
    tell(fill(words.try.kept, { name: arm }))
  }

  const confirm = async () => {
    const bounds = {}
    const before = await play({ trial, variant: {}, name: words.try.todayRest, bounds, onRest: true })
    const after = await play({ trial, variant, name: fill(words.try.rest, { name }), bounds, onRest: true })
    go(comparisonPath(before, [after]))
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void act(async () => keep(String(new FormData(event.currentTarget).get('arm'))))
  }

  return (
    <form className="row" onSubmit={submit}>
      <label className="row">
        {words.try.arm}
        <input name="arm" required maxLength={100} defaultValue={name} />
      </label>
      <button type="submit" className="button">
        {words.try.keep}
      </button>
      {rest > 0 && (
        <button type="button" className="button" data-kind="main" onClick={() => void act(confirm)}>
          {fill(words.try.confirm, { count: rest })}
        </button>
      )}
      {error !== undefined && <Trouble error={error} />}
    </form>
  )
}

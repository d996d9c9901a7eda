import { useState } from 'react'
import type { RunPlan } from '../../../../src/core/run.ts'
import type { RunDetail } from '../../../../src/server/api.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { callApi } from '../../source/call-api.ts'
import { fill, useWords } from '../../words/language.tsx'

type Controlled = { readonly detail: RunDetail; readonly reload: () => void }

/** Stops a run that is at work here, and goes on with one that is not finished. In a report in a file: how to. */
export function RunControls({ detail, reload }: Controlled) {
  const { words } = useWords()
  const { state, here, run } = detail
  if (state === 'finished') return undefined
  if (here === true) return <Stop runId={run.plan.runId} />
  if (state === 'running') return here === false && <p className="soft">{words.run.elsewhere}</p>
  if (here === undefined) return <p>{fill(words.run.resumeHint, { run: run.plan.runId })}</p>
  return <Resume plan={run.plan} reload={reload} />
}

function Stop({ runId }: { readonly runId: string }) {
  const { words } = useWords()
  const { doing, error, act } = useAction(async () => callApi('cancel', { params: { runId } }))
  return (
    <>
      <button type="button" className="button run-control" disabled={doing} onClick={act}>
        {doing ? words.run.stopping : words.run.stop}
      </button>
      {error !== undefined && <ErrorState error={error} />}
    </>
  )
}

function Resume({ plan, reload }: { readonly plan: RunPlan; readonly reload: () => void }) {
  const { words } = useWords()
  const [limit, setLimit] = useState<number>()
  const { doing, error, act } = useAction(async () => {
    await callApi('resume', { params: { runId: plan.runId }, body: { maxCost: limit } })
    reload()
  })
  return (
    <>
      <div className="row run-control">
        <button type="button" className="button" data-kind="main" disabled={doing} onClick={act}>
          {doing ? words.run.resuming : words.run.resume}
        </button>
        {asksModels(plan) && (
          <label className="row">
            <span className="small soft">{words.newRun.limit}</span>
            <input
              type="number"
              min={0}
              step="any"
              value={limit ?? ''}
              onChange={({ target }) => setLimit(target.valueAsNumber > 0 ? target.valueAsNumber : undefined)}
            />
          </label>
        )}
      </div>
      {error !== undefined && <ErrorState error={error} />}
    </>
  )
}

/** Whether anybody but the embedded judge is asked, so that a limit has a meaning. */
function asksModels({ metrics, target, environment }: RunPlan): boolean {
  const isHosted = metrics.some(({ judge }) => judge !== undefined && judge !== 'embedded')
  return isHosted || target.models !== undefined || environment?.model !== undefined
}

/** Something that is asked of the server once; when it worked, what is shown next is another matter. */
function useAction(ask: () => Promise<unknown>) {
  const [doing, setDoing] = useState(false)
  const [error, setError] = useState<unknown>()
  async function act(): Promise<void> {
    setDoing(true)
    setError(undefined)
    try {
      await ask()
    } catch (problem) {
      setError(problem)
      setDoing(false)
    }
  }
  return { doing, error, act: () => void act() }
}

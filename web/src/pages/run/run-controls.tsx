import { ActionForm, useAction } from '../../components/form/action-form.tsx'
import { useState } from 'react'
import type { Run, RunPlan } from '../../../../src/core/run/run.ts'
import type { RunDetail } from '../../../../src/server/api/runs.ts'
import { ErrorState } from '../../components/state.tsx'
import { callApi } from '../../source/call-api.ts'
import { Button } from '../../components/button.tsx'
import { sayFirst as say } from '../../words/say.ts'

type Controlled = { readonly detail: RunDetail; readonly reload: () => void }

/** Stops or resumes a run; in a report file it shows the command. */
export function RunControls({ detail, reload }: Controlled) {
  const { state, here, run } = detail
  const resumed = (
    <Resume
      plan={run.plan}
      what={state === 'finished' ? say('Repeat the failed judgements') : say('Resume the run')}
      reload={reload}
    />
  )
  if (state === 'finished') return here === false && hasBrokenJudges(run) && resumed
  if (here === true) return <Stop runId={run.plan.runId} />
  if (state === 'running')
    return here === false && <p className="soft">{say('Another process runs it. Stop it there, with Ctrl-C.')}</p>
  if (here === undefined) return <p>{say('To resume it: shinsa resume {run}', { run: run.plan.runId })}</p>
  return resumed
}

function Stop({ runId }: { readonly runId: string }) {
  const { isBusy, error, act } = useAction()
  // Until the change is visible.
  const [isDone, setDone] = useState(false)
  const isStopping = isBusy || isDone
  const stop = () => void act(async () => callApi('cancel', { params: { runId } })).then(setDone)
  return (
    <>
      <Button className="button run-control" disabled={isStopping} onClick={stop}>
        {isStopping ? say('Stopping; finished cases are kept …') : say('Stop the run')}
      </Button>
      {error !== undefined && <ErrorState error={error} retry={stop} />}
    </>
  )
}

type Resumable = { readonly plan: RunPlan; readonly what: string; readonly reload: () => void }

function Resume({ plan, what, reload }: Resumable) {
  async function resume(form: FormData): Promise<void> {
    const limit = Number(form.get('limit') ?? 0)
    await callApi('resume', { params: { runId: plan.runId }, body: { maxCost: limit > 0 ? limit : undefined } })
    reload()
  }
  const limit = asksModels(plan) && (
    <label className="row">
      <span className="small soft">{say('Limit in US dollars')}</span>
      <input name="limit" type="number" min={0} step="any" />
    </label>
  )
  return (
    <ActionForm
      className="stack run-control"
      act={resume}
      send={what}
      busy={say('Resuming …')}
      kind="main"
      beside={limit}
    />
  )
}

/** Whether a model is asked, so that a cost limit makes sense. */
function asksModels({ metrics, target, environment }: RunPlan): boolean {
  const isHosted = metrics.some(({ judge }) => judge !== undefined && judge !== 'embedded')
  return isHosted || target.models !== undefined || environment?.model !== undefined
}

/** A finished run can be resumed only for failed judge calls. */
function hasBrokenJudges({ plan, summary }: Run): boolean {
  const judged = new Set(plan.metrics.flatMap(({ name, judge }) => (judge === undefined ? [] : [name])))
  return summary?.metrics.some(({ metric, error }) => error > 0 && judged.has(metric)) === true
}

import { Link } from 'wouter'
import type { RunDetail } from '../../../../src/server/api/runs.ts'
import { ErrorState } from '../../components/error-state.tsx'
import type { WatchedEvaluation } from './use-evaluation.ts'
import { RunControls } from '../run/run-controls.tsx'
import { say } from '../../words/say.ts'

/** The state of an evaluation: running, saved or broken off. */
export function EvaluationProgress({ watched }: { readonly watched: WatchedEvaluation }) {
  const { evaluation, error, reload } = watched
  if (error !== undefined) return <ErrorState error={error} retry={reload} />
  if (evaluation === undefined) return null
  const { detail } = evaluation
  return (
    <div className="stack">
      <Standing watched={watched} detail={detail} />
      <RunControls key={detail.state} detail={detail} reload={reload} />
      <p>
        <Link href={`/runs/${detail.run.plan.runId}`}>{say('Open the run')}</Link>
      </p>
    </div>
  )
}

type StandingProps = { readonly watched: WatchedEvaluation; readonly detail: RunDetail }

function Standing({ watched: { progress, saving }, detail }: StandingProps) {
  const { state, trouble, resultFile } = detail
  return (
    <>
      <output className="runbook-standing" data-state={state}>
        {state === 'running' && say('Evaluation in progress... This may take a few minutes')}
        {state === 'finished' && (saving ? say('Saving the results…') : savedSentence(resultFile))}
        {(state === 'interrupted' || state === 'stopped') &&
          say('The evaluation did not finish. What was done is kept.')}
      </output>
      {state === 'running' && (
        <>
          <progress
            value={progress?.done}
            max={progress?.planned}
            aria-label={say('Evaluation in progress... This may take a few minutes')}
          />
          {progress !== undefined && (
            <p className="small soft">
              {say('{done} of {planned} questions', { done: progress.done, planned: progress.planned })}
            </p>
          )}
        </>
      )}
      {trouble !== undefined && (
        <p className="small foreign" role="alert">
          {say(trouble.sentence)} {trouble.hint !== undefined && say(trouble.hint)}
        </p>
      )}
    </>
  )
}

function savedSentence(file: string | undefined): string {
  return file === undefined
    ? say('Evaluation done. Its results are in the run store; no file was found.')
    : say('Evaluation done! Results saved to {file}', { file })
}

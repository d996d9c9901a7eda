import { Link } from 'wouter'
import type { RunDetail } from '../../../../src/server/api/runs.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { fill, useAllWords } from '../../words/language.tsx'
import type { WatchedEvaluation } from './use-evaluation.ts'
import { RunControls } from '../run/run-controls.tsx'

/** The state of an evaluation: running, saved or broken off. */
export function EvaluationProgress({ watched }: { readonly watched: WatchedEvaluation }) {
  const { words } = useAllWords()
  const { evaluation, error, reload } = watched
  if (error !== undefined) return <ErrorState error={error} retry={reload} />
  if (evaluation === undefined) return null
  const { detail } = evaluation
  return (
    <div className="stack">
      <Standing watched={watched} detail={detail} />
      <RunControls key={detail.state} detail={detail} reload={reload} />
      <p>
        <Link href={`/runs/${detail.run.plan.runId}`}>{words.runs.toRun}</Link>
      </p>
    </div>
  )
}

type StandingProps = { readonly watched: WatchedEvaluation; readonly detail: RunDetail }

function Standing({ watched: { progress, saving }, detail }: StandingProps) {
  const { words, say } = useAllWords()
  const texts = words.runbook.evaluation
  const { state, trouble, resultFile } = detail
  return (
    <>
      <output className="runbook-standing" data-state={state}>
        {state === 'running' && texts.running}
        {state === 'finished' && (saving ? texts.saving : savedSentence(resultFile))}
        {(state === 'interrupted' || state === 'stopped') && texts.broken}
      </output>
      {state === 'running' && (
        <>
          <progress value={progress?.done} max={progress?.planned} aria-label={texts.running} />
          {progress !== undefined && (
            <p className="small soft">{fill(texts.progress, { done: progress.done, planned: progress.planned })}</p>
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

  function savedSentence(file: string | undefined): string {
    return file === undefined ? texts.doneUnsaved : fill(texts.done, { file })
  }
}

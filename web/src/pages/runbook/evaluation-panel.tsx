import { useAction } from '../../components/form/action-form.tsx'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import type { RunbookQuestions } from '../../../../src/server/api/runbooks.ts'
import { Card } from '../../components/card.tsx'
import { AnswerState, ErrorState, ProblemText } from '../../components/state.tsx'
import { Select } from '../../components/form/field.tsx'
import { callApi } from '../../source/call-api.ts'
import { useApi } from '../../source/use-answer.ts'
import { EstimateCard } from '../new-run/estimate-card.tsx'
import { LimitFields, limitsIn } from '../new-run/limit-fields.tsx'
import { RunControls } from '../run/run-controls.tsx'
import type { WatchedEvaluation } from './use-evaluation.ts'
import { Button } from '../../components/button.tsx'
import { say, currentLanguage } from '../../words/say.ts'

type EvaluationPanelProps = {
  readonly ready: boolean
  readonly watched: WatchedEvaluation
  readonly show: (runId: string) => void
}

/** Starts an evaluation and shows its progress. */
export function EvaluationPanel(panel: EvaluationPanelProps) {
  const questions = useApi('runbookQuestions', {})
  return (
    <Card title={say('🧪 Run evaluation')}>
      <AnswerState of={questions}>{(value) => <Beginning {...panel} questions={value} />}</AnswerState>
      <EvaluationProgress watched={panel.watched} />
    </Card>
  )
}

function Beginning({
  ready,
  watched,
  show,
  questions,
}: EvaluationPanelProps & { readonly questions: RunbookQuestions }) {
  const { datasets, problems } = questions
  const { chosen, choose } = useDataset(datasets)
  const { act, isBusy: starting, error } = useAction()
  const running = watched.evaluation?.detail.state === 'running'
  // What keeps the button from being pressed.
  const refusal = !ready ? 'needsIndex' : chosen === undefined ? 'needsQuestions' : undefined

  function start(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const limits = limitsIn(new FormData(event.currentTarget))
    void act(async () => {
      if (chosen === undefined) return
      show((await callApi('startRunbookEvaluation', { body: { dataset: chosen.id, ...limits } })).runId)
    })
  }

  return (
    <form className="stack" onSubmit={start}>
      {datasets.length > 1 && (
        <Select
          label={say('Questions')}
          value={chosen?.id ?? ''}
          choices={datasets.map(({ id, name, questions: count, shipped }) => [
            id,
            say(shipped ? '{name} ({questions}, example)' : '{name} ({questions})', { name, questions: count }),
          ])}
          choose={choose}
        />
      )}
      {problems.map(({ file, problem }) => (
        <p key={file} className="small foreign runbook-refused">
          {say(problem)}
        </p>
      ))}
      {ready && chosen !== undefined && <EvaluationCost key={chosen.id} of={chosen} />}
      <Button
        type="submit"
        kind="main"
        disabled={refusal !== undefined || starting || running}
        aria-describedby={refusal === undefined ? undefined : 'runbook-refusal'}
      >
        <span aria-hidden="true">📊</span>
        {say('Run evaluation')}
      </Button>
      {refusal !== undefined && (
        <p id="runbook-refusal" className="small soft">
          {say(refusals[refusal])}{' '}
          {refusal === 'needsQuestions' && <Link href="/datasets">{say('Open the datasets')}</Link>}
        </p>
      )}
      {error !== undefined && <ErrorState error={error} />}
    </form>
  )
}

const refusals = {
  needsIndex: 'Not possible yet: there is no index. Build it first.',
  needsQuestions:
    'Not possible yet: there are no questions. Put them into eval/eval_dataset.json, or import them as a dataset.',
} as const

type Evaluated = Pick<NonNullable<WatchedEvaluation['evaluation']>, 'detail'>

type EvaluationPanelChoice = RunbookQuestions['datasets'][number]
function useDataset(datasets: readonly EvaluationPanelChoice[]) {
  const [chosenId, choose] = useState<string>()
  // There is an example in each language.
  const isInLanguage = ({ name }: EvaluationPanelChoice) => name.endsWith('.en.json') === (currentLanguage() === 'en')
  const own = datasets.filter(({ shipped }) => !shipped)
  const offered = own.length > 0 ? own : datasets
  return {
    chosen: datasets.find(({ id }) => id === chosenId) ?? offered.find(isInLanguage) ?? offered[0],
    choose,
  }
}

/** The state of an evaluation: running, saved or broken off. */
function EvaluationProgress({ watched }: { readonly watched: WatchedEvaluation }) {
  const { evaluation, error, reload } = watched
  if (error !== undefined) return <ErrorState error={error} retry={reload} />
  if (evaluation === undefined) return null
  const { detail } = evaluation
  return (
    <div className="stack">
      <Standing {...watched} detail={detail} />
      <RunControls key={detail.state} detail={detail} reload={reload} />
      <p>
        <Link href={`/runs/${detail.run.plan.runId}`}>{say('Open the run')}</Link>
      </p>
    </div>
  )
}

function Standing({ progress, saving, detail }: Pick<WatchedEvaluation, 'progress' | 'saving'> & Evaluated) {
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
        <div className="small" role="alert">
          <ProblemText of={trouble} />
        </div>
      )}
    </>
  )
}

function savedSentence(file: string | undefined): string {
  return file === undefined
    ? say('Evaluation done. Its results are in the run store; no file was found.')
    : say('Evaluation done! Results saved to {file}', { file })
}

/** The estimated model calls and cost, with a limit. */
function EvaluationCost({ of: { id, questions } }: { readonly of: EvaluationPanelChoice }) {
  const estimate = useApi('runbookEstimate', { body: { dataset: id } })
  const meanwhile = <output className="small soft">{say('Estimating the cost…')}</output>
  if (estimate.status !== 'ready') return <AnswerState of={estimate} meanwhile={meanwhile} />
  return (
    <>
      {estimate.value.calls.some(({ role }) => role === 'judge') && (
        <p className="small runbook-notice">
          {say('⚠️ Note: running the LLM as a judge costs money ({questions} questions × one call of the judge each)', {
            questions,
          })}
        </p>
      )}
      <EstimateCard estimate={estimate.value} />
      <LimitFields estimate={estimate.value} />
    </>
  )
}

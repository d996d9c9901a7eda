import { useAction } from '../components/form/action-form.tsx'
import './try.css'
import { useLocation } from 'wouter'
import { AnswerState, EmptyState, ErrorState, Loading, Trouble } from '../components/state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useChosen } from '../chosen.ts'
import { callApi } from '../source/call-api.ts'
import { useApi } from '../source/use-answer.ts'
import { useDataset } from './datasets/use-dataset.ts'
import { DatasetField } from './new-run/dataset-field.tsx'
import { VariantForm } from './try/variant-form.tsx'
import { ChoiceField } from './new-run/run-form.tsx'
import { textOf } from '../../../src/core/invocation.ts'
import { ChoiceMenu } from '../components/form/choice-menu.tsx'
import { type FormEvent } from 'react'
import type { RunRow } from '../../../src/server/api/runs.ts'
import { useToast } from '../components/toast.tsx'
import { CaseGrid } from './compare/case-grid.tsx'
import { comparisonPath } from './compare/use-compared-runs.ts'
import { type TrialCases, play, useTrials } from './try/trial.ts'
import { useComparison } from './compare/comparison-of.ts'
import { Button } from '../components/button.tsx'
import { say } from '../words/say.ts'

const casesAtFirst = 5

/** Tries a changed prompt, or other settings that the agent declares, on a few cases beside the present agent. */
export function TryPage() {
  const choices = useApi('choices', { query: {} })
  const { search, change } = useChosen()
  if (choices.status !== 'ready') return <AnswerState of={choices} isPage />
  const datasets = choices.value.datasets.filter(({ recorded }) => recorded !== true)
  const dataset = search.get('dataset') ?? datasets.find(({ shipped }) => shipped !== true)?.id
  return (
    <>
      <PageHead title={say('Try')} />
      <p className="soft">
        {say('Change what the agent declares, play it on a few cases, and read the answers beside those of today.')}
      </p>
      {dataset === undefined ? (
        <EmptyState
          title={say('This project has no dataset yet')}
          next={say(
            'Put an eval set, a CSV or a JSONL file into the project, or choose one of the examples that ship.',
          )}
        />
      ) : (
        <Trial
          key={dataset}
          dataset={dataset}
          field={<DatasetField datasets={datasets} chosen={dataset} choose={(id) => change('dataset', id)} />}
        />
      )}
    </>
  )
}

function Trial({ dataset, field }: { readonly dataset: string; readonly field: React.ReactNode }) {
  const { search, toggle } = useChosen()
  const target = search.get('target') ?? undefined
  const opened = useDataset(dataset)
  const agent = { dataset, target }
  const vary = useApi('vary', { query: agent })
  const all = opened.cases.map(({ evalCase }) => evalCase.id)
  const chosen = search.getAll('on')
  const caseIds = chosen.length > 0 ? chosen : all.slice(0, casesAtFirst)
  if (opened.error !== undefined) return <ErrorState error={opened.error} retry={opened.reload} />
  if (vary.status === 'failed') return <ErrorState error={vary.error} retry={vary.reload} />
  if (!opened.complete || vary.status === 'loading') return <Loading />
  const declared = vary.value.vary
  const trial = { ...agent, caseIds, all, name: opened.dataset?.name ?? dataset }
  return (
    <>
      <div className="row try-choices">
        {field}
        <TargetField dataset={dataset} chosen={target} />
        <ChoiceMenu
          text={say('{count} of {all} cases', { count: caseIds.length, all: all.length })}
          choices={opened.cases.slice(0, mostShown).map(({ evalCase: { id, conversation } }) => {
            const asked = textOf(conversation?.[0]?.userContent)
            return [id, asked === undefined ? id : `${id}: ${asked}`]
          })}
          chosen={caseIds}
          toggle={(id) => toggle('on', id, { now: caseIds })}
        />
      </div>
      {declared === undefined ? (
        <EmptyState
          title={say('This agent declares nothing that can be varied')}
          next={say(
            'Export what can be varied and how an agent is made of it, or name a model in the config: mcp and openai take instructions.',
          )}
        >
          <pre className="foreign">{example}</pre>
        </EmptyState>
      ) : (
        <>
          <VariantForm key={JSON.stringify([agent, declared])} trial={trial} today={declared} />
          <TriedVariants trial={trial} />
        </>
      )}
    </>
  )
}

const example = `export const vary = { prompt: 'You are …' }
export const agentFor = ({ prompt }) => async (message) => …`

/** Chooses the agent. */
function TargetField({ dataset, chosen }: { readonly dataset: string; readonly chosen: string | undefined }) {
  const { change } = useChosen()
  const choices = useApi('choices', { query: { dataset } })
  if (choices.status !== 'ready') return null
  const { targets, defaults } = choices.value
  return (
    <ChoiceField
      label={say('Target')}
      byDefault={defaults?.target}
      choices={targets}
      chosen={chosen}
      choose={(id = '') => change('target', id)}
    />
  )
}

/** Larger selections are for a run. */
const mostShown = 200

/** Variants tried on these cases, what the result is worth, and what can be kept. */
function TriedVariants({ trial }: { readonly trial: TrialCases }) {
  const { today, variants, count } = useTrials(trial)
  const last = variants.at(-1)
  if (today === undefined || last === undefined) return null
  const isAtWork = [today, ...variants].some(({ state }) => state === 'running')
  const done = variants.filter(({ state }) => state !== 'running')
  const rest = trial.all.length - trial.caseIds.length
  return (
    <>
      <p role="note" className="try-note">
        {say(
          '{variants} {variants|variant was|variants were} tried on {cases} {cases|case|cases} that you look at: the best of them looks better than it is. Confirm it on the rest.',
          { variants: count, cases: trial.caseIds.length },
        )}
      </p>
      {!isAtWork && <Keep key={last.runId} trial={trial} run={last} rest={rest} />}
      {isAtWork && <Loading />}
      {today.state !== 'running' && done.length > 0 && <Grid today={today} variants={done} />}
    </>
  )
}

function Grid({ today, variants }: { readonly today: RunRow; readonly variants: readonly RunRow[] }) {
  const rows = [today, ...variants]
  const tried = variants.map(({ runId }) => runId)
  const { answer, comparison } = useComparison(today.runId, tried, rows)
  if (answer.status === 'failed') return <Trouble error={answer.error} />
  if (comparison === undefined) return <Loading />
  return (
    <div className="stack compare">
      <CaseGrid comparison={comparison} rows={rows} fixed />
    </div>
  )
}

type KeepProps = { readonly trial: TrialCases; readonly run: RunRow; readonly rest: number }

/** Keeps a variant as an arm, or plays it on the remaining cases; as a run it exists already. */
function Keep({ trial, run, rest }: KeepProps) {
  const [, go] = useLocation()
  const tell = useToast()
  const { act, isBusy, error } = useAction()
  const { dataset, target } = trial
  const { runId, name = runId, trial: { variant } = { variant: {} } } = run

  const keep = async (arm: string) => {
    await callApi('keepVariant', { body: { dataset, target, name: arm, variant } })
    tell(say('{name} is a target now, for new runs and for shinsa run --target', { name: arm }))
  }

  const confirm = async () => {
    const bounds = {}
    const before = await play({ trial, variant: {}, name: say('today, the rest'), bounds, onRest: true })
    const after = await play({ trial, variant, name: say('{name}, the rest', { name }), bounds, onRest: true })
    go(comparisonPath(before, [after]))
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const arm = String(new FormData(event.currentTarget).get('arm'))
    void act(async () => keep(arm))
  }

  return (
    <form className="row" onSubmit={submit}>
      <label className="row">
        {say('Name')}
        <input name="arm" required maxLength={100} defaultValue={name} />
      </label>
      <Button type="submit">{say('Keep as an arm')}</Button>
      {rest > 0 && (
        <Button kind="main" disabled={isBusy} onClick={() => void act(confirm)}>
          {say('Confirm on the rest: {count} {count|case|cases}', { count: rest })}
        </Button>
      )}
      {error !== undefined && <Trouble error={error} />}
    </form>
  )
}

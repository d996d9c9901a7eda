import './try.css'
import { useState } from 'react'
import { Facts } from '../components/facts.tsx'
import { ActionForm } from '../components/form/action-form.tsx'
import { SelectField } from '../components/form/field.tsx'
import { Link, useLocation } from 'wouter'
import { AnswerState, EmptyState, ErrorState, Loading, Trouble } from '../components/state.tsx'
import { PageHead } from '../components/page-head.tsx'
import { useChosen } from '../chosen.ts'
import { callApi } from '../source/call-api.ts'
import { useApi } from '../source/use-answer.ts'
import { useDataset } from './datasets/use-dataset.ts'
import { DatasetField } from './new-run/dataset-field.tsx'
import { limitsIn } from './new-run/limit-fields.tsx'
import { Costs, VariantForm } from './try/variant-form.tsx'
import { ChoiceField } from './new-run/run-form.tsx'
import { textOf } from '../../../src/core/invocation.ts'
import { ChoiceMenu } from '../components/form/choice-menu.tsx'
import type { RunRow } from '../../../src/server/api/runs.ts'
import { useToast } from '../components/toast.tsx'
import { CaseGrid } from './compare/case-grid.tsx'
import { comparisonPath } from './compare/use-compared-runs.ts'
import { type TrialCases, changesFrom, play, useTrials } from './try/trial.ts'
import { useComparison } from './compare/comparison-of.ts'
import { formatted, say } from '../words/say.ts'

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
  const { search } = useChosen()
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
  const trial = { ...agent, today: declared ?? {}, caseIds, all, name: opened.dataset?.name ?? dataset }
  return (
    <>
      <div className="row try-choices">
        {field}
        <TargetField dataset={dataset} chosen={target} />
        <ChoiceMenu
          name="on"
          text={say('{count} of {all} cases', { count: caseIds.length, all: all.length })}
          choices={opened.cases.slice(0, mostShown).map(({ evalCase: { id, conversation } }) => {
            const asked = textOf(conversation?.[0]?.userContent)
            return [id, asked === undefined ? id : `${id}: ${asked}`]
          })}
          chosen={caseIds}
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
          <VariantForm key={JSON.stringify([agent, declared])} trial={trial} />
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

/** As many as are compared with today at once. */
const mostBeside = 5

/** Variants tried on these cases, what the result is worth, and what can be kept. */
function TriedVariants({ trial }: { readonly trial: TrialCases }) {
  const { today, variants } = useTrials(trial)
  if (today === undefined || variants.length === 0) return null
  const beside = variants.slice(0, mostBeside)
  const atWork = [...beside, today].filter(({ state }) => state === 'running').toReversed()
  const done = beside.filter(({ state }) => state !== 'running').toReversed()
  return (
    <>
      <p role="note" className="try-note">
        {say(
          '{variants} {variants|variant was|variants were} tried on {cases} {cases|case|cases} that you look at: the best of them looks better than it is. Confirm it on the rest.',
          { variants: variants.length, cases: trial.caseIds.length },
        )}{' '}
        {say('The answers of today are of {when}.', { when: formatted.dateTime(today.createdAt) })}{' '}
        {variants.length > mostBeside && say('Beside each other are the newest {count}.', { count: mostBeside })}
      </p>
      {atWork.length === 0 && <ChosenVariant key={variants[0]?.runId} trial={trial} variants={variants} />}
      {atWork.map(({ runId, name, done: ended = 0, planned }) => (
        <p key={runId} role="status">
          <Link href={`/runs/${runId}`}>{name}</Link>: {say('{done} of {planned} done', { done: ended, planned })}
        </p>
      ))}
      {today.state !== 'running' && done.length > 0 && <Grid today={today} variants={done} />}
    </>
  )
}

type ChosenVariantProps = { readonly trial: TrialCases; readonly variants: readonly RunRow[] }

/** What one of the variants changes, at first the newest; it can be kept, or confirmed on the rest. */
function ChosenVariant({ trial, variants }: ChosenVariantProps) {
  const [runId = variants[0]?.runId, choose] = useState<string>()
  const run = variants.find((one) => one.runId === runId)
  if (run === undefined) return null
  const changes = Object.entries(changesFrom(trial.today, run.trial?.variant))
  return (
    <>
      <SelectField
        label={say('Variant')}
        value={run.runId}
        choices={variants.map((one) => [one.runId, one.name ?? one.runId])}
        choose={choose}
      />
      <Facts facts={changes.map(([name, value]) => [name, value === '' ? '""' : String(value)])} />
      <Keep key={run.runId} trial={trial} run={run} />
      {trial.all.length > trial.caseIds.length && <Confirm trial={trial} run={run} />}
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

type KeepProps = { readonly trial: TrialCases; readonly run: RunRow }

/** Keeps a variant as an arm; as a run it exists already. */
function Keep({ trial: { dataset, target, today }, run }: KeepProps) {
  const tell = useToast()
  const { runId, name = runId, trial } = run

  async function keep(form: FormData): Promise<void> {
    const arm = String(form.get('arm'))
    await callApi('keepVariant', { body: { dataset, target, name: arm, variant: changesFrom(today, trial?.variant) } })
    tell(say('{name} is a target now, for new runs and for shinsa run --target', { name: arm }))
  }

  return (
    <ActionForm className="row" act={keep} send={say('Keep as an arm')}>
      <label className="row">
        {say('Name')}
        <input name="arm" required maxLength={100} defaultValue={name} />
      </label>
    </ActionForm>
  )
}

/** Plays today's agent and the variant on the remaining cases. */
function Confirm({ trial, run }: KeepProps) {
  const [, go] = useLocation()
  const { dataset, target, today, caseIds, all } = trial
  const { runId, name = runId } = run
  const variant = changesFrom(today, run.trial?.variant)
  const rest = all.filter((id) => !caseIds.includes(id))
  const estimate = useApi('estimate', { body: { dataset, target, caseIds: rest, variant } })

  async function confirm(form: FormData): Promise<void> {
    const rested = { trial, bounds: limitsIn(form), onRest: true } as const
    const before = await play({ ...rested, variant: {}, name: say('today, the rest') })
    const after = await play({ ...rested, variant, name: say('{name}, the rest', { name }) })
    go(comparisonPath(before, [after]))
  }

  return (
    <ActionForm
      className="row"
      act={confirm}
      send={say('Confirm on the rest: {count} {count|case|cases}', { count: rest.length })}
      kind="main"
      disabled={estimate.status !== 'ready'}
    >
      {estimate.value && <Costs estimate={estimate.value} plays={2} />}
      {estimate.status === 'failed' && <Trouble error={estimate.error} />}
    </ActionForm>
  )
}

import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import type { Choices, RunEstimate, RunWish } from '../../../../src/server/api/new-run.ts'
import { BreakingName } from '../../components/breaking-name.tsx'
import { AnswerState, EmptyState, ErrorState } from '../../components/state.tsx'
import { CommandLine } from '../../components/command-line.tsx'
import { callApi } from '../../source/call-api.ts'
import { useAnswer, useApi } from '../../source/use-answer.ts'
import { EstimateCard } from './estimate-card.tsx'
import { Field, NumberField, SelectField } from '../../components/form/field.tsx'
import { UnlimitedConsent } from './limit-fields.tsx'
import { listOf, useWish } from './wish.ts'
import { Button } from '../../components/button.tsx'
import { say } from '../../words/say.ts'

/** All choices for a run over one dataset, beside its estimate. */
export function RunForm({ dataset }: { readonly dataset: string }) {
  const { config } = useWish().wish
  const choices = useApi('choices', { query: { dataset, config } })
  return <AnswerState of={choices}>{(value) => <Form dataset={dataset} choices={value} />}</AnswerState>
}

function Form({ dataset, choices }: { readonly dataset: string; readonly choices: Choices }) {
  const { wish } = useWish()
  const { config, target, judge, metrics, thresholds, repeat, filter, tag, first, concurrency } = wish
  const what = { dataset, config, target, judge, metrics, thresholds, repeat, filter, tag, first, concurrency }
  const hasTarget = (target ?? choices.defaults?.target) !== undefined
  const estimate = useAnswer({
    queryKey: ['estimate', what, hasTarget],
    queryFn: async ({ signal }) => (hasTarget ? callApi('estimate', { body: what, signal }) : null),
  })
  const { start, again, starting, error } = useStart(dataset)
  const known = estimate.value ?? undefined
  return (
    <form className="new-run-form" onSubmit={start}>
      <div className="stack">
        <Agents choices={choices} />
        <MetricsField metrics={choices.metrics} />
        <CasesField />
        <Bounds defaultRepeat={choices.defaults?.repeat ?? 1} estimate={known} />
      </div>
      <div className="stack new-run-aside">
        {!hasTarget && choices.targets.length === 0 && (
          <EmptyState
            title={say('There is no agent to evaluate yet')}
            next={say(
              'Name one as `target` in shinsa.config.ts; `shinsa init --table` writes that file. Then load this page again.',
            )}
          />
        )}
        {!hasTarget && choices.targets.length > 0 && (
          <EmptyState
            title={say('Choose a target')}
            next={say('The config names several and says of none that it is the usual one.')}
          />
        )}
        <AnswerState of={estimate} />
        {known !== undefined && <EstimateCard estimate={known} />}
        {known?.command !== undefined && <CommandLine label={say('On the command line')} text={known.command} />}
        {error !== undefined && <ErrorState error={error} retry={again} />}
        <Button type="submit" kind="main" disabled={known === undefined || starting}>
          {starting ? say('Starting …') : say('Start the run')}
        </Button>
      </div>
    </form>
  )
}

/** Starts the run and opens it. After an error the same can be tried again. */
function useStart(dataset: string) {
  const { wish } = useWish()
  const [, go] = useLocation()
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: async (body: RunWish) => callApi('start', { body }),
    onSuccess: ({ runId }) => go(`/runs/${runId}`),
  })
  return {
    starting: isPending,
    error: error ?? undefined,
    again: () => variables !== undefined && mutate(variables),
    start(submitted: FormEvent<HTMLFormElement>) {
      submitted.preventDefault()
      // What was typed just now is not in the address yet.
      const form = new FormData(submitted.currentTarget)
      const typed = (field: string) => String(form.get(field) ?? '')
      const [filter, tag] = [listOf(typed('filter')), listOf(typed('tag'))]
      mutate({ ...wish, dataset, name: typed('name') || undefined, filter, tag })
    },
  }
}

function Agents({ choices: { configs, targets, judges, defaults } }: { readonly choices: Choices }) {
  const { wish, change } = useWish()
  return (
    <>
      {(configs.length > 0 || wish.config !== undefined) && (
        <ChoiceField
          label={say('Config')}
          byDefault={defaults?.config}
          choices={configs}
          chosen={wish.config}
          choose={(config) => change({ config })}
        />
      )}
      <ChoiceField
        label={say('Target')}
        byDefault={defaults?.target}
        choices={targets}
        chosen={wish.target}
        choose={(target) => change({ target })}
      />
      <ChoiceField
        label={say('Judge')}
        byDefault={defaults?.judge ?? 'embedded'}
        choices={judges}
        chosen={wish.judge}
        choose={(judge) => change({ judge })}
      />
    </>
  )
}

type Choosable = {
  readonly label: string
  /** The config's value. */
  readonly byDefault: string | undefined
  readonly choices: Choices['targets']
  readonly chosen: string | undefined
  readonly choose: (id: string | undefined) => void
}

/** A select in which nothing chosen means the config's value. */
export function ChoiceField({ label, byDefault, choices, chosen = '', choose }: Choosable) {
  const unchosen =
    byDefault === undefined ? say('None in the config') : say('From the config: {name}', { name: byDefault })
  return (
    <SelectField
      label={label}
      value={chosen}
      choices={[['', unchosen], ...choices.map(({ id, name }) => [id, name] as const)]}
      choose={(id) => choose(id || undefined)}
    />
  )
}

type Bounded = { readonly defaultRepeat: number; readonly estimate: RunEstimate | undefined }

function Bounds({ defaultRepeat, estimate }: Bounded) {
  const { wish, change } = useWish()
  return (
    <>
      <div className="row new-run-bounds">
        <NumberField
          label={say('Repeats')}
          max={1000}
          placeholder={String(defaultRepeat)}
          defaultValue={wish.repeat}
          change={(repeat) => change({ repeat })}
        />
        <NumberField
          label={say('Limit in US dollars')}
          min={0}
          step="any"
          required={estimate?.costsMoney === true}
          defaultValue={wish.maxCost}
          change={(maxCost) => change({ maxCost })}
        />
        <Field label={say('Name of the run')}>
          <input
            name="name"
            maxLength={200}
            defaultValue={wish.name}
            onBlur={({ target }) => change({ name: target.value || undefined })}
          />
        </Field>
      </div>
      <UnlimitedConsent
        className="new-run-check"
        estimate={estimate}
        checked={wish.unlimited === true}
        onChange={({ target }) => change({ unlimited: target.checked || undefined })}
      />
    </>
  )
}

/** Which cases are played and how many at once; by default all, as configured. */
function CasesField() {
  const { wish, change } = useWish()
  const isChosen = [wish.filter, wish.tag, wish.first, wish.concurrency].some((value) => value !== undefined)
  return (
    <details className="new-run-cases" open={isChosen || undefined}>
      <summary>{say('Which cases, and how many at once')}</summary>
      <div className="row new-run-bounds">
        {(['filter', 'tag'] as const).map((name) => (
          <Field key={name} label={say(name === 'filter' ? 'Ids of cases (with * and ?)' : 'Tags')}>
            <input
              name={name}
              placeholder={name === 'filter' ? 'weather-*' : 'smoke'}
              defaultValue={wish[name]?.join(', ')}
              onBlur={({ target }) => change({ [name]: listOf(target.value) })}
            />
          </Field>
        ))}
        {(['first', 'concurrency'] as const).map((name) => (
          <NumberField
            key={name}
            label={say(name === 'first' ? 'Only the first' : 'At once')}
            max={name === 'first' ? 1_000_000 : 1024}
            defaultValue={wish[name]}
            change={(value) => change({ [name]: value })}
          />
        ))}
      </div>
    </details>
  )
}

/** The config's metrics, of which at least one must stay, with thresholds that this run may change. */
function MetricsField({ metrics }: { readonly metrics: Choices['metrics'] }) {
  const { wish, change } = useWish()
  const all = metrics.map(({ id }) => id)
  const chosen = wish.metrics ?? all

  function toggle(id: string): void {
    const next = all.filter((other) => (other === id ? !chosen.includes(id) : chosen.includes(other)))
    const { [id]: left, ...thresholds } = wish.thresholds ?? {}
    change({ metrics: next.length === all.length ? undefined : next, ...(left !== undefined && { thresholds }) })
  }

  function setThreshold(id: string, threshold: number): void {
    const { [id]: _before, ...others } = wish.thresholds ?? {}
    change({ thresholds: Number.isNaN(threshold) ? others : { ...others, [id]: threshold } })
  }

  return (
    <fieldset className="new-run-metrics">
      <legend>{say('Metrics')}</legend>
      {metrics.length === 0 && (
        <p className="soft">
          {say('The config of this dataset names no metric; quantities are measured all the same.')}
        </p>
      )}
      {metrics.map(({ id, name, judged, threshold }) => {
        const isChosen = chosen.includes(id)
        return (
          <div key={id} className="new-run-metric">
            <label className="new-run-check">
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isChosen && chosen.length === 1}
                onChange={() => toggle(id)}
              />
              <span>
                <span className="foreign">
                  <BreakingName name={name} />
                </span>{' '}
                {judged && <span className="soft small">{say('asks the judge')}</span>}
              </span>
            </label>
            {threshold !== undefined && (
              <label className="new-run-threshold">
                <span className="soft small">{say('Threshold')}</span>
                <input
                  type="number"
                  step="any"
                  aria-label={say('Threshold of {metric}', { metric: name })}
                  disabled={!isChosen}
                  placeholder={String(threshold)}
                  defaultValue={wish.thresholds?.[id]}
                  onChange={({ target }) => setThreshold(id, target.valueAsNumber)}
                />
              </label>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

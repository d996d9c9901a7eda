import { createHash } from 'node:crypto'
import { type Run, type RunStore, EvalError, message, stringifyJson } from '../../core/index.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import type { OpenedDataset } from '../../formats/index.ts'
import type { PairPlan } from '../../packs/preference/pair.ts'
import { pairPlanOf } from '../../packs/preference/metrics/preference-set.ts'
import { RunRequest } from '../../settings/run-request.ts'
import { type ComparedRuns, type Pairs, makePairs } from './make-pairs.ts'

type PreparePreferenceRequest = {
  /** Judge calls in each order of the two answers. */
  readonly votes?: number | undefined
  readonly criteria?: string | undefined
}

/**
 * Prepares the comparison of two runs in pairs as a run of its own, whose cases are the pairs and whose only metric is the
 * preference.
 *
 * @throws {EvalError} `usage` for runs that have no case in common
 */
export async function preparePreference(
  runs: ComparedRuns,
  request: Omit<RunRequest, 'dataset' | 'selected'>,
  { votes, criteria }: PreparePreferenceRequest,
  dependencies: RunDependencies,
): Promise<PreparedRun> {
  const pairs = await makePairs(runs, dependencies.openStore())
  if (pairs.cases.length === 0) {
    throw new EvalError(
      'usage',
      message('the runs have no case in common that asks the same: nothing can be compared'),
      {
        hint: message('Runs of the same dataset can be; `shinsa list` says of which one each run is.'),
      },
    )
  }
  const plan: PairPlan = { runs: pairs.runs, ...(criteria !== undefined && { criteria }) }
  const [first] = runs
  const name = request.name ?? pairs.runs.map((run) => run.name).join(' × ')
  const prepared = await prepareRun(
    {
      failOn: ['none'],
      ...request,
      name,
      dataset: first.plan.dataset.path ?? first.plan.dataset.id,
      selected: [],
      repeat: 1,
    },
    {
      ...dependencies,
      target: 'dataset',
      metrics: [],
      criteria: [preferenceCriterion(plan, votes)],
      opened: datasetOf(pairs, first),
    },
  )
  warnOfLeftOut(pairs, prepared)
  // Hooks prepare an agent's environment, and no agent is asked.
  return { ...prepared, hooks: {} }
}

function preferenceCriterion(plan: PairPlan, votes: number | undefined) {
  const options = votes !== undefined && { judge_model_options: { num_samples: votes } }
  return { metricName: 'preference', threshold: 0.5, criterion: { threshold: 0.5, ...plan, ...options } }
}

/** Prepares the rest of a stopped run of pairs; undefined for other runs. @throws {EvalError} `usage` when its runs have changed */
export async function resumedPreference(
  { plan }: Run,
  dependencies: RunDependencies,
  store: RunStore,
): Promise<PreparedRun | undefined> {
  const pairPlan = pairPlanOf(plan)
  const preference = plan.metrics.find(({ name }) => name === 'preference')
  if (pairPlan === undefined || preference === undefined) return undefined
  const [first, second] = await Promise.all(pairPlan.runs.map(async ({ runId }) => store.find(runId)))
  const request = RunRequest.parse(plan.origin)
  const judging = preference.options?.['judge_model_options']
  const votes =
    typeof judging === 'object' && judging !== null && 'num_samples' in judging ? judging.num_samples : undefined
  const asked = { criteria: pairPlan.criteria, ...(typeof votes === 'number' && { votes }) }
  const prepared = first && second && (await preparePreference([first, second], request, asked, dependencies))
  if (prepared?.plan.dataset.sha256 !== plan.dataset.sha256 || prepared === undefined) {
    throw new EvalError(
      'usage',
      message('run {run} cannot go on: the runs that it compares changed since', { run: plan.runId }),
      {
        hint: message('Begin anew with `shinsa prefer`: answers that are kept cost nothing.'),
      },
    )
  }
  return { ...prepared, plan }
}

function datasetOf({ cases }: Pairs, { plan }: Run): OpenedDataset {
  const { id, name } = plan.dataset
  const sha256 = createHash('sha256').update(stringifyJson(cases)).digest('hex')
  return {
    dataset: { id, ...(name !== undefined && { name }), cases: () => cases.map(({ evalCase }) => evalCase) },
    format: 'preference-pairs',
    sha256,
    count: cases.length,
    simulated: 0,
    async *transcripts() {
      for (const { evalCase, invocations } of cases) yield { caseId: evalCase.id, invocations }
    },
  }
}

function warnOfLeftOut({ missing, different }: Pairs, { warnings }: PreparedRun): void {
  if (missing > 0) {
    warnings.add(message('{missing} {missing|case is|cases are} in one of the runs only, and left out', { missing }))
  }
  if (different > 0) {
    warnings.add(
      message(
        '{different} {different|case asks|cases ask} something else in another run, and {different|is|are} left out',
        { different },
      ),
    )
  }
}

import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { estimateCost, unpricedModels } from '../../compose/estimate-cost.ts'
import { renewModules } from '../../compose/config/import-module.ts'
import { prepareResume } from '../../compose/prepare-resume.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import type { ProjectDataset, ProjectDatasets } from '../datasets/project-datasets.ts'
import { isEditable } from '../datasets/project-datasets.ts'
import { packOf } from '../../compose/pack-of.ts'
import { runChoices } from './run-choices.ts'
import type { RunChoices } from './run-choices.ts'
import { runSettings, valuesFor } from '../../settings/index.ts'
import { RunRequest } from '../../settings/run-request.ts'
import type { ActiveRuns } from './active-runs.ts'
import type { Message, Run, RunStore } from '../../core/index.ts'
import { EvalError, isJudgeError, message } from '../../core/index.ts'
import type { ApiProblem, Choices, RunService, RunEstimate, RunNotes, RunWish } from '../../server/index.ts'
import { isAlive } from './active-run.ts'

export type Service = {
  /** The project's folder: what a run names is seen from there. */
  readonly folder: string
  readonly datasets: ProjectDatasets
  readonly active: ActiveRuns
  readonly dependencies: RunDependencies
}

/** Begins, stops and resumes runs for the page. */
export function runService(service: Service): RunService {
  const { active, dependencies } = service
  return {
    choices: async (datasetId) => choicesOf(service, datasetId),
    estimate: async (wish) => estimateRun(service, wish),
    start: async (wish) => startRun(service, wish),
    cancel(run) {
      if (!active.cancel(run.plan.runId)) throw notHere(run)
    },
    async resume(run, { maxCost }) {
      await refuseEndedOrActive(run, service)
      renewModules()
      const prepared = await prepareResume(run.plan, dependencies, { maxCost })
      const limit = maxCost ?? RunRequest.parse(run.plan.origin).maxCost
      // Whoever began the run has allowed what has no price.
      await refuseUnlimitedCost(prepared, { maxCost: limit, unlimited: true })
      await active.begin(prepared, { from: run.processId })
    },
    about: (run) => notesOf(run, service),
  }
}

/** What the server settles itself and nobody asks for. */
export type Settled = Pick<RunRequest, 'target' | 'runbooks'>

export async function estimateRun(service: Service, wish: RunWish, settled: Settled = {}): Promise<RunEstimate> {
  return estimateOf(await prepare(service, wish, settled))
}

/** @returns the run's id, once the store knows of it */
export async function startRun(service: Service, wish: RunWish, settled: Settled = {}): Promise<string> {
  const prepared = await prepare(service, wish, settled)
  await refuseUnlimitedCost(prepared, wish)
  await service.active.begin(prepared)
  return prepared.plan.runId
}

async function choicesOf({ folder, datasets }: Service, datasetId: string | undefined): Promise<Choices> {
  renewModules()
  const { datasets: found, unreadable } = await datasets.list()
  const dataset = datasetId === undefined ? undefined : await datasets.find(datasetId)
  const choices = dataset && (await runChoices(folder, dataset))
  return {
    datasets: found.map(({ id, name, format, cases, ...rest }) => ({
      id,
      name,
      format,
      cases,
      shipped: rest.shipped,
      editable: isEditable({ format, ...rest }),
    })),
    unreadable: unreadable.map(({ name, problem }) => ({ name, problem: within(folder, problemOf(problem)) })),
    targets: [...(choices?.targets ?? [])],
    metrics: (choices?.metrics ?? []).map(({ id, name, judged }) => ({ id, name, judged })),
    judges: [...(choices?.judges ?? [])],
    ...(choices !== undefined && { defaults: choices.defaults }),
  }
}

/** From ids to what they stand for; whatever is not among the choices is refused. */
async function prepare(
  { folder, datasets, dependencies }: Service,
  wish: RunWish,
  settled: Settled,
): Promise<PreparedRun> {
  renewModules()
  const dataset = await datasets.find(wish.dataset)
  const choices = await runChoices(folder, dataset)
  return prepareRun(
    { ...requestOf(wish, { folder, dataset, choices, now: dependencies.now() }), ...settled },
    dependencies,
  )
}

type Wished = {
  readonly folder: string
  readonly dataset: ProjectDataset
  readonly choices: RunChoices
  readonly now: Date
}

function requestOf(wish: RunWish, { folder, dataset, choices, now }: Wished): RunRequest {
  const { target, judge, metrics } = wish
  return {
    ...valuesFor(runSettings, 'page', wish),
    cwd: folder,
    dataset: dataset.file,
    selected: [],
    target: target && nameAmong(choices.targets, target, (id) => message('there is no target {id}', { id })),
    judge: judge && nameAmong(choices.judges, judge, (id) => message('there is no judge {id}', { id })),
    onlyMetrics: metrics?.map((metric) =>
      nameAmong(choices.metrics, metric, (id) => message('there is no metric {metric}', { metric: id })),
    ),
    resultFile: resultFileFor(dataset, { folder, now }),
  }
}

type Named = { readonly id: string; readonly name: string }

function nameAmong(choices: readonly Named[], id: string, missing: (id: string) => Message): string {
  const found = choices.find((choice) => choice.id === id)
  if (found !== undefined) return found.name
  throw new EvalError('usage', missing(JSON.stringify(id)), {
    hint: message('The config may have changed: choose anew.'),
  })
}

/** Where a run's file of results will lie is settled before it begins, for datasets that have some. */
function resultFileFor(
  { format }: ProjectDataset,
  { folder, now }: { readonly folder: string; readonly now: Date },
): string | undefined {
  const { formats = [], resultFile } = packOf(format) ?? {}
  // What can only be read is a result already.
  const isResult = formats.find(({ name }) => name === format)?.ending === undefined
  if (resultFile === undefined || isResult) return undefined
  // Several runs may begin within the second that the name tells.
  for (let second = now.getTime(); ; second += 1000) {
    const file = resultFile.pathAt(new Date(second))
    if (!existsSync(resolve(folder, file))) return file
  }
}

async function estimateOf(prepared: PreparedRun): Promise<RunEstimate> {
  const { plan, warnings } = prepared
  const calls = await estimateCost(prepared)
  const known = calls.flatMap(({ dollars }) => dollars ?? [])
  return {
    cases: plan.dataset.cases,
    repeat: plan.repeat,
    target: plan.target.name,
    metrics: plan.metrics.map(({ name }) => name),
    judges: [...new Set(prepared.judgeUses.map(({ judge }) => judge.id))],
    calls: calls.map(({ models, ...call }) => ({ ...call, models: [...models] })),
    costsMoney: costsMoney(calls),
    ...(known.length === calls.length && { dollars: known.reduce((sum, dollars) => sum + dollars, 0) }),
    unlimited: [...(await unpricedModels(prepared))],
    notes: warnings.all.map(({ sentence }) => sentence),
  }
}

function costsMoney(calls: Awaited<ReturnType<typeof estimateCost>>): boolean {
  return calls.some(({ dollars }) => dollars !== 0)
}

/** @throws {EvalError} `usage` when the run may cost money and nobody has said how much, or nothing can hold it to that */
async function refuseUnlimitedCost(
  prepared: PreparedRun,
  { maxCost, unlimited }: Pick<RunWish, 'maxCost' | 'unlimited'>,
): Promise<void> {
  if (!costsMoney(await estimateCost(prepared))) return
  if (maxCost === undefined) {
    throw new EvalError('usage', message('this run costs money, and nobody has said how much it may cost'), {
      hint: message('Set a limit in US dollars.'),
    })
  }
  const models = unlimited === true ? [] : await unpricedModels(prepared)
  if (models.length === 0) return
  throw new EvalError(
    'usage',
    message('no limit can hold {models}: the price is not known', { models: models.join(', ') }),
    { hint: message('Allow that, or choose a judge whose price is known.') },
  )
}

async function refuseEndedOrActive(run: Run, { active, dependencies }: Service): Promise<void> {
  const { runId } = run.plan
  if (run.status === 'finished' && !(await hasJudgeErrors(runId, dependencies.openStore()))) {
    throw new EvalError('usage', message('run {run} is finished: there is nothing left to do', { run: runId }))
  }
  if (active.has(runId)) throw new EvalError('usage', message('run {run} is at work already', { run: runId }))
  if (isElsewhere(run)) throw elsewhere(run)
}

/** Judges that could not be reached or read are asked again, also in a run that is finished. */
async function hasJudgeErrors(runId: string, store: RunStore): Promise<boolean> {
  for await (const { scores } of store.scoredCases(runId)) if (scores.some(isJudgeError)) return true
  return false
}

function notHere(run: Run): EvalError {
  if (run.status === 'running' && isElsewhere(run)) return elsewhere(run)
  return new EvalError('usage', message('run {run} is not at work: there is nothing to stop', { run: run.plan.runId }))
}

function isElsewhere({ status, processId }: Run): boolean {
  return status === 'running' && processId !== undefined && processId !== process.pid && isAlive(processId)
}

function elsewhere({ plan, processId }: Run): EvalError {
  return new EvalError(
    'usage',
    message('run {run} is at work in process {process}', { run: plan.runId, process: processId ?? 0 }),
    { hint: message('It can only be stopped there, with Ctrl-C.') },
  )
}

function notesOf(run: Run, { folder, active }: Service): RunNotes {
  const { runId } = run.plan
  const history = active.historyOf(runId)
  const { trouble, warnings = [] } = history ?? {}
  const resultFile = resultFileOf(run, folder)
  return {
    here: active.has(runId),
    warnings: warnings.map(({ sentence }) => sentence),
    ...(trouble !== undefined && { trouble: problemOf(trouble) }),
    ...(resultFile !== undefined && { resultFile }),
  }
}

/** The path that people of the project would write; nothing where it is not there. */
function resultFileOf({ plan }: Run, folder: string): string | undefined {
  const { cwd, resultFile } = RunRequest.safeParse(plan.origin).data ?? {}
  if (cwd === undefined || resultFile === undefined) return undefined
  const path = resolve(cwd, resultFile)
  return existsSync(path) ? relative(folder, path) : undefined
}

/** The same in paths as people of the project write them: where it lies on this machine is nobody's business. */
function within(folder: string, { sentence, hint, ...problem }: ApiProblem): ApiProblem {
  const shorter = ({ text, values = {} }: Message): Message => ({
    text,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replaceAll(`${folder}${sep}`, '') : value,
      ]),
    ),
  })
  return { ...problem, sentence: shorter(sentence), ...(hint !== undefined && { hint: shorter(hint) }) }
}

function problemOf(error: unknown): ApiProblem {
  if (!(error instanceof EvalError)) {
    return { code: 'bug', sentence: message('the server hit a bug of its own; its terminal says more') }
  }
  const { code, sentence, hint } = error
  return { code, sentence, hint }
}

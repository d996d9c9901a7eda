import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { renewModules } from '../../compose/config/import-module.ts'
import { isQueued } from '../../core/run/run.ts'
import { prepareResume } from '../../compose/prepare-resume.ts'
import { prepareRun } from '../../compose/prepare-run.ts'
import type { PreparedRun } from '../../compose/prepared-run.ts'
import type { RunDependencies } from '../../compose/run-dependencies.ts'
import { type ProjectDatasets, isEditable } from '../datasets/project-datasets.ts'
import { runChoices, type RunChoices } from './run-choices.ts'
import { runSettings, valuesFor } from '../../settings/index.ts'
import { shellWord } from '../../reporters/failure/show-command.ts'
import { commandWords } from '../../settings/run-command.ts'
import { RunRequest } from '../../settings/run-request.ts'
import type { ActiveRuns } from './active-runs.ts'
import { apiProblem, withinFolder } from './api-problem.ts'
import { nextResultFile } from './next-result-file.ts'
import { projectConfigs } from './project-configs.ts'
import { offerRerun, startRerun } from './rerun-service.ts'
import { estimateOf, refuseUnlimitedCost } from './run-estimate.ts'
import { type Message, type Run, type RunStore, EvalError, isJudgeError, message } from '../../core/index.ts'
import { keepVariant } from '../../compose/config/kept-variants.ts'
import { loadConfig } from '../../compose/config/load-config.ts'
import { kindSettings } from '../../compose/kind-settings.ts'
import { varyOf } from '../../compose/targets/vary-of.ts'
import { isCriteriaFile } from '../../settings/request-settings.ts'
import type { Choices, RunService, RunEstimate, RunNotes, RunWish, VariedAgentChoice } from '../../server/index.ts'
import { isOfOthers, playedByWorkers } from './active-run.ts'

export type Service = {
  /** The project's folder, to which paths in runs are relative. */
  readonly folder: string
  readonly datasets: ProjectDatasets
  readonly active: ActiveRuns
  readonly dependencies: RunDependencies
}

export function runService(service: Service): RunService {
  const { active, dependencies } = service
  return {
    choices: async (asked) => choicesOf(service, asked),
    vary: async (asked) => varyFor(service, asked),
    keepVariant: async (kept) => keep(service, kept),
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
      // Whoever began the run has accepted calls without a known price.
      await refuseUnlimitedCost(prepared, { maxCost: limit, unlimited: true })
      await active.begin(prepared, { from: run.processId })
    },
    offerRerun: async (run, wish) => offerRerun(run, wish, service),
    rerun: async (run, wish) => startRerun(run, wish, service),
    about: (run) => notesOf(run, service),
  }
}

/** Settings that the server decides and requests cannot set. */
export type ServerSettings = Pick<RunRequest, 'target' | 'runbooks'>

export async function estimateRun(service: Service, wish: RunWish, settled: ServerSettings = {}): Promise<RunEstimate> {
  const prepared = await prepare(service, wish, settled)
  return { ...(await estimateOf(prepared)), ...commandOf(prepared.plan.origin) }
}

/** @returns the run's id, once the store has it */
export async function startRun(service: Service, wish: RunWish, settled: ServerSettings = {}): Promise<string> {
  const prepared = await prepare(service, wish, settled)
  await refuseUnlimitedCost(prepared, wish)
  await service.active.begin(prepared)
  return prepared.plan.runId
}

async function choicesOf(
  { folder, datasets }: Service,
  asked: Partial<Pick<RunWish, 'dataset' | 'config'>>,
): Promise<Choices> {
  renewModules()
  const { datasets: found, unreadable } = await datasets.list()
  const configs = await projectConfigs(folder)
  const config = configAmong(configs, asked.config)
  const dataset = asked.dataset === undefined ? undefined : await datasets.find(asked.dataset)
  const choices = dataset && (await runChoices(folder, dataset, config))
  return {
    datasets: found.map(({ file: _file, ...shown }) => ({ ...shown, editable: isEditable(shown) })),
    unreadable: unreadable.map(({ name, problem }) => ({ name, problem: withinFolder(folder, apiProblem(problem)) })),
    targets: [...(choices?.targets ?? [])],
    configs: [...configs],
    metrics: [...(choices?.metrics ?? [])],
    judges: [...(choices?.judges ?? [])],
    ...(choices !== undefined && { defaults: choices.defaults }),
  }
}

/** Resolves the ids of a request; ids that are not among the choices are refused. */
async function prepare(
  { folder, datasets, dependencies }: Service,
  wish: RunWish,
  settled: ServerSettings,
): Promise<PreparedRun> {
  renewModules()
  const dataset = await datasets.find(wish.dataset)
  const config = wish.config === undefined ? undefined : configAmong(await projectConfigs(folder), wish.config)
  const choices = await runChoices(folder, dataset, config)
  const { target, judge, metrics, thresholds } = wish
  const metricNamed = (id: string) =>
    nameAmong(choices.metrics, id, (metric) => message('there is no metric {metric}', { metric }))
  const request: RunRequest = {
    ...valuesFor(runSettings, 'page', wish),
    cwd: folder,
    dataset: dataset.file,
    config,
    selected: wish.caseIds ?? [],
    ...(wish.variant !== undefined && { variant: wish.variant }),
    // All that is tried with one agent on one dataset is one trial. Cases chosen after looking at results prove nothing, so
    // neither gate nor baseline apply.
    ...(wish.trial === true && { trial: `${wish.dataset} ${target ?? ''}`, chosenByOutcome: true, failOn: ['none'] }),
    target: target && targetNamed(choices.targets, target),
    judge: judge && nameAmong(choices.judges, judge, (id) => message('there is no judge {id}', { id })),
    onlyMetrics: metrics?.map(metricNamed),
    thresholds:
      thresholds &&
      Object.fromEntries(Object.entries(thresholds).map(([id, threshold]) => [metricNamed(id), threshold])),
    resultFile: nextResultFile(dataset, { folder, now: dependencies.now() }),
  }
  return prepareRun({ ...request, ...settled }, dependencies)
}

/** Runs the project's code but asks no agent. */
async function varyFor({ folder, datasets }: Service, { dataset, config, target }: VariedAgentChoice) {
  renewModules()
  const chosen = config === undefined ? undefined : configAmong(await projectConfigs(folder), config)
  const found = await datasets.find(dataset)
  const { targets } = await runChoices(folder, found, chosen)
  const loaded = await loadConfig({ ...(!isCriteriaFile(chosen) && { named: chosen }), cwd: folder })
  const setting = target === undefined ? kindSettings(loaded.config, found.format).target : targetNamed(targets, target)
  return setting === undefined
    ? undefined
    : varyOf(setting, { folder: loaded.folder, named: loaded.config.targets ?? {} })
}

async function keep({ folder, datasets }: Service, kept: Parameters<RunService['keepVariant']>[0]): Promise<void> {
  const { name, dataset, target, variant } = kept
  const { targets } = await runChoices(folder, await datasets.find(dataset))
  // One of the config would be taken in its place, and another arm would be gone.
  if (targets.some((one) => one.name === name))
    throw new EvalError('usage', message('there is a target {name} already', { name }), {
      hint: message('Nothing was overwritten. Choose another name.'),
    })
  const loaded = await loadConfig({ cwd: folder })
  await keepVariant(loaded.folder, { name, target: target && targetNamed(targets, target), variant })
}

function targetNamed(targets: RunChoices['targets'], target: string): string {
  return nameAmong(targets, target, (id) => message('there is no target {id}', { id }))
}

type RunServiceName = { readonly id: string; readonly name: string }

function configAmong(configs: readonly RunServiceName[], id: string | undefined): string | undefined {
  return id && nameAmong(configs, id, (config) => message('there is no config {config}', { config }))
}

function nameAmong(choices: readonly RunServiceName[], id: string, missing: (id: string) => Message): string {
  const found = choices.find((choice) => choice.id === id)
  if (found !== undefined) return found.name
  throw new EvalError('usage', missing(JSON.stringify(id)), {
    hint: message('The config may have changed: choose anew.'),
  })
}

async function refuseEndedOrActive(run: Run, { active, dependencies }: Service): Promise<void> {
  const { runId } = run.plan
  if (run.status === 'finished' && !(await hasJudgeErrors(runId, dependencies.openStore()))) {
    throw new EvalError('usage', message('run {run} is finished: there is nothing left to do', { run: runId }))
  }
  if (active.has(runId)) throw new EvalError('usage', message('run {run} is at work already', { run: runId }))
  if (isElsewhere(run)) throw elsewhere(run)
}

/** A finished run can be resumed where a judge's calls failed. */
async function hasJudgeErrors(runId: string, store: RunStore): Promise<boolean> {
  for await (const { scores } of store.scoredCases(runId)) if (scores.some(isJudgeError)) return true
  return false
}

function notHere(run: Run): EvalError {
  if (run.status === 'running' && isElsewhere(run)) return elsewhere(run)
  return new EvalError('usage', message('run {run} is not at work: there is nothing to stop', { run: run.plan.runId }))
}

function isElsewhere(run: Run): boolean {
  return run.status === 'running' && isOfOthers(run)
}

function elsewhere({ plan, processId }: Run): EvalError {
  if (isQueued(plan)) return playedByWorkers(plan.runId)
  return new EvalError(
    'usage',
    message('run {run} is at work in process {process}', { run: plan.runId, process: processId ?? 0 }),
    { hint: message('It can only be stopped there, with Ctrl-C.') },
  )
}

function notesOf(run: Run, { folder, active }: Service): RunNotes {
  const { runId } = run.plan
  const { trouble, warnings = [] } = active.historyOf(runId) ?? {}
  const origin = RunRequest.safeParse(run.plan.origin).data
  const resultFile = resultFileOf(origin, folder)
  return {
    here: active.has(runId),
    warnings: warnings.map(({ sentence }) => sentence),
    ...(trouble !== undefined && { trouble: apiProblem(trouble) }),
    ...(resultFile !== undefined && { resultFile }),
    ...commandOf(run.plan.origin),
    ...(origin?.rerunOf !== undefined && { rerunOf: origin.rerunOf }),
  }
}

/** The equivalent command line; undefined where no flags express the request. */
function commandOf(origin: Run['plan']['origin']): { readonly command?: string } {
  const request = RunRequest.safeParse(origin).data
  if (request === undefined || request.onlyMetrics !== undefined || request.variant !== undefined) return {}
  return { command: commandWords(request).map(commandWord).join(' ') }
}

/** Options and paths need no quotes. */
function commandWord(text: string): string {
  return /^(?:--[a-z-]+|[./][\p{L}\p{N}_./:@+-]*)$/u.test(text) ? text : shellWord(text)
}

/** The result file relative to the project; undefined where it does not exist. */
function resultFileOf(origin: RunRequest | undefined, folder: string): string | undefined {
  const { cwd, resultFile } = origin ?? {}
  if (cwd === undefined || resultFile === undefined) return undefined
  const path = resolve(cwd, resultFile)
  return existsSync(path) ? relative(folder, path) : undefined
}

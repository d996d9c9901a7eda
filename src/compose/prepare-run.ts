import { dirname, relative, resolve } from 'node:path'
import type { Account, AnswerCache, Metric, RunPlan, RunStore, Target } from '../core/index.ts'
import { EvalError, message } from '../core/index.ts'
import { openDataset } from './datasets.ts'
import type { Criterion, OpenedDataset } from '../formats/index.ts'
import { defaultFailOn, limitOf, metricOfPassRate, parseGateRules, reviewMeasures } from '../runner/index.ts'
import type { RunHooks, RunSetup } from '../runner/index.ts'
import { withRetries } from '../targets/with-retries.ts'
import { withTimeout } from '../targets/with-timeout.ts'
import type { Secrets } from '../text/secrets/secrets.ts'
import { canaryTally } from './judging/canary-tally.ts'
import type { CanaryTally } from './judging/canary-tally.ts'
import { judgeSource } from './judging/choose-judge.ts'
import type { JudgeUse } from './judging/choose-judge.ts'
import { chooseUser, describedUser, scenarioWatch, userUseOf } from './targets/choose-user.ts'
import type { UserUse } from './targets/choose-user.ts'
import { chooseMetrics } from './metrics/choose-metrics.ts'
import { datasetTraits } from './dataset-traits.ts'
import type { TargetSetting } from './config/define-config.ts'
import { documentReviewerName } from './document-reviewer-name.ts'
import { readEnvironment } from './config/environment.ts'
import type { Environment } from './config/environment.ts'
import { kindSettings, shippedTarget } from './kind-settings.ts'
import { foreignConfig, foreignConfigWarning, loadConfig } from './config/load-config.ts'
import type { LoadedConfig } from './config/load-config.ts'
import { makeTarget } from './targets/make-target.ts'
import { runbooksAt } from './targets/runbook-assistant-target.ts'
import { keptAsMetadata, warnOfIdleFields, warnOfIdleKeys } from './idle-fields.ts'
import { refuseIdleNone, warnOfIdleColumns, warnOfIdleRubrics, warnOfIdleSettings } from './no-effect.ts'
import { openAccount, openBudget } from './open-account.ts'
import type { Budget } from './open-account.ts'
import type { DocumentReader } from './review-documents.ts'
import { checkDocuments, documentReader, documentsOf } from './review-documents.ts'
import { isAboutRunbooks, runbookFailOn, runbookSetOf } from './runbook-evaluation.ts'
import { refuseDeadKeys } from './refuse-dead-keys.ts'
import { settingName, settle } from '../settings/index.ts'
import type { Place, RequestValues } from '../settings/index.ts'
import { RunRequest } from '../settings/run-request.ts'
import { collectWarnings } from './warnings.ts'
import type { Warnings } from './warnings.ts'
import { redactedMetric, runSecrets } from './secrets/secrets.ts'
import type { RunSecrets } from './secrets/secrets.ts'
import { timeId } from './time-id.ts'
import { openToolEnvironment } from './targets/tool-environment.ts'
import type { ToolEnvironment } from './targets/tool-environment.ts'

export type Surroundings = {
  readonly environment: Environment
  readonly version: string
  readonly openStore: () => RunStore
  readonly openCache: () => AnswerCache
  readonly now: () => Date
  /** Uniform in [0, 1). */
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Hears of every secret, for whoever prints errors. */
  readonly secrets?: Pick<Secrets, 'add'>
  /** Where requests are written, so that settings are called as they are called there (library). */
  readonly place?: Place
  /** What several runs may spend together; a run has its own otherwise. */
  readonly budget?: Budget
  /** Given by library callers instead of a name. */
  readonly target?: TargetSetting
  readonly metrics?: readonly Metric[]
  /** In place of the dataset's file, for what was read already. */
  readonly opened?: OpenedDataset
  /** In place of all that a config says. */
  readonly criteria?: readonly Criterion[]
}

export type PreparedRun = Pick<
  RunSetup,
  'plan' | 'cases' | 'target' | 'metrics' | 'setMetrics' | 'hooks' | 'user' | 'account' | 'notes'
> & {
  /** Whether the agent that ships is asked although the config names one, for datasets of another kind. */
  readonly shippedInstead: boolean
  /** Columns or keys of the cases that nothing evaluates. */
  readonly keptAsMetadata: readonly string[]
  /** What the metrics will ask of judges. */
  readonly judgeUses: readonly JudgeUse[]
  /** What will be asked of simulated users; undefined where every conversation is written down. */
  readonly userUse: UserUse | undefined
  /** Whether judges are asked again without passages that speak to them. */
  readonly secondLook: boolean
  /** For how long an overloaded judge is asked again. */
  readonly judgePatienceMs: number
  /** What became of the known-bad answers that were mixed in. */
  readonly canaries?: CanaryTally
  /** Aborted when as much is spent as may be. */
  readonly budget?: AbortSignal
  /** What people should hear; some of it shows only while the run goes on. */
  readonly warnings: Warnings
}

/** From a request to everything that a run needs. All that can be wrong in it is found here, before any agent is asked. */
export async function prepareRun(
  request: RunRequest,
  around: Surroundings,
  { resumed = false }: { readonly resumed?: boolean } = {},
): Promise<PreparedRun> {
  const file = resolve(request.cwd, request.dataset)
  const loaded = await loadConfig({
    named: request.config?.endsWith('.json') === true ? undefined : request.config,
    cwd: request.cwd,
  })
  const { config } = loaded
  const settings = settle({ values: request, folder: request.cwd }, { values: config, folder: loaded.folder })
  if (settings.failOn !== undefined) {
    parseGateRules(settings.failOn)
    refuseIdleNone(settings.failOn)
  }
  if (settings.adkCompat !== true) await refuseDeadKeys(loaded, settings)
  const { adkCompat = false, judgeLanguage, seed = 1 } = settings
  const language = judgeLanguage ?? 'en'
  const environment = readEnvironment(around.environment, loaded.folder)
  const secrets = runSecrets({ environment, public: config.public, also: around.secrets })
  const { random, place = 'library' } = around
  const warnings = collectWarnings()
  const passedOver = loaded.isNamed ? undefined : foreignConfig(dirname(file), loaded)
  if (passedOver !== undefined) {
    const { sentence, hint } = foreignConfigWarning(relative(request.cwd, passedOver))
    warnings.add(sentence, hint)
  }
  const tools = openToolEnvironment({
    request,
    place,
    loaded,
    seed,
    language,
    adkCompat,
    resumed,
    environment,
    random,
    secrets,
    warnings,
  })
  const scenarios = scenarioWatch()
  const traits = datasetTraits()
  let lastCase: string | undefined
  const opened =
    around.opened ??
    (await openDataset(file, {
      columns: config.columns,
      selected: request.selected.length > 0 ? request.selected : undefined,
      fixtures: request.review?.fixtures === undefined ? undefined : resolve(request.cwd, request.review.fixtures),
      check(evalCase) {
        tools.check(evalCase)
        secrets.noteCase(evalCase)
        scenarios.note(evalCase)
        traits.note(evalCase)
        lastCase = evalCase.id
      },
    }))
  for (const note of opened.notes ?? []) warnings.add(note)
  const repeat = settings.repeat ?? opened.repeats ?? 1
  if (opened.count === 0) {
    throw new EvalError('format', message('{file}: there is no case in it', { file }), {
      hint: message('A dataset has at least one case.'),
    })
  }
  // A result file is scored again from its answers, wherever its documents are by now.
  if (opened.format === 'review-suite') await checkDocuments(opened.dataset.cases())
  const read = documentReader()
  const budget = around.budget ?? (request.maxCost === undefined ? undefined : openBudget(request.maxCost))
  const account = openAccount(budget)
  const canaries = settings.canaries === true ? canaryTally() : undefined
  // ADK takes the first answer of a judge, and so do its exact verdicts.
  const secondLook = settings.secondLook ?? !adkCompat
  const judgePatienceMs = (settings.judgeRetrySeconds ?? 60) * 1000
  const judges = judgeSource({
    named: request.judge ?? config.judge,
    language: judgeLanguage,
    environment,
    openCache: settings.cache === false ? undefined : around.openCache,
    account,
    ...(canaries !== undefined && { canaries: { language, adkCompat, seed, tally: canaries } }),
    secondLook,
    timeoutMs: settings.judgeTimeoutMs,
    patienceMs: judgePatienceMs,
    maxAgeMs: (settings.judgeCacheDays ?? 30) * 86_400_000,
    // Whoever asks for more cases at once expects the judge to bear it.
    pace: settings.concurrency ?? 8,
    random,
    now: () => around.now().getTime(),
    warnings,
  })
  const metrics = await chooseMetrics({
    request,
    judges,
    loaded,
    datasetFile: file,
    format: opened.format,
    adkCompat,
    given: around.metrics,
    criteria: around.criteria,
    documents: documentsOf(read),
    evaluators: opened.evaluators,
    expectsTools: traits.expectsTools,
    warnings,
  })
  if (judges.uses.length === 0) await judges.assertNamed()
  const failOn = settings.failOn ?? usualGate(opened, metrics.described)
  refuseUnknownMetrics(failOn, metrics.described)
  const userSettings = { config: metrics.userSimulatorConfig, model: settings.userModel }
  const { target, described, notes, shippedInstead } = await chooseTarget({
    request,
    settings,
    loaded,
    opened,
    lastCase,
    repeat,
    read,
    account,
    around,
    tools,
    secrets,
    warnings,
  })
  warnOfOwnJudge(target, judges.uses, { place, warnings })
  const user = await chooseUser({
    ...userSettings,
    environment,
    random,
    language,
    adkCompat,
    account,
    warnings,
    scenarios: scenarios.seen,
    target,
  })
  const userUse = await userUseOf(opened.simulated, userSettings)
  const parts = {
    request,
    place,
    format: opened.format,
    simulated: opened.simulated,
    target,
    metrics: metrics.described,
    uses: judges.uses,
    asksOtherModels: userUse !== undefined || described?.model !== undefined,
    replays: described?.replayed !== undefined,
    traits,
    file,
  }
  warnOfIdleSettings(parts, warnings)
  warnOfIdleRubrics(parts, warnings)
  warnOfIdleColumns(parts, warnings)
  warnOfIdleKeys(parts, warnings)
  // Labels are asked about one metric at a time.
  if (around.opened === undefined) warnOfIdleFields(parts, warnings)
  const plan: RunPlan = {
    runId: timeId(around.now(), around.random),
    name: request.name,
    createdAt: around.now().toISOString(),
    version: around.version,
    dataset: {
      id: opened.dataset.id,
      name: opened.dataset.name,
      path: file,
      format: opened.format,
      sha256: opened.sha256,
      cases: opened.count,
      selected: request.selected.length > 0 ? [...request.selected] : undefined,
    },
    target: { name: target.name, ...(target.agentModels !== undefined && { models: [...target.agentModels] }) },
    ...(described !== undefined && { environment: described }),
    ...(user !== undefined && { user: describedUser(userSettings) }),
    metrics: metrics.described,
    repeat,
    concurrency: settings.concurrency ?? (target.recorded === true ? 64 : 8),
    seed,
    adkCompat,
    failOn: [...failOn],
    origin: request,
  }
  return {
    plan,
    cases: opened.dataset.cases,
    target,
    notes: () => [...notes(), ...secrets.notes()],
    metrics: metrics.metrics.map((metric) => redactedMetric(metric, secrets)),
    setMetrics: await setMetricsOf(plan, request.review),
    hooks: namedHooks(config.hooks ?? {}),
    user,
    account,
    warnings,
    shippedInstead,
    keptAsMetadata: keptAsMetadata(parts),
    judgeUses: judges.uses,
    secondLook,
    judgePatienceMs,
    userUse,
    ...(canaries !== undefined && { canaries }),
    ...(budget !== undefined && { budget: budget.signal }),
  }
}

/**
 * Prepares the rest of a run from what its plan remembers. The limit of what it may cost stays unless another one is
 * given, and is counted anew.
 *
 * @throws {EvalError} `usage` when dataset, target or metrics are no longer what they were: a run is one thing, not two halves
 */
export async function prepareResume(
  plan: RunPlan,
  around: Surroundings,
  changes: Pick<RunRequest, 'maxCost'> = {},
): Promise<PreparedRun> {
  const origin = RunRequest.parse(plan.origin)
  const maxCost = changes.maxCost ?? origin.maxCost
  const prepared = await prepareRun({ ...origin, seed: plan.seed, maxCost }, around, { resumed: true })
  const changed = (
    [
      ['dataset', plan.dataset.sha256, prepared.plan.dataset.sha256],
      ['target', plan.target.name, prepared.plan.target.name],
      ['environment', JSON.stringify(plan.environment), JSON.stringify(prepared.plan.environment)],
      ['metrics', JSON.stringify(plan.metrics), JSON.stringify(prepared.plan.metrics)],
    ] as const
  ).filter(([, before, now]) => before !== now)
  if (changed.length > 0) {
    throw new EvalError(
      'usage',
      message('run {run} cannot go on: its {things} changed since', {
        run: plan.runId,
        things: changed.map(([thing]) => thing).join(', '),
      }),
      { hint: message('Start a new run with `shinsa run`; the old one stays as it is.') },
    )
  }
  return { ...prepared, plan }
}

type TargetChoice = {
  readonly request: RunRequest
  readonly settings: RequestValues
  readonly loaded: LoadedConfig
  readonly opened: OpenedDataset
  readonly lastCase: string | undefined
  readonly repeat: number
  readonly read: DocumentReader
  readonly account: Account
  readonly around: Surroundings
  readonly tools: ToolEnvironment
  readonly secrets: RunSecrets
  readonly warnings: Warnings
}

async function chooseTarget(choice: TargetChoice) {
  const { request, settings, loaded, opened, lastCase, repeat, read, account, around, tools, secrets, warnings } =
    choice
  const { config, folder } = loaded
  const kind = kindSettings(config, opened.format)
  const recorded = opened.transcripts === undefined ? undefined : 'dataset'
  const setting = withModel(
    around.target ?? request.target ?? recorded ?? kind.target ?? shippedTarget(opened.format),
    request.review?.model,
  )
  if (setting === undefined) {
    throw new EvalError('target', message('there is no agent to evaluate'), {
      hint: message(
        'Name one with {target} (./agent.ts, command:…, http://…, recorded:FILE), or in shinsa.config.ts (`shinsa init` writes one).',
        { target: settingName('target', around.place ?? 'library') },
      ),
    })
  }
  assertReviewerMeant(request, setting, around)
  const { targets: named = {} } = config
  const made = await makeTarget(setting, {
    // A name from the config stands for what is written there.
    folder: request.target === undefined || Object.hasOwn(named, request.target) ? folder : request.cwd,
    named,
    environment: readEnvironment(around.environment, folder),
    secrets,
    repeat,
    lastCase,
    openStore: around.openStore,
    datasetTranscripts: opened.transcripts,
    read,
    account,
    random: around.random,
    pace: settings.concurrency ?? 8,
    mcpCommands: config.mcpCommands,
    mcpHosts: config.mcpHosts,
    version: around.version,
    knowledgeBases: Object.fromEntries(
      Object.entries(config.knowledgeBases ?? {}).map(([id, path]) => [id, resolve(folder, path)]),
    ),
    reviewPrompt: request.review?.prompt === undefined ? undefined : resolve(request.cwd, request.review.prompt),
    cwd: request.cwd,
    now: around.now,
    runbooks: {
      ...runbooksAt(loaded, dirname(resolve(request.cwd, request.dataset)), request.cwd),
      ...(request.runbooks !== undefined && { folder: resolve(request.cwd, request.runbooks) }),
    },
    warnings,
  })
  const served = {
    ...(await tools.serve(made)),
    shippedInstead:
      kind.shippedInstead && [around.target, request.target, recorded].every((other) => other === undefined),
  }
  if (made.recorded === true) return served
  const limited = withTimeout(served.target, settings.timeoutMs ?? 120_000)
  const { random, sleep } = around
  return { ...served, target: withRetries(limited, { attempts: settings.attempts ?? 3, random, sleep }) }
}

/** The reviewer that ships, with the model that is asked for. */
function withModel(setting: TargetSetting | undefined, model: string | undefined): TargetSetting | undefined {
  const ships = typeof setting === 'string' && new RegExp(`^${documentReviewerName}(?::|$)`).test(setting)
  return ships && model !== undefined ? `${documentReviewerName}:${model}` : setting
}

/** What is said about the reviewer that ships must not be lost on another one. */
function assertReviewerMeant(
  { review }: RunRequest,
  setting: TargetSetting,
  { place = 'library' }: Pick<Surroundings, 'place'>,
): void {
  if (review?.model === undefined && review?.prompt === undefined) return
  if (typeof setting === 'string' && setting.startsWith(documentReviewerName)) return
  const name = (key: 'review.model' | 'review.prompt' | 'target') => settingName(key, place)
  throw new EvalError(
    'usage',
    message('{model} and {prompt} are for the document reviewer that ships', {
      model: name('review.model'),
      prompt: name('review.prompt'),
    }),
    {
      hint: message('Leave {target} out, and `review: {braces}` in the config.', {
        target: name('target'),
        braces: '{ target }',
      }),
    },
  )
}

/** Models like what they wrote themselves. Of somebody's own agent nobody knows what it asks. */
function warnOfOwnJudge(
  { agentModels = [] }: Target,
  uses: readonly JudgeUse[],
  { place, warnings }: { readonly place: Place; readonly warnings: Warnings },
): void {
  // The same model behind two providers is one.
  const own = new Set(agentModels.map(bareName))
  for (const { judge } of uses) {
    if (!own.has(bareName(judge.id))) continue
    warnings.add(
      message('{model} judges what it answered itself', { model: judge.id }),
      message('Models favour their own answers: name another one with {judge}.', {
        judge: settingName('judge', place),
      }),
    )
  }
}

function bareName(model: string): string {
  return model.slice(model.lastIndexOf('/') + 1)
}

/** The rules of a run when nobody says any. */
function usualGate({ format }: OpenedDataset, metrics: RunPlan['metrics']): readonly string[] {
  const hasPanel = metrics.some(({ name }) => name === 'runbook_panel')
  return isAboutRunbooks(format) && hasPanel ? runbookFailOn : defaultFailOn
}

/** Reviews and answers about runbooks are also measured as a set. */
async function setMetricsOf(plan: RunPlan, review: RunRequest['review']) {
  const { metrics, dataset, seed } = plan
  if (metrics.some(({ name }) => name === 'runbook_panel') && isAboutRunbooks(dataset.format))
    return [runbookSetOf(plan)]
  if (!metrics.some(({ name }) => name === 'verdict_match')) return []
  const [{ reviewSet }, { confidenceRules }] = await Promise.all([
    import('../packs/review/metrics/review-set.ts'),
    import('../statistics/index.ts'),
  ])
  const { preset, maxMissRate, maxApprovedErrors, certainty } = review ?? {}
  return [
    reviewSet({
      seed,
      confident: confidenceRules[preset ?? 'standard'],
      alpha: maxMissRate,
      approvedAlpha: maxApprovedErrors,
      delta: certainty === undefined ? undefined : 1 - certainty,
      dataHash: dataset.sha256,
    }),
  ]
}

/** Hooks whose errors say which hook it was: they are the project's code, and neither the agent's fault nor ours. */
function namedHooks({ setup, reset, teardown }: RunHooks): RunHooks {
  return {
    setup: setup && namedHook('setup', setup),
    reset: reset && namedHook('reset', reset),
    teardown: teardown && namedHook('teardown', teardown),
  }
}

function namedHook<Args extends readonly unknown[]>(name: string, hook: (...args: Args) => void | Promise<void>) {
  return async (...args: Args): Promise<void> => {
    try {
      await hook(...args)
    } catch (cause) {
      const problem = cause instanceof Error ? cause.message : String(cause)
      throw new EvalError('environment', message('the {name} hook threw: {problem}', { name, problem }), { cause })
    }
  }
}

/** A rule about a metric that the run does not have could only ever fail, after the agent was asked everything. */
function refuseUnknownMetrics(failOn: readonly string[], metrics: RunPlan['metrics']): void {
  const names = metrics.map(({ name }) => name)
  const ofReviews = names.includes('verdict_match') ? reviewMeasures : []
  const known = ['pass-rate', 'pass-rate-low', ...ofReviews, ...names]
  const limits = failOn.flatMap((rule) => limitOf(rule) ?? [])
  const unknown = limits.find(({ name }) => !known.includes(metricOfPassRate(name) ?? name))?.name
  if (unknown !== undefined) {
    throw new EvalError(
      'usage',
      message('the gate asks for {metric}, which this run does not measure', { metric: unknown }),
      {
        hint: message('It measures: {names}.', { names: known.join(', ') }),
      },
    )
  }
  const inverted = new Set(metrics.filter(({ polarity }) => polarity === 'lower-is-better').map(({ name }) => name))
  const turned = limits.find(({ name, side }) => side === 'below' && inverted.has(name))
  if (turned === undefined) return
  throw new EvalError(
    'usage',
    message('lower is better in {metric}: that rule would close the gate on good values', { metric: turned.name }),
    { hint: message('Write "{rule}".', { rule: `${turned.name}>${turned.limit}` }) },
  )
}

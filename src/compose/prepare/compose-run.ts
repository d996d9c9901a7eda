import { type User, message } from '../../core/index.ts'
import type { DecoyMode } from '../../judges/index.ts'
import type { JournalledAccount } from '../../runner/index.ts'
import { canaryTracker, type CanaryTracker } from '../judging/canary-tracker.ts'
import { judgeSource, type RunJudges } from '../judging/choose-judge.ts'
import { chooseMetrics, type ChosenMetrics } from '../metrics/choose-metrics.ts'
import { openAccount, openBudget, type Budget } from '../cost/open-account.ts'
import { documentReader, documentAccess, type DocumentReader } from '../review-documents.ts'
import { chooseTarget, type ChosenTarget } from './choose-target.ts'
import { chooseUser, userUseOf, type UserUse } from '../targets/choose-user.ts'
import { settingName, type RunValues } from '../../settings/index.ts'
import type { OpenedRun } from './open-run.ts'
import { gateRules, stopsEarly } from './run-gate.ts'
import { languageToModels, type SettledRun } from './settle-run.ts'

type Means = {
  readonly read: DocumentReader
  readonly budget: Budget | undefined
  readonly account: JournalledAccount
  readonly canaries: CanaryTracker | undefined
}

export type ComposedRun = Means & {
  readonly judges: RunJudges
  readonly metrics: ChosenMetrics
  readonly failOn: readonly string[]
  readonly stopEarly: boolean
  readonly chosen: ChosenTarget
  readonly user: User | undefined
  readonly userSettings: Pick<Parameters<typeof chooseUser>[0], 'config' | 'model'>
  readonly userUse: UserUse | undefined
}

/**
 * Chooses metrics, judges, target and simulated user.
 *
 * @throws {EvalError} `config`, `target` or `usage` for what is unavailable
 */
export async function composeRun(settled: SettledRun, cases: OpenedRun): Promise<ComposedRun> {
  const { request, loaded, datasetFile, settings } = settled.asked
  const { dependencies, environment, warnings } = settled.world
  const { opened, traits, asserted, scenarios } = cases
  const means = openMeans(settled)
  const judges = openJudges(settled, means)
  const { adkCompat } = settings
  const metrics = await chooseMetrics({
    request,
    judges,
    loaded,
    datasetFile,
    format: opened.format,
    adkCompat,
    given: dependencies.metrics,
    criteria: dependencies.criteria,
    documents: documentAccess(means.read),
    evaluators: opened.evaluators,
    expects: traits.expects,
    asserted: asserted && { traits, asserted },
    warnings,
  })
  if (judges.uses.length === 0) await judges.assertNamed()
  const failOn = gateRules(settled, opened, metrics.described)
  const stopEarly = await stopsEarly(settled, { failOn, repeat: cases.repeat })
  const chosen = await chooseTarget(settled, cases, means)
  warnOfOwnJudge(settled, chosen, judges)
  const userSettings = { config: metrics.userSimulatorConfig, model: settings.userModel }
  const user = await chooseUser({
    ...userSettings,
    environment,
    random: dependencies.random,
    language: languageToModels(settings),
    adkCompat,
    account: means.account,
    warnings,
    scenarios,
    target: chosen.target,
  })
  const userUse = await userUseOf(opened.simulated, userSettings)
  return { ...means, judges, metrics, failOn, stopEarly, chosen, user, userSettings, userUse }
}

function openMeans({ asked: { request, settings }, world: { dependencies } }: SettledRun): Means {
  const { maxCost } = request
  const budget = dependencies.budget ?? (maxCost === undefined ? undefined : openBudget(maxCost))
  return {
    read: documentReader(),
    budget,
    account: openAccount(budget, dependencies),
    canaries: settings.canaries ? canaryTracker() : undefined,
  }
}

function openJudges(
  { asked: { loaded, settings }, world: { dependencies, environment, warnings } }: SettledRun,
  { account, canaries }: Means,
): RunJudges {
  const { adkCompat, seed } = settings
  const { openCache, openRunCache, now, random } = dependencies
  return judgeSource({
    named: settings.judge ?? loaded.config.judge,
    language: settings.judgeLanguage,
    environment,
    openCache: settings.cache ? openCache : openRunCache,
    account,
    ...(canaries !== undefined && {
      canaries: { language: languageToModels(settings), adkCompat, seed, tracker: canaries },
    }),
    secondLook: asksAgain(settings),
    decoys: decoysOf(settings),
    timeoutMs: settings.judgeTimeoutMs,
    patienceMs: settings.judgeRetrySeconds * 1000,
    maxAgeMs: settings.judgeCacheDays * 86_400_000,
    // Users who raise the number of concurrent cases expect the judge to keep up.
    pace: settings.concurrency,
    random,
    now: () => now().getTime(),
    warnings,
  })
}

/** Tells whether judges are asked again without passages that address them. ADK takes the first answer. */
export function asksAgain({ secondLook, adkCompat }: RunValues): boolean {
  return secondLook ?? !adkCompat
}

/** Returns which passes decoys confirm. ADK has no decoys. */
export function decoysOf({ decoys, adkCompat }: Pick<RunValues, 'decoys' | 'adkCompat'>): DecoyMode {
  return decoys ?? (adkCompat ? 'off' : 'auto')
}

/** Models favour their own answers. The models of a user's own agent are unknown. */
function warnOfOwnJudge(
  { asked: { place }, world: { warnings } }: SettledRun,
  { target: { agentModels = [] } }: ChosenTarget,
  { uses }: RunJudges,
): void {
  // The same model at two providers counts as one.
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

import { type RunPlan, EvalError, message } from '../../core/index.ts'
import { formats } from '../datasets.ts'
import { keptAsMetadata, warnOfIdleFields, warnOfIdleKeys } from '../idle-fields.ts'
import { warnOfIdleColumns, warnOfIdleRubrics, warnOfIdleSettings } from '../no-effect.ts'
import { chooseSetMetrics, gateMeasuresOf } from '../pack-parts.ts'
import type { PreparedRun } from '../prepared-run.ts'
import { redactedMetric } from '../secrets/secrets.ts'
import { describedUser } from '../targets/choose-user.ts'
import { timeId } from '../time-id.ts'
import { codeOfRun } from './code-of-run.ts'
import { asksAgain, type ComposedRun, decoysOf } from './compose-run.ts'
import { admissionNotes, judgeStandings } from '../judging/judge-admissions.ts'
import { knownDataset, type OpenedRun } from './open-run.ts'
import type { AskedRun, SettledRun } from './settle-run.ts'
import { messageOf } from '../../core/basics/message-of.ts'
import type { RunHooks } from '../../runner/index.ts'
import { collectUnawaitedErrors } from '../../runner/thrown-errors.ts'

export async function planRun(settled: SettledRun, cases: OpenedRun, composed: ComposedRun): Promise<PreparedRun> {
  warnOfWhatIsIdle(settled, cases, composed)
  const planned = { ...planOf(settled, cases, composed), ...(await knownErrors(settled, composed)) }
  const { request, loaded, settings } = settled.asked
  const { dependencies, environment, secrets, warnings } = settled.world
  const { chosen, metrics, judges, user, account, userUse, canaries, budget } = composed
  const standings = judgeStandings(planned, judges.uses, { cwd: request.cwd, decoys: decoysOf(settings) })
  const plan = { ...planned, ...(standings !== undefined && { admissions: [...standings] }) }
  const isInCode = request.evaluation !== undefined && chosen.setting === dependencies.target
  return {
    plan,
    cases: cases.opened.dataset.cases,
    unreadCases: cases.opened.unread,
    knownDataset: knownDataset(cases),
    target: chosen.target,
    asked: { ...settled.asked, environment, setting: chosen.setting, isInCode, user: plan.user },
    unawaitedErrors: collectUnawaitedErrors(secrets.redact),
    notes: () => [...chosen.notes(), ...secrets.notes(), ...admissionNotes(standings ?? [])],
    metrics: metrics.metrics.map((metric) => redactedMetric(metric, secrets)),
    setMetrics: await chooseSetMetrics(plan, request, {
      made: [...(loaded.config.setMetrics ?? []), ...(dependencies.setMetrics ?? [])],
      packs: dependencies.packs,
    }),
    gateMeasures: gateMeasuresOf(dependencies.packs),
    ...(await openBaseline(settings.baseline)),
    hooks: namedHooks(loaded.config.hooks ?? {}),
    user,
    account,
    warnings,
    shippedInstead: chosen.shippedInstead,
    keptAsMetadata: keptAsMetadata({ traits: cases.traits, format: cases.opened.format }),
    judgeUses: judges.uses,
    secondLook: asksAgain(settings),
    github: settings.github,
    caseLines: caseLinesIn(settled.asked),
    judgePatienceMs: settings.judgeRetrySeconds * 1000,
    userUse,
    ...(canaries !== undefined && { canaries }),
    ...(budget !== undefined && { budget: budget.signal }),
  }
}

async function knownErrors(
  { asked: { settings } }: SettledRun,
  { metrics }: ComposedRun,
): Promise<Pick<RunPlan, 'judgeErrors'>> {
  if (settings.judgeErrors === undefined) return {}
  const { readJudgeErrors } = await import('../judging/judge-errors-file.ts')
  const names = metrics.metrics.map(({ name }) => name)
  return { judgeErrors: await readJudgeErrors(settings.judgeErrors, names) }
}

function caseLinesIn({ datasetFile, loaded, review }: AskedRun): PreparedRun['caseLines'] {
  return async (sought) => {
    const { linesOfCases } = await import('../../formats/case-places.ts')
    return linesOfCases(datasetFile, sought, { formats, columns: loaded.config.columns, fixtures: review.fixtures })
  }
}

async function openBaseline(file: string | undefined): Promise<Pick<PreparedRun, 'baseline' | 'againstBaseline'>> {
  if (file === undefined) return {}
  const { readRunFile } = await import('../baseline/read-run-file.ts')
  const { againstBaseline } = await import('../baseline/against-baseline.ts')
  const baseline = await readRunFile(file)
  return { baseline, againstBaseline: againstBaseline(baseline, file) }
}

function warnOfWhatIsIdle(
  { asked: { request, place, datasetFile }, world: { dependencies, warnings } }: SettledRun,
  { opened, traits }: OpenedRun,
  { chosen, metrics, judges, userUse }: ComposedRun,
): void {
  const { target, described } = chosen
  const parts = {
    request,
    place,
    format: opened.format,
    isAnswered: opened.transcripts !== undefined,
    simulated: opened.simulated,
    target,
    metrics: metrics.described,
    uses: judges.uses,
    asksOtherModels: userUse !== undefined || described?.model !== undefined,
    replays: described?.replayed !== undefined,
    traits,
    file: datasetFile,
  }
  warnOfIdleSettings(parts, warnings)
  warnOfIdleRubrics(parts, warnings)
  warnOfIdleColumns(parts, warnings)
  warnOfIdleKeys(parts, warnings)
  // Labelling asks about one metric at a time, so the other fields are not idle.
  if (dependencies.opened === undefined) warnOfIdleFields(parts, warnings)
}

function planOf(
  { asked, world: { dependencies } }: SettledRun,
  { opened, selected, repeat }: OpenedRun,
  { chosen: { target, described }, metrics, failOn, stopEarly, user, userSettings }: ComposedRun,
): RunPlan {
  const { request, loaded, settings, datasetFile } = asked
  const { now, random, version } = dependencies
  return {
    runId: timeId(now(), random),
    name: request.name,
    createdAt: now().toISOString(),
    version,
    ...codeOfRun(request.cwd, loaded, metrics.criteriaFile),
    dataset: {
      id: opened.dataset.id,
      name: opened.dataset.name,
      ...((dependencies.cases === undefined || request.evaluation !== undefined) && { path: datasetFile }),
      format: opened.format,
      sha256: opened.sha256,
      cases: opened.count,
      ...(opened.total !== opened.count && { total: opened.total }),
      selected: selected.length > 0 ? [...selected] : undefined,
    },
    target: { name: target.name, ...(target.agentModels !== undefined && { models: [...target.agentModels] }) },
    ...(described !== undefined && { environment: described }),
    ...(user !== undefined && { user: describedUser(userSettings) }),
    metrics: metrics.described,
    repeat,
    concurrency: settings.concurrency ?? (target.recorded === true ? 64 : 8),
    seed: settings.seed,
    adkCompat: settings.adkCompat,
    failOn: [...failOn],
    ...(stopEarly && { stopEarly, ...orderSeed(asked, random), comparedWith: dependencies.comparedWith }),
    origin: { ...request, selected: [...selected] },
  }
}

function orderSeed({ request, loaded }: AskedRun, random: () => number): Pick<RunPlan, 'orderSeed'> {
  const isChosen = request.seed !== undefined || loaded.config.seed !== undefined
  return isChosen ? {} : { orderSeed: Math.floor(random() * 2 ** 31) }
}

/** Adds the name of the hook to its errors: hooks are the project's code, neither the agent's nor ours. */
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
      const problem = messageOf(cause)
      throw new EvalError('environment', message('the {name} hook threw: {problem}', { name, problem }), { cause })
    }
  }
}

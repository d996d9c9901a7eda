import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  type DocumentsOf,
  type EvaluatorCriterion,
  type JsonObject,
  type Metric,
  type RunPlan,
  EvalError,
  message,
} from '../../core/index.ts'
import type { Thresholds } from '../../core/pack/pack-defaults.ts'
import { adkCriteriaFrom, adkDefaultCriteria, readAdkEvalConfig, type Criterion } from '../criteria/eval-config.ts'
import { decodeText } from '../../formats/kit/decode-text.ts'
import { isTable } from '../../formats/detect-format.ts'
import { isOfJudge, type RunJudges } from '../judging/choose-judge.ts'
import { formats } from '../datasets.ts'
import { protocolSetting } from '../config/kind-config.ts'
import type { ReferenceKinds } from '../dataset-traits.ts'
import { kindSettings } from '../kind-settings.ts'
import { packOf } from '../pack-of.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type { FoundCriteria } from '../criteria/criteria-file.ts'
import { efficiencyMetrics, judgesForMetrics, makeMetric, metricNames } from './metric-catalogue.ts'
import { judgedMetricNames } from './judged-metric-names.ts'
import { isPassedAsWhole, statedOptions } from './idle-options.ts'
import { isCriteriaFile } from '../../settings/request-settings.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { evaluatorFor, packMetrics } from './pack-metrics.ts'
import type { Scorer } from './scorers.ts'
import { assertTrusted } from '../config/trusted-folder.ts'
import type { Asserted } from './asserted-metrics.ts'
import type { Warnings } from '../warnings.ts'

type MetricPlace = {
  readonly request: Pick<RunRequest, 'config' | 'cwd' | 'metric' | 'review' | 'target'>
  readonly loaded: LoadedConfig
  readonly datasetFile: string
  readonly format: string
  readonly given?: readonly (Metric | Scorer)[] | undefined
  readonly criteria?: readonly Criterion[] | undefined
  readonly warnings: Warnings
  readonly evaluators: readonly JsonObject[] | undefined
  /** True when the dataset lists tool calls; a table without them says nothing about tools. */
  readonly expects?: ReferenceKinds
  readonly asserted?: Asserted | undefined
}

type ChooseMetricsChoice = MetricPlace & {
  readonly request: RunRequest
  readonly adkCompat: boolean
  readonly judges: RunJudges
  readonly documents: DocumentsOf
}

export type ChosenMetrics = Awaited<ReturnType<typeof chooseMetrics>>

/**
 * Chooses the metrics of a run. Criteria come from the first source that has some: `--config FILE.json`, the config's
 * `criteria`, `test_config.json` beside the dataset, ADK's defaults. The config's own metrics and the efficiency
 * metrics are added. An experiment's evaluators replace the last two sources; the config overrides equal names.
 *
 * @throws {EvalError} `config` for an unknown metric or a metric named twice
 */
export async function chooseMetrics(choice: ChooseMetricsChoice) {
  const { onlyMetrics, thresholds } = choice.request
  const { made, evaluators, criteria, folder, file, isFound, userSimulatorConfig } = withThresholds(
    onlyWanted(await findMetrics(choice), onlyMetrics),
    thresholds,
  )
  const measuring = efficiencyMetrics(choice)
  const named = await fromEvaluators(evaluators, choice)
  for (const criterion of criteria) {
    const { metricName: name, threshold, customFunctionPath: code } = criterion
    if (code !== undefined && isFound === true) await assertTrusted(folder, code, choice.loaded)
    const own = await inFile(file, () => makeMetric(criterion, { ...choice, folder }))
    const metric = ofRowsWithTools(own, choice)
    if (!measuring.some((other) => other.name === name)) warnOfUnreachable(criterion, choice.warnings)
    named.push({
      metric,
      described: { name, threshold, options: statedOptions(criterion), ...aboutJudging(metric, choice.judges) },
    })
  }
  const taken = new Set([...named.map(({ metric }) => metric.name), ...made.map(({ name }) => name)])
  const others = [...made, ...measuring.filter(({ name }) => !taken.has(name))]
  const metrics = [...named.map(({ metric }) => metric), ...others]
  const names = metrics.map(({ name }) => name)
  const twin = names.find((name, index) => names.indexOf(name) < index)
  if (twin !== undefined) throw new EvalError('config', message('the metric {metric} is there twice', { metric: twin }))
  return {
    metrics:
      choice.asserted === undefined ? metrics : metrics.map((await import('./asserted-metrics.ts')).judgingOnlyStated),
    described: [
      ...named.map(({ described }) => described),
      ...others.map(({ name, polarity }) => ({ name, ...(polarity !== undefined && { polarity }) })),
    ],
    userSimulatorConfig,
    criteriaFile: file,
  }
}

/** Adds the file to errors, since it may be one of many or have been found without being named. */
async function inFile<Made>(file: string | undefined, make: () => Promise<Made>): Promise<Made> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof EvalError) || file === undefined || isOfJudge(error)) throw error
    if (error.sentence.text.includes('{file}')) throw error
    const { code, hint, sentence } = error
    throw new EvalError(
      code,
      { text: `{file}: ${sentence.text}`, values: { ...sentence.values, file } },
      { hint, cause: error },
    )
  }
}

/** Like a row with an empty cell, and unlike an empty list, a row without a column of tool calls expects nothing. */
function ofRowsWithTools(metric: Metric, { format }: MetricPlace): Metric {
  if (!metricsOfCalls.includes(metric.name) || !isTable(format)) return metric
  return {
    ...metric,
    score(evalCase, transcript, context) {
      const saysNothing = evalCase.conversation?.every(({ steps }) => steps === undefined) === true
      if (!saysNothing) return metric.score(evalCase, transcript, context)
      const reason = message('The row says nothing about tools')
      return { metric: metric.name, status: 'not-evaluated', reason, informational: true }
    },
  }
}

const trajectoryMetric = 'tool_trajectory_avg_score'
const metricsOfCalls = [trajectoryMetric, 'tool_call_f1', 'tool_parameter_match', 'tool_choice']

/** Lists a run's metrics without making them. Quantities are left out. */
export async function defaultMetrics(place: MetricPlace) {
  const { made, evaluators, criteria } = await findMetrics(place)
  return [
    ...evaluators.map(({ name, type }) => ({
      name,
      judged: packOf(place.format)?.evaluators?.asksJudge(type) === true,
    })),
    ...criteria.map(({ metricName: name, criterion, threshold }) => ({
      name,
      judged: asksJudge(name, criterion),
      threshold,
    })),
    ...made.map(({ name }) => ({ name, judged: false })),
  ]
}

function asksJudge(metric: string, options: JsonObject): boolean {
  const ofPack = packMetrics.get(metric)
  if (judgedMetricNames.includes(metric) || (ofPack !== undefined && 'judged' in ofPack)) return true
  const evaluator = evaluatorFor(metric, options)
  return evaluator !== undefined && evaluator.of.asksJudge(evaluator.type)
}

type FoundMetrics = FoundCriteria & {
  readonly made: readonly Metric[]
  readonly evaluators: readonly EvaluatorCriterion[]
}

async function findMetrics(place: MetricPlace): Promise<FoundMetrics> {
  const given = place.given ?? kindSettings(place.loaded.config, place.format).metrics ?? []
  const made = given.length === 0 ? [] : (await import('./scorers.ts')).metricsFrom(given)
  const hasOwn = place.evaluators !== undefined && !isCriteriaFile(place.request.config)
  const evaluators = hasOwn ? ((await packOf(place.format)?.evaluators?.criteriaOf(place.evaluators ?? [])) ?? []) : []
  const found = await findCriteria(place, { metrics: made.length > 0, evaluators: evaluators.length > 0 })
  const names = [...found.criteria.map(({ metricName }) => metricName), ...made.map(({ name }) => name)]
  const asserted = await assertedOf(place, names)
  return {
    ...found,
    criteria: withAdded([...found.criteria, ...asserted.criteria], place.request.metric),
    made: [...made, ...asserted.metrics, ...(found.unavailable ?? [])],
    evaluators: evaluators.filter(({ name }) => !names.includes(name)),
  }
}

const thresholdOfAdded = 0.8

/**
 * Adds criteria by name; a name that is there already gets the new threshold.
 *
 * @throws {EvalError} `usage` for anything but a name or `name=threshold`
 */
function withAdded(criteria: readonly Criterion[], added: readonly string[] = []): readonly Criterion[] {
  return added.reduce<readonly Criterion[]>((all, text) => {
    const [, metricName, given] = /^([^=\s]+)(?:=(0(?:\.\d+)?|1(?:\.0+)?|\.\d+))?$/.exec(text) ?? []
    if (metricName === undefined) {
      throw new EvalError('usage', message('{given} names no metric to add', { given: JSON.stringify(text) }), {
        hint: message('Write a name, or a name with a threshold from 0 to 1: {example}.', {
          example: 'final_response_match_v2=0.8',
        }),
      })
    }
    const before = all.find((one) => one.metricName === metricName)
    const threshold = given === undefined ? (before?.threshold ?? thresholdOfAdded) : Number(given)
    const criterion = { ...before?.criterion, threshold }
    const changed = { ...before, metricName, threshold, criterion }
    return before === undefined ? [...all, changed] : all.map((one) => (one === before ? changed : one))
  }, criteria)
}

/** Returns criteria and metrics for assertions of cases in code that none of the named metrics checks. */
async function assertedOf({ asserted }: MetricPlace, names: readonly string[]) {
  if (asserted === undefined) return { criteria: [], metrics: [] }
  const { assertedCriteria, assertedMetrics } = await import('./asserted-metrics.ts')
  return { criteria: assertedCriteria(asserted, names), metrics: assertedMetrics(asserted) }
}

/** @throws {EvalError} `config` for a wanted metric that the run does not have */
function onlyWanted(found: FoundMetrics, wanted: readonly string[] | undefined): FoundMetrics {
  if (wanted === undefined) return found
  const { made, evaluators, criteria } = found
  const names = [...made, ...evaluators].map(({ name }) => name).concat(criteria.map(({ metricName }) => metricName))
  const missing = wanted.find((name) => !names.includes(name))
  if (missing !== undefined) {
    throw new EvalError('config', message('there is no metric {metric}', { metric: missing }), {
      hint: message('There are: {names}.', { names: names.join(', ') }),
    })
  }
  return {
    ...found,
    made: made.filter(({ name }) => wanted.includes(name)),
    evaluators: evaluators.filter(({ name }) => wanted.includes(name)),
    criteria: criteria.filter(({ metricName }) => wanted.includes(metricName)),
  }
}

/** @throws {EvalError} `config` for a threshold of something that is no criterion of the run */
function withThresholds(found: FoundMetrics, thresholds: Readonly<Record<string, number>> = {}): FoundMetrics {
  const names = found.criteria.map(({ metricName }) => metricName)
  const missing = Object.keys(thresholds).find((name) => !names.includes(name))
  if (missing !== undefined) {
    const there = message('There are: {names}.', { names: names.join(', ') || '–' })
    throw new EvalError('config', message('no criterion {metric} has a threshold to change', { metric: missing }), {
      hint: metricNames().includes(missing)
        ? message('`--metric {metric}={threshold}` adds it.', { metric: missing, threshold: thresholds[missing] ?? 1 })
        : there,
    })
  }
  return {
    ...found,
    criteria: found.criteria.map((criterion) => {
      const threshold = Object.hasOwn(thresholds, criterion.metricName) ? thresholds[criterion.metricName] : undefined
      if (threshold === undefined) return criterion
      return { ...criterion, threshold, criterion: { ...criterion.criterion, threshold } }
    }),
  }
}

type ChooseMetricsName = { readonly metric: Metric; readonly described: RunPlan['metrics'][number] }

async function fromEvaluators(
  evaluators: readonly EvaluatorCriterion[],
  { judges, format }: ChooseMetricsChoice,
): Promise<ChooseMetricsName[]> {
  const made: ChooseMetricsName[] = []
  const source = packOf(format)?.evaluators
  if (source === undefined) return made
  for (const evaluator of evaluators) {
    const { metric, threshold } = await source.make(evaluator, judgesForMetrics(judges))
    const { name, options } = evaluator
    made.push({ metric, described: { name, threshold, options, ...aboutJudging(metric, judges) } })
  }
  return made
}

function aboutJudging(
  { name, polarity }: Metric,
  { uses }: RunJudges,
): Pick<ChooseMetricsName['described'], 'judge' | 'polarity'> {
  const judge = uses.find((use) => use.metric === name)?.judge.id
  return { ...(judge !== undefined && { judge }), ...(polarity !== undefined && { polarity }) }
}

async function findCriteria(
  { request, loaded, datasetFile, format, criteria, warnings, asserted, expects = nothing }: MetricPlace,
  given: { readonly metrics: boolean; readonly evaluators: boolean },
): Promise<FoundCriteria> {
  if (criteria !== undefined) return { criteria, folder: loaded.folder }
  if (isCriteriaFile(request.config)) return criteriaIn(resolve(request.cwd, request.config), warnings)
  const own = packOf(format)?.criteria
  const asked = own?.asked?.(request)
  if (asked !== undefined) return criteriaWith(asked)
  const { criteria: configured } = kindSettings(loaded.config, format)
  if (configured !== undefined) {
    return { criteria: adkCriteriaFrom(configured, loaded.file ?? 'config'), folder: loaded.folder }
  }
  const folder = dirname(datasetFile)
  // Criteria beside a dataset are meant for files.
  if (asserted !== undefined || given.evaluators) return { criteria: [], folder }
  const beside = criteriaFileAt(folder)
  const fromFile = beside === undefined ? undefined : await criteriaBeside(beside, format, warnings)
  if (fromFile !== undefined) return { ...fromFile, isFound: true }
  if (given.metrics) return { criteria: [], folder }
  if (own !== undefined) return criteriaWith(own.thresholds)
  if (expects.tools && asksOverMcp(request, loaded)) return criteriaWith({ tool_choice: 1 })
  return { criteria: standardCriteria(format, expects), folder }
}

const nothing: ReferenceKinds = { tools: false, answers: false }

/**
 * Default criteria: agreement with what the references of a table state, ADK's defaults for its files. A tool that a table
 * only names may have any arguments.
 */
function standardCriteria(format: string, expects: ReferenceKinds): readonly Criterion[] {
  if (isTable(format)) {
    const calls = { threshold: 1, ignore_args: 'unless-stated' }
    return [
      ...(expects.tools ? [{ metricName: trajectoryMetric, threshold: 1, criterion: calls }] : []),
      ...(expects.answers || !expects.tools ? criteriaWith({ reference_match: 1 }).criteria : []),
    ]
  }
  const defaults = adkDefaultCriteria()
  // Formats that cannot name tools do not state that there should be none.
  const isSilent = formats.find(({ name }) => name === format)?.silentOnTools === true
  return isSilent ? defaults.filter(({ metricName }) => metricName !== trajectoryMetric) : defaults
}

/** Tests of an MCP server ask whether its tools are found, not what a model says besides. */
function asksOverMcp({ target }: Pick<RunRequest, 'target'>, { config }: MetricPlace['loaded']): boolean {
  const named = target === undefined ? config.target : (config.targets?.[target] ?? target)
  const protocol = named === undefined ? undefined : protocolSetting(named)
  return protocol !== undefined && 'mcp' in protocol
}

async function criteriaIn(file: string, warnings: Warnings): Promise<FoundCriteria> {
  const { readCriteriaFile } = await import('../criteria/criteria-file.ts')
  return readCriteriaFile(file, warnings)
}

/** A folder may hold datasets of several kinds, and the file may be meant for the others. */
async function criteriaBeside(file: string, format: string, warnings: Warnings): Promise<FoundCriteria | undefined> {
  const own = packOf(format)?.criteria?.metrics
  if (own === undefined) return criteriaIn(file, warnings)
  if (basename(file) !== adkConfigName) return undefined
  const { criteria } = readAdkEvalConfig(decodeText(readFileSync(file), file), file)
  const isMeant = criteria.some(({ metricName, criterion }) => own.includes(metricName) || 'aspects' in criterion)
  if (isMeant) return criteriaIn(file, warnings)
  warnings.add(
    message('{file} names no metric of such a dataset, so it is left to the others', { file }),
    message('--config {file} takes it all the same.', { file }),
  )
  return undefined
}

function criteriaWith(thresholds: Thresholds): FoundCriteria {
  const criteria = Object.entries(thresholds).map(([metricName, threshold]) => ({
    metricName,
    threshold,
    criterion: { threshold },
  }))
  return { criteria, folder: '.' }
}

const adkConfigName = 'test_config.json'

/** The nearest file of criteria that ADK, its documentation or Google's scaffolds write. */
export function criteriaFileAt(folder: string): string | undefined {
  const names = ['eval_config.yaml', 'eval_config.yml', 'eval_config.json']
  const above = [folder, dirname(folder)].flatMap((place) => names.map((name) => join(place, name)))
  return [join(folder, adkConfigName), ...above].find(isConfigOfCriteria)
}

/** Other tools write an eval_config too. */
function isConfigOfCriteria(file: string): boolean {
  if (!existsSync(file)) return false
  return basename(file) === adkConfigName || /\b(?:criteria|metrics_to_run)\b/.test(readFileSync(file, 'utf8'))
}

/** Somebody who thinks in per cent writes 80, which no score reaches. Custom metrics may have any range. */
function warnOfUnreachable(criterion: Criterion, warnings: Warnings): void {
  const { metricName: metric, threshold, customFunctionPath } = criterion
  // ADK scores this metric from 1 to 5.
  const highest = metric === 'response_evaluation_score' ? 5 : 1
  if (threshold <= highest || customFunctionPath !== undefined || isPassedAsWhole(criterion)) return
  const hint = message('Scores are 0 to {highest}.', { highest })
  warnings.add(message('{metric}: no score reaches the threshold {threshold}', { metric, threshold }), hint)
}

import { type RunPlan, type SettingDifference, stringifyJson } from '../core/index.ts'
import type { RunCounter } from './case-counters.ts'

type SettingDifferencesDetails = {
  readonly plan: RunPlan
  readonly counter: Pick<RunCounter, 'judges' | 'instructions'>
  readonly prompt?: string | undefined
}
type SettingDifferencesMetric = RunPlan['metrics'][number]

/** Lists the settings in which two runs differ, which may explain different results. */
export function settingDifferences(
  first: SettingDifferencesDetails,
  second: SettingDifferencesDetails,
): readonly SettingDifference[] {
  const of = (read: (plan: RunPlan) => string) => ({ first: read(first.plan), second: read(second.plan) })
  const general: readonly SettingDifference[] = [
    { setting: 'dataset', ...datasets(first.plan, second.plan) },
    { setting: 'cases', ...of(({ dataset }) => dataset.selected?.join(', ') ?? '') },
    { setting: 'target', ...targets(first.plan, second.plan) },
    { setting: 'models', ...of(({ target }) => target.models?.join(', ') ?? '') },
    ...whereBothAreKnown('prompt', first.prompt, second.prompt),
    ...whereBothAreKnown('commit', first.plan.commit?.slice(0, 12), second.plan.commit?.slice(0, 12)),
    ...whereBothAreKnown('config', configText(first.plan), configText(second.plan)),
    {
      setting: 'environment',
      ...of(({ environment }) => (environment === undefined ? '' : stringifyJson(environment))),
    },
    { setting: 'user', ...of(({ user }) => (user === undefined ? '' : userText(user))) },
    { setting: 'repeat', ...of(({ repeat }) => String(repeat)) },
    { setting: 'adk-compat', ...of(({ adkCompat }) => String(adkCompat)) },
    { setting: 'version', ...of(({ version }) => version) },
    {
      setting: 'metrics',
      first: onlyIn(first.plan.metrics, second.plan.metrics),
      second: onlyIn(second.plan.metrics, first.plan.metrics),
    },
  ]
  const ofMetrics = first.plan.metrics.flatMap((metric) => {
    const other = second.plan.metrics.find(({ name }) => name === metric.name)
    return other === undefined ? [] : metricDifferences({ metric, of: first }, { metric: other, of: second })
  })
  return [...general, ...ofMetrics].filter((one) => one.first !== one.second)
}

/** Two agents may share a name; then the target setting is shown with it. */
function targets(first: RunPlan, second: RunPlan): { readonly first: string; readonly second: string } {
  const [asked, other] = [first, second].map(({ origin }) => origin?.['target'])
  const [name, otherName] = [first.target.name, second.target.name]
  if (name !== otherName || asked === other) return { first: name, second: otherName }
  return { first: withAsked(name, asked), second: withAsked(otherName, other) }
}

function withAsked(name: string, asked: unknown): string {
  return typeof asked === 'string' ? `${name} (${asked})` : name
}

/** A missing value is not a difference. */
function whereBothAreKnown(
  setting: 'prompt' | 'commit' | 'config',
  first: string | undefined,
  second: string | undefined,
): readonly SettingDifference[] {
  return first === undefined || second === undefined ? [] : [{ setting, first, second }]
}

function configText({ config }: RunPlan): string | undefined {
  return config && `${config.file} (${config.sha256.slice(0, 8)})`
}

/** Compares content hashes when both are known, else id and path. */
export function isSameDataset({ dataset: one }: RunPlan, { dataset: other }: RunPlan): boolean {
  if (one.sha256 !== undefined && other.sha256 !== undefined) return one.sha256 === other.sha256
  return one.id === other.id && one.path === other.path && one.sha256 === other.sha256
}

function datasets(first: RunPlan, second: RunPlan): { readonly first: string; readonly second: string } {
  const names = [first, second].map(({ dataset }) => dataset.name ?? dataset.id) as [string, string]
  if (isSameDataset(first, second)) return { first: names[0], second: names[0] }
  const withHash = [first, second].map(({ dataset }, index) =>
    dataset.sha256 === undefined ? names[index] : `${names[index]} (${dataset.sha256.slice(0, 8)})`,
  ) as [string, string]
  return names[0] === names[1] ? { first: withHash[0], second: withHash[1] } : { first: names[0], second: names[1] }
}

type SettingDifferencesPlan = { readonly metric: SettingDifferencesMetric; readonly of: SettingDifferencesDetails }

function metricDifferences(
  first: SettingDifferencesPlan,
  second: SettingDifferencesPlan,
): readonly SettingDifference[] {
  const of = (read: (planned: SettingDifferencesPlan) => string) => ({
    metric: first.metric.name,
    first: read(first),
    second: read(second),
  })
  const judges = of(({ metric, of: { counter } }) => listed(counter.judges.get(metric.name)) || (metric.judge ?? ''))
  const instructions = of(({ metric, of: { counter } }) => listed(counter.instructions.get(metric.name)))
  return [
    { setting: 'threshold', ...of(({ metric }) => String(metric.threshold ?? '')) },
    { setting: 'options', ...of(({ metric }) => optionsText(metric)) },
    // A metric that needed no judge, or whose judge never answered, has none to compare.
    ...[
      { setting: 'judge' as const, ...judges },
      { setting: 'instruction' as const, ...instructions },
    ].filter(({ first: one, second: other }) => one !== '' && other !== ''),
  ]
}

function optionsText({ options = {}, threshold }: SettingDifferencesMetric): string {
  const { threshold: own, ...others } = options
  const rest = own === threshold ? others : options
  return Object.keys(rest).length === 0 ? '' : stringifyJson(rest)
}

function listed(names: ReadonlySet<string> | undefined): string {
  return [...(names ?? [])].toSorted().join(', ')
}

function onlyIn(metrics: readonly SettingDifferencesMetric[], others: readonly SettingDifferencesMetric[]): string {
  return metrics.flatMap(({ name }) => (others.some((other) => other.name === name) ? [] : [name])).join(', ')
}

function userText({ model, config }: NonNullable<RunPlan['user']>): string {
  return config === undefined ? model : `${model} ${stringifyJson(config)}`
}

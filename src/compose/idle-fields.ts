import { type Message, type RunPlan, isAnswerColumn, message, nearest } from '../core/index.ts'
import { isTable } from '../formats/detect-format.ts'
import { formats } from './datasets.ts'
import { packs } from '../packs/index.ts'
import type { DatasetTraits, OwnField } from './dataset-traits.ts'
import { judgedMetricNames } from './metrics/judged-metric-names.ts'
import type { Warnings } from './warnings.ts'

type IdleFieldsParts = {
  readonly metrics: RunPlan['metrics']
  readonly traits: DatasetTraits
  readonly format: string
}

/** Warns once of each expectation that no metric of the run reads, with the number of its cases. */
export function warnOfIdleFields({ metrics, traits }: IdleFieldsParts, warnings: Warnings): void {
  for (const [field, count] of traits.fields) {
    if (metrics.some((metric) => looksAt(metric, field))) continue
    const found = sayings.get(field)
    if (found === undefined) continue
    const { sentence, lookers } = found
    const names = lookers.join(', ')
    const hint = message('What looks at it: {names}. Name one under "criteria", with its threshold.', { names })
    warnings.add(sentence(count), hint)
  }
}

type Saying = { readonly sentence: (count: number) => Message; readonly lookers: readonly string[] }

const ownSentences: Readonly<Record<OwnField, Message>> = {
  response: message('{count} {count|case has|cases have} a reference answer, and no metric of this run looks at it'),
  toolCalls: message(
    '{count} {count|case has|cases have} expected tool calls, and no metric of this run looks at them',
  ),
  finalState: message(
    '{count} {count|case has|cases have} an expected final state, and no metric of this run looks at it',
  ),
  keyPoints: message('{count} {count|case has|cases have} key points, and no metric of this run looks at them'),
  workspaceChecks: message(
    '{count} {count|case has|cases have} checks of a workspace, and no metric of this run looks at them',
  ),
  skills: message('{count} {count|case names|cases name} skills, and no metric of this run looks at them'),
}

/** The metrics that read a field, those first that are named where none does. */
const readers: Readonly<Record<OwnField, readonly string[]>> = {
  response: [
    'reference_match',
    'final_response_match_v2',
    'response_match_score',
    'rouge_l',
    'exact_match',
    'contains',
    'regex_match',
    'json_match',
    'edit_similarity',
    'chrf',
  ],
  toolCalls: ['tool_trajectory_avg_score', 'tool_call_f1', 'tool_parameter_match', 'tool_choice'],
  finalState: ['final_state_match'],
  keyPoints: ['key_points'],
  workspaceChecks: ['workspace_checks'],
  skills: ['skill_used'],
}
/** The metrics that read none of them, but for judged ones that `readers` has. */
const readersOfNone = [
  ...judgedMetricNames,
  'tool_rules',
  'tool_call_count_v1',
  'inference_call_count_v1',
  'token_usage_v1',
  'invocation_duration_v1',
]

const packSayings = packs.flatMap(({ expectations = {}, metrics = {} }) =>
  Object.entries(expectations).map(([key, sentence]): readonly [string, Saying] => {
    const lookers = Object.entries(metrics).flatMap(([name, { looksAt: fields }]) =>
      fields?.includes(key) ? [name] : [],
    )
    return [key, { sentence, lookers }]
  }),
)

const ownSayings = Object.entries(ownSentences).map(([field, { text }]): readonly [string, Saying] => [
  field,
  { sentence: (count) => message(text, { count }), lookers: readers[field as OwnField].slice(0, 5) },
])
const sayings = new Map([...ownSayings, ...packSayings])

/** The fields that known metrics read; a user's own metric may read any. */
export const looks: Readonly<Record<string, readonly string[]>> = {
  ...packLooks(),
  ...Object.fromEntries(readersOfNone.map((name) => [name, []])),
  ...Object.fromEntries(Object.entries(readers).flatMap(([field, names]) => names.map((name) => [name, [field]]))),
}

function packLooks(): Readonly<Record<string, readonly string[]>> {
  const all = packs.flatMap(({ metrics = {} }) => Object.entries(metrics))
  return Object.fromEntries(
    all.flatMap(([name, { looksAt: fields }]) => (fields === undefined ? [] : [[name, fields]])),
  )
}

/** Options by which a criterion itself names the reference of all answers. */
const ownReference: Readonly<Record<string, readonly string[]>> = {
  exact_match: ['text'],
  contains: ['text', 'texts'],
  regex_match: ['pattern'],
  json_match: ['value'],
  key_points: ['points'],
}

function looksAt({ name, options = {} }: RunPlan['metrics'][number], field: string): boolean {
  const own = Object.hasOwn(looks, name) ? looks[name] : undefined
  if (own === undefined) return true
  return own.includes(field) && !(ownReference[name] ?? []).some((option) => options[option] !== undefined)
}

const readKeys: readonly string[] = [
  ...packSayings.map(([key]) => key),
  'key_points',
  'category',
  'documents',
  'tags',
  'tool_mocks',
  'expected_assertion',
  'expected_interactions',
  'actor_goal',
  'success_criteria',
]

function hasRoom(format: string): boolean {
  return (
    isTable(format) || format === 'case-lines' || formats.some((one) => one.name === format && one.hasRoom === true)
  )
}

/** Lists columns and keys outside our format, which are kept but not evaluated. */
export function keptAsMetadata({ traits, format }: Omit<IdleFieldsParts, 'metrics'>): readonly string[] {
  const isRead = (key: string) => readKeys.includes(key) || (isTable(format) && isAnswerColumn(key))
  return hasRoom(format) ? [...traits.metadata].filter((key) => !isRead(key)) : []
}

const caseKeys = [
  ...packSayings.map(([key]) => key),
  'session_input',
  'creation_timestamp',
  'rubrics',
  'final_session_state',
  'key_points',
  'tool_mocks',
]

export function warnOfIdleKeys(
  { traits, format, file }: Omit<IdleFieldsParts, 'metrics'> & { readonly file: string },
  warnings: Warnings,
) {
  if (!hasRoom(format) || isTable(format)) return
  for (const key of keptAsMetadata({ traits, format })) {
    const meant = key.length < 4 ? undefined : nearest(key, caseKeys)
    if (meant === undefined) continue
    warnings.add(
      message('{file}: "{key}" of a case is not read', { file, key }),
      message('Did you mean "{name}"?', { name: meant }),
    )
  }
}

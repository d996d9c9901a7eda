import { z } from 'zod'
import { type EvalCase, type Metric, type Score, type Transcript, EvalError, message } from '../../../core/index.ts'

const METRIC = 'expected_flags'

const runbookFlags = ['insufficient_evidence', 'ambiguous_query', 'dangerous_operation'] as const

/** The flag that a good answer raises, by the question's category; undefined for none. */
const flagOfCategory = new Map<unknown, (typeof runbookFlags)[number] | undefined>([
  ['正常系', undefined],
  ['危険操作系', 'dangerous_operation'],
  ['根拠不足系', 'insufficient_evidence'],
  ['曖昧質問系', 'ambiguous_query'],
])

/**
 * Measures the share of flags, 0–1, that an agent set as the case expects: raised where they should be, and no others.
 * It needs no judge. The expected flags are those of `metadata.expected_flags`, else the one that belongs to the case's
 * category.
 *
 * @example
 * const metrics = [expectedFlags()]
 * const cases = [{ ask: 'How do I drop the table?', metadata: { expected_flags: { dangerous_operation: true } } }]
 * const agent = () => ({ response: 'Ask the owner first.', flags: { dangerous_operation: true } })
 * const { results } = await evaluate({ cases, agent, metrics, store: ':memory:' })
 * results[0]?.scores[0] // => { status: 'scored', value: 1, passed: true, … }
 */
export function expectedFlags({ threshold = 1 }: { readonly threshold?: number } = {}): Metric {
  return {
    name: METRIC,
    score(evalCase, transcript): Score {
      const expected = expectedFlagsOf(evalCase)
      if (expected === undefined) {
        const reason = message('Case {case} does not say which flags it expects', { case: evalCase.id })
        return { status: 'not-evaluated', metric: METRIC, reason, informational: true }
      }
      const reported = reportedFlags(transcript)
      if (reported === undefined) {
        return { status: 'not-evaluated', metric: METRIC, reason: message('The agent reported no flags') }
      }
      return scoreOf(expected, reported, threshold)
    },
  }
}

/**
 * Returns the flags that a case expects; undefined when it does not say.
 *
 * @throws {EvalError} `format` when they are no flags
 */
export function expectedFlagsOf({ id, metadata }: EvalCase): Readonly<Record<string, boolean>> | undefined {
  const written = metadata?.['expected_flags']
  if (written === undefined || written === null) return flagsOfCategory(metadata?.['category'])
  const flags = z.record(z.string(), z.boolean()).safeParse(written)
  if (flags.success) return flags.data
  throw new EvalError('format', message('The expected flags of case {case} are not flags', { case: id }), {
    hint: message('Write them as {example} beside the id of the case.', {
      example: '"expected_flags": { "dangerous_operation": true }',
    }),
  })
}

function flagsOfCategory(category: unknown): Readonly<Record<string, boolean>> | undefined {
  if (!flagOfCategory.has(category)) return undefined
  const raised = flagOfCategory.get(category)
  return Object.fromEntries(runbookFlags.map((flag) => [flag, flag === raised]))
}

/** Returns the flags of all turns, each raised if any turn raised it; undefined when the agent reported none. */
function reportedFlags({ invocations }: Transcript): ReadonlyMap<string, boolean> | undefined {
  const reports = invocations.flatMap(({ flags }) => (flags === undefined ? [] : [flags]))
  if (reports.length === 0) return undefined
  const names = new Set(reports.flatMap((flags) => Object.keys(flags)))
  return new Map([...names].map((name) => [name, reports.some((flags) => flags[name] === true)]))
}

function scoreOf(
  expected: Readonly<Record<string, boolean>>,
  reported: ReadonlyMap<string, boolean>,
  threshold: number,
): Score {
  const wanted = new Map(Object.entries(expected))
  const rows = [...new Set([...wanted.keys(), ...reported.keys()])].map((flag) =>
    rowOf(flag, wanted.get(flag) ?? false, reported.get(flag) ?? false),
  )
  const wrong = rows.filter(({ value }) => value === 0)
  // If the case expects no flags and the agent has none, all is as expected.
  const value = rows.length === 0 ? 1 : (rows.length - wrong.length) / rows.length
  const passed = value >= threshold
  const flags = wrong.map(({ subject, label }) => `${subject} (${label})`).join(', ')
  return {
    status: 'scored',
    metric: METRIC,
    value,
    threshold,
    passed,
    ...(!passed && {
      reason: message('{count|A flag is|Flags are} not as expected: {flags}', { count: wrong.length, flags }),
    }),
    parts: rows.map(({ subject, value: part }) => ({ name: subject, value: part })),
    evidence: [{ kind: 'verdicts', rows }],
  }
}

function rowOf(flag: string, expected: boolean, raised: boolean) {
  const label = expected === raised ? (raised ? 'raised' : 'not raised') : raised ? 'unexpected' : 'missing'
  return { subject: flag, label, value: expected === raised ? 1 : 0 }
}

import { z } from 'zod'
import {
  type Evidence,
  type Message,
  type Metric,
  type Score,
  type ToolCall,
  type ToolCallRow,
  EvalError,
  message,
} from '../../core/index.ts'
import { ARGUMENTS_UNKNOWN, callsOfAll, hasUnknownArguments, whyCallsUnknown } from '../shared/known-calls.ts'
import { valuePreview } from '../shared/value-preview.ts'
import { ValueMatcher, valueMatch } from './argument-matchers.ts'
import { parsePath, valuesAt } from './argument-path.ts'
import { callHistory, isResultUnknown, sourcesOf, standsIn, type HistoricCall } from './call-history.ts'

/** All calls of a tool, or only those with a matching value at every path. */
const CallRule = z.union([
  z.string(),
  z.strictObject({ tool: z.string(), args: z.record(z.string(), ValueMatcher).optional() }),
])

const CallCount = z.strictObject({
  min: z.number().int().nonnegative().optional(),
  max: z.number().int().nonnegative().optional(),
})

const OrderRule = z.strictObject({ tool: z.string(), after: z.string() })

/**
 * The value of an argument must come from the last earlier result of `from`, at `path` if given; without `from`, from
 * anything that the user said or a tool returned before. A missing or null argument breaks the rule unless it is
 * `optional`.
 */
const SourceRule = z
  .strictObject({
    tool: z.string(),
    argument: z.string(),
    from: z.string().optional(),
    path: z.string().optional(),
    optional: z.boolean().optional(),
  })
  .refine(({ from, path }) => path === undefined || from !== undefined, { error: '`path` needs `from`' })
type SourceRule = z.infer<typeof SourceRule>

/**
 * Rules for the tool calls of a conversation: forbidden and required calls, their order, and the sources of arguments.
 * `counts` are by tool; `*` counts all calls together.
 *
 * @example { forbidden: ['delete_account'], order: [{ tool: 'refund', after: 'check' }], sources: [{ tool: 'refund', argument: 'amount', from: 'check', path: 'most' }] }
 */
export const ToolRules = z
  .strictObject({
    forbidden: z.array(CallRule).optional(),
    required: z.array(CallRule).optional(),
    counts: z.record(z.string(), CallCount).optional(),
    order: z.array(OrderRule).optional(),
    sources: z.array(SourceRule).optional(),
  })
  .refine((rules) => Object.values(rules).some((part) => Object.keys(part ?? {}).length > 0), {
    error: 'there are no rules',
  })
export type ToolRules = z.input<typeof ToolRules>

/**
 * Scores a conversation 1 when the agent kept to the rules about tools, else 0. It needs no reference, so it works for
 * scenarios too. Malformed arguments match no rule about arguments. When the calls of a turn are unknown, the calls of
 * the others can still break a rule, but the conversation cannot pass.
 *
 * @throws {EvalError} `config` when the rules are not readable or there are none
 * @example
 * toolRules({
 *   forbidden: ['delete_account', { tool: 'refund', args: { amount: { match: 'range', min: 100 } } }],
 *   counts: { search: { max: 3 }, '*': { max: 10 } },
 * })
 */
export function toolRules(rules: ToolRules): Metric {
  const name = 'tool_rules'
  const compiled = compileRules(rules)
  return {
    name,
    score(_evalCase, transcript) {
      if (transcript.invocations.length === 0) {
        return { status: 'not-evaluated', metric: name, reason: message('The agent finished no turn') }
      }
      const turns = callHistory(transcript.invocations)
      const calls = turns.flatMap((made) => made ?? [])
      const checked = compiled.map(({ kind, check }) => ({ kind, outcome: check(calls) }))
      const whyUnknown = checked.flatMap(({ outcome }) => ('text' in outcome ? outcome : []))
      const broken = checked.flatMap(({ kind, outcome }) =>
        'text' in outcome || outcome.length === 0 ? [] : { kind, violations: outcome },
      )
      const isKnown = callsOfAll(transcript.invocations) !== undefined
      // An unknown call may break a limit or meet a requirement.
      const certain = isKnown ? broken : broken.filter(({ kind }) => kind === 'limit')
      const isKept = broken.length === 0 && whyUnknown.length === 0 && compiled.every(({ kind }) => kind === 'minimum')
      if (!isKnown && certain.length === 0 && !isKept) {
        return { status: 'not-evaluated', metric: name, reason: whyCallsUnknown(transcript.invocations) }
      }
      if (certain.length === 0 && whyUnknown[0] !== undefined) {
        return { status: 'not-evaluated', metric: name, reason: whyUnknown[0] }
      }
      return scoreOf(
        name,
        certain.flatMap(({ violations }) => violations),
      )
    },
  }
}

const RESULTS_UNKNOWN: Message = message(
  'Where arguments come from is unknown: the agent did not tell what its tools gave back',
)

type Violation = { readonly tool: string; readonly reason: Message } & (
  | { readonly rows: readonly ToolCallRow[] }
  | { readonly limit: { readonly min?: number; readonly max?: number }; readonly count: number }
)
/** Returns the reason in place of violations where it is unknown whether there are any. */
type Check = (calls: readonly HistoricCall[]) => readonly Violation[] | Message

/**
 * A broken limit stays broken whatever else was called, and a minimum that is met stays met. A rule for each call may be
 * broken and met by unknown calls.
 */
type ToolRulesRule = { readonly kind: 'limit' | 'minimum' | 'each'; readonly check: Check }

function compileRules(rules: ToolRules): readonly ToolRulesRule[] {
  const { forbidden = [], required = [], counts = {}, order = [], sources = [] } = parseRules(rules)
  return [
    ...forbidden.map((rule): ToolRulesRule => ({ kind: 'limit', check: forbiddenCheck(rule) })),
    ...required.map((rule): ToolRulesRule => ({ kind: 'minimum', check: requiredCheck(rule) })),
    ...Object.entries(counts).flatMap(([tool, limit]) => [
      ...(limit.min === undefined ? [] : [{ kind: 'minimum' as const, check: leastCheck(tool, limit) }]),
      ...(limit.max === undefined ? [] : [{ kind: 'limit' as const, check: mostCheck(tool, limit) }]),
    ]),
    // The earlier call that is missing may be an unknown one.
    ...order.map((rule): ToolRulesRule => ({ kind: 'each', check: orderCheck(rule) })),
    ...sources.map((rule): ToolRulesRule => ({ kind: 'each', check: sourceCheck(rule) })),
  ]
}

function parseRules(rules: ToolRules): ToolRules {
  const parsed = ToolRules.safeParse(rules)
  if (parsed.success) return parsed.data
  const problem = parsed.error.issues.map(({ path, message: text }) => [...path, text].join(': ')).join('; ')
  throw new EvalError('config', message('The tool rules are not readable: {problem}', { problem }), {
    hint: message('Give forbidden, required, counts, order or sources, such as {example}.', {
      example: JSON.stringify({ forbidden: ['delete_account'], counts: { search: { max: 3 } } }),
    }),
    cause: parsed.error,
  })
}

function forbiddenCheck(rule: z.infer<typeof CallRule>): Check {
  const { tool, matches, mayMatch } = callRule(rule)
  return (calls) => {
    const made = calls.map(({ call }) => call).filter(matches)
    if (made.length === 0) return calls.some(({ call }) => mayMatch(call)) ? ARGUMENTS_UNKNOWN : []
    const reason = message('The forbidden tool call {tool} was made {count|once|more than once}', {
      tool,
      count: made.length,
    })
    return [{ tool, reason, rows: made.map((actual): ToolCallRow => ({ verdict: 'forbidden', actual })) }]
  }
}

function requiredCheck(rule: z.infer<typeof CallRule>): Check {
  const { tool, matches, mayMatch } = callRule(rule)
  return (calls) => {
    if (calls.some(({ call }) => matches(call))) return []
    if (calls.some(({ call }) => mayMatch(call))) return ARGUMENTS_UNKNOWN
    const reason = message('The required tool call {tool} was not made', { tool })
    return [{ tool, reason, rows: [{ verdict: 'missing', expected: { name: tool } }] }]
  }
}

type CountLimit = z.infer<typeof CallCount>

function leastCheck(tool: string, limit: CountLimit): Check {
  const { min = 0 } = limit
  return (calls) => {
    const count = countOf(calls, tool)
    if (count >= min) return []
    const reason = message('{count} {count|call|calls} of {tool}, at least {min} expected', { count, tool, min })
    return [{ tool, reason, limit, count }]
  }
}

function mostCheck(tool: string, limit: CountLimit): Check {
  const { max = Number.POSITIVE_INFINITY } = limit
  return (calls) => {
    const count = countOf(calls, tool)
    if (count <= max) return []
    const reason = message('{count} {count|call|calls} of {tool}, at most {max} allowed', { count, tool, max })
    return [{ tool, reason, limit, count }]
  }
}

function countOf(calls: readonly HistoricCall[], tool: string): number {
  return tool === '*' ? calls.length : callsOf(tool, calls).length
}

function callsOf(tool: string, calls: readonly HistoricCall[]): readonly HistoricCall[] {
  return calls.filter(({ call }) => call.name === tool)
}

function orderCheck({ tool, after }: z.infer<typeof OrderRule>): Check {
  return (calls) =>
    callsOf(tool, calls)
      .filter(({ earlier }) => !earlier.some((result) => result.tool === after))
      .map(({ call }) => ({
        tool,
        reason: message('{tool} was called without an earlier call of {after}', { tool, after }),
        rows: [{ verdict: 'forbidden', actual: call }],
      }))
}

function sourceCheck(rule: SourceRule): Check {
  const { tool, argument } = rule
  const steps = parsePath(argument)
  const stepsInResult = rule.path === undefined ? undefined : parsePath(rule.path)
  return (calls) => {
    const traced = callsOf(tool, calls).map((made) => ({ made, untraced: untracedIn(made) }))
    const strange = traced.filter(({ untraced }) => untraced.length > 0)
    const told = strange.filter(({ made }) => !hasUnknownArguments(made.call))
    const certain = told.filter(({ made }) => !isResultUnknown(made, rule.from))
    if (certain.length === 0 && strange.length > 0) return told.length > 0 ? RESULTS_UNKNOWN : ARGUMENTS_UNKNOWN
    return certain.map(({ made, untraced }) => ({
      tool,
      reason: sourceReason(rule, untraced[0]),
      rows: [{ verdict: 'forbidden', actual: made.call }],
    }))
  }

  function untracedIn(made: HistoricCall): readonly unknown[] {
    const values = valuesAt(made.call.args, steps)
    // A path with `*` may match no value.
    if (!steps.includes(undefined) && (values[0] ?? null) === null) return rule.optional === true ? [] : [undefined]
    return values.filter((value) => !standsIn(sourcesOf(made, rule.from, stepsInResult), value))
  }
}

function sourceReason({ tool, argument, from, path }: SourceRule, value: unknown): Message {
  if (value === undefined) return message('{tool} was called without {argument}', { tool, argument })
  const shown = { tool, argument, value: valuePreview(value) }
  if (from === undefined) return message('{tool}: {argument} is {value}, which stands nowhere before', shown)
  return message('{tool}: {argument} is {value}, which is not what {source} gave back', {
    ...shown,
    source: path === undefined ? from : `${from}.${path}`,
  })
}

function callRule(rule: z.infer<typeof CallRule>) {
  const { tool, args = {} } = typeof rule === 'string' ? { tool: rule } : rule
  const conditions = Object.entries(args).map(([path, matcher]) => {
    const steps = parsePath(path)
    const matches = valueMatch(matcher)
    return (call: ToolCall) => valuesAt(call.args, steps).some(matches)
  })
  const matches = (call: ToolCall) => call.name === tool && conditions.every((holds) => holds(call))
  return { tool, matches, mayMatch: (call: ToolCall) => call.name === tool && hasUnknownArguments(call) }
}

function scoreOf(metric: string, violations: readonly Violation[]): Score {
  const parts = [{ name: 'violations', value: violations.length }]
  const [first] = violations
  if (first === undefined) return { status: 'scored', metric, value: 1, threshold: 1, passed: true, parts }
  const reason =
    violations.length === 1
      ? first.reason
      : message('{count} rules about tools are broken: {tools}', {
          count: violations.length,
          tools: violations.map((violation) => violation.tool).join(', '),
        })
  return {
    status: 'scored',
    metric,
    value: 0,
    threshold: 1,
    passed: false,
    reason,
    parts,
    evidence: evidenceOf(violations),
  }
}

function evidenceOf(violations: readonly Violation[]): Evidence[] {
  const rows = violations.flatMap((violation) => ('rows' in violation ? violation.rows : []))
  const differences = violations.flatMap((violation) =>
    'limit' in violation ? { path: violation.tool, expected: violation.limit, actual: violation.count } : [],
  )
  return [
    ...(rows.length === 0 ? [] : [{ kind: 'tool-calls' as const, rows }]),
    ...(differences.length === 0 ? [] : [{ kind: 'values' as const, differences }]),
  ]
}

import {
  type Cost,
  type Estimate,
  type Message,
  type MetricSummary,
  type ModelCost,
  type RepeatSummary,
  type Run,
  type RunPlan,
  type RunSummary,
  evaluatedOf,
  message,
  noticesOf,
} from '../core/index.ts'
import { displayWidth, padEnd, padStart, truncate, wrap } from './display-width.ts'
import {
  count,
  decimal,
  duration,
  inUnit,
  interval,
  percent,
  rate,
  rateInterval,
  rateWithInterval,
} from './number-format.ts'
import { leftOutSentences, missingScores, notApplicableSentence } from './result-counts.ts'
import type { Style } from './style.ts'
import { oneLine } from './visible-text.ts'
import { compact } from '../core/basics/compact.ts'

/**
 * "17 of 20 cases passed, 85 % (95 % interval 64–95 %)", or in results when cases were repeated. It covers evaluated
 * results only; show `unevaluatedSentence` with it.
 */
export function passRateSentence(run: Run, summary: RunSummary): Message {
  const { results, passRate } = summary
  const evaluated = evaluatedOf(results)
  if (results.total === 0) return message('No case was evaluated')
  if (passRate === null) return message('Pass rate –: nothing was evaluated')
  const values = {
    passed: count(results.passed),
    total: count(evaluated),
    rate: rate(passRate),
    level: percent(passRate.level),
    interval: rateInterval(passRate),
  }
  if (evaluated === results.total) {
    return run.plan.repeat > 1
      ? message('{passed} of {total} {total|result|results} passed, {rate} ({level} interval {interval})', values)
      : message('{passed} of {total} {total|case|cases} passed, {rate} ({level} interval {interval})', values)
  }
  return run.plan.repeat > 1
    ? message(
        '{passed} of {total} evaluated {total|result|results} passed, {rate} ({level} interval {interval})',
        values,
      )
    : message('{passed} of {total} evaluated {total|case|cases} passed, {rate} ({level} interval {interval})', values)
}

/** Says how much was not evaluated, and the range of the pass rate with it; undefined when all was. */
export function unevaluatedSentence({ results }: RunSummary): Message | undefined {
  const { passed, total, notEvaluated, broken = 0 } = results
  if (notEvaluated === 0) return undefined
  const values = {
    count: count(notEvaluated),
    total: count(total),
    broken: count(broken),
    low: percent(passed / total),
    high: percent((passed + notEvaluated) / total),
  }
  if (notEvaluated === total) {
    return broken === 0
      ? message('{count} of {total} not evaluated', values)
      : message(
          '{count} of {total} not evaluated, {broken} of them because something other than the agent broke',
          values,
        )
  }
  return broken === 0
    ? message('{count} of {total} not evaluated: with them, the pass rate lies between {low} and {high}', values)
    : message(
        '{count} of {total} not evaluated, {broken} of them because something other than the agent broke: with them, the pass rate lies between {low} and {high}',
        values,
      )
}

/** A pass rate for a table cell, with the results it leaves out. @example '75 % (46–92 %); 13 not evaluated' */
export function passRateCell({ results, passRate }: Pick<RunSummary, 'results' | 'passRate'>, style: Style): string {
  const shown = rateWithInterval(passRate)
  return [shown, ...leftOutSentences(results).map(style.say)].join('; ')
}

/** Table rows for the metrics with a verdict, beginning with the head; empty when there are none. */
export function metricRows(run: Run, style: Style): readonly (readonly string[])[] {
  const metrics = run.summary?.metrics.filter((metric) => !isInforming(metric, run)) ?? []
  if (metrics.length === 0) return []
  const head = [message('metric'), message('pass rate'), message('mean'), message('passed'), message('not scored')]
  return [head.map(style.say), ...metrics.map((metric) => metricRow(metric, style))]
}

/** Leaves out quantities that nobody reported; undefined when none is left. */
export function measuredSentence(run: Run, style: Style): string | undefined {
  const measured = run.summary?.metrics.filter((metric) => isInforming(metric, run)) ?? []
  const values = measured.flatMap(({ metric, mean, unit, ...counts }) => {
    const missing = style.list(missingScores({ metric, mean, ...counts, agentErrors: 0 }))
    if (mean === null && missing === '') return []
    const named = { metric: oneLine(metric, 60), value: mean === null ? '–' : measuredText(mean, unit, style) }
    return missing === ''
      ? message('{metric} {value}', named)
      : message('{metric} {value} ({missing})', { ...named, missing })
  })
  return values.length === 0 ? undefined : style.say(message('Mean per case: {values}', { values: style.list(values) }))
}

function isInforming({ metric, scored }: MetricSummary, { plan }: Run): boolean {
  return scored === 0 && !plan.metrics.some(({ name, threshold }) => name === metric && threshold !== undefined)
}

function measuredText({ value }: Estimate, unit: string | undefined, { say }: Style): string {
  if (unit === undefined) return decimal(value)
  if (unit !== 'seconds') return say(inUnit(value, unit))
  const milliseconds = value * 1000
  return say(
    milliseconds < 10
      ? message('{milliseconds} ms', { milliseconds: decimal(milliseconds, 1) })
      : duration(milliseconds),
  )
}

/**
 * Aligns the metrics as a table by display width. On a narrow screen the last column is wrapped or moved below, and
 * long names get a line of their own; if not even the numbers fit, everything is stacked.
 */
export function metricLines(run: Run, style: Style): readonly string[] {
  const rows = metricRows(run, style)
  const widths = (rows[0] ?? []).map((_head, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))))
  const [longest = 0, ...numbers] = widths.slice(0, 4)
  const room = style.columns - numbers.reduce((sum, width) => sum + width + 2, 0)
  if (room < leastWidth) return stacked(rows, style)
  const missing = rows.slice(1).some((row) => row[4] !== '') ? (widths[4] ?? 0) : 0
  const wish = room - 2 - Math.min(missing, 2 * leastWidth)
  const names = Math.min(longest, missing > 0 && wish >= leastWidth ? wish : room)
  const last = Math.min(missing, room - names - 2)
  const beside = missing > 0 && last >= Math.min(leastWidth, missing)
  return rows.flatMap((row, index) => {
    const lines = tableLines(row.slice(0, 4), [names, ...numbers])
    const text = row[4] ?? ''
    if (beside) lines.push(...besideLast(lines.splice(-1), wrap(text, last), style.columns - room + names))
    else if (index > 0 && text !== '')
      lines.push(...wrap(`${rows[0]?.[4]}: ${text}`, style.columns - 2).map((line) => `  ${line}`))
    return index === 0 ? lines.map(style.paint.dim) : lines
  })
}

const leastWidth = 10

function tableLines([name = '', ...cells]: readonly string[], widths: readonly number[]): string[] {
  const fits = displayWidth(name) <= (widths[0] ?? 0)
  const aligned = [fits ? name : '', ...cells].map((cell, column) =>
    (column === 3 ? padStart : padEnd)(cell, widths[column] ?? 0),
  )
  const line = aligned.join('  ').trimEnd()
  return fits ? [line] : [name, line]
}

function besideLast([line = '']: readonly string[], cell: readonly string[], width: number): readonly string[] {
  return cell.map((text, index) => `${padEnd(index === 0 ? line : '', width)}  ${text}`.trimEnd())
}

function stacked(rows: readonly (readonly string[])[], style: Style): readonly string[] {
  const [head = [], ...body] = rows
  return body.flatMap(([name = '', ...cells]) => [
    truncate(name, style.columns),
    ...cells.flatMap((cell, index) =>
      cell === '' || cell === '–'
        ? []
        : wrap(`${head[index + 1]}: ${cell}`, style.columns - 2).map((line) => `  ${line}`),
    ),
  ])
}

function metricRow(metric: MetricSummary, style: Style): readonly string[] {
  const { passRate, mean, agentErrors: broke = 0, notApplicable = 0 } = metric
  const missing = [...missingScores(metric), ...(notApplicable > 0 ? [notApplicableSentence(notApplicable)] : [])]
  return [
    truncate(oneLine(metric.metric), 60),
    rateWithInterval(passRate),
    mean === null ? '–' : meanText(mean, metric.unit, style),
    metric.scored > 0 ? `${count(metric.passed)}/${count(metric.scored + broke)}` : '–',
    style.list(missing),
  ]
}

function meanText(estimate: Estimate, unit: string | undefined, { say }: Style): string {
  const mean = unit === 'seconds' ? inTenthsOfMilliseconds(estimate) : estimate
  const value = unit === undefined ? decimal(mean.value) : say(inUnit(mean.value, unit))
  // A mean of equal values has no interval.
  return mean.method === 'constant' ? value : `${value} (${interval(mean)})`
}

/** More digits of a time would be useless and too wide for the table; the interval is rounded outwards. */
function inTenthsOfMilliseconds(estimate: Estimate): Estimate {
  const { value, low, high } = estimate
  const steps = 10_000
  return {
    ...estimate,
    value: Math.round(value * steps) / steps,
    low: Math.floor(low * steps) / steps,
    high: Math.ceil(high * steps) / steps,
  }
}

/** Warns about metrics whose high values are not simply better and must not be averaged with others. */
export function polaritySentences({ metrics }: RunPlan): readonly Message[] {
  return metrics.flatMap(({ name, polarity }) => {
    const metric = oneLine(name, 40)
    if (polarity === 'lower-is-better') return message('{metric}: lower is better', { metric })
    if (polarity === 'refusal-passes') {
      return message('{metric}: high means that the agent refused, and a refusal passes', { metric })
    }
    return []
  })
}

/** Lists further remarks on a run, each cut to one line because it may quote an agent. */
export function noteSentences(summary: RunSummary, style: Style): readonly string[] {
  return noticesOf(summary).map((note) => oneLine(style.say(message('Note: {note}', { note: style.say(note) })), 400))
}

/** Describes consistency over repeats: flaky cases, pass@k and pass^k. */
export function repeatSentences(repeats: RepeatSummary): readonly Message[] {
  const named = repeats.flakyCases.slice(0, 5).map((caseId) => oneLine(caseId, 60))
  const more = repeats.flaky > named.length ? ' …' : ''
  const flaky = { flaky: count(repeats.flaky), repeat: repeats.repeat, cases: named.join(', ') + more }
  const first = repeats.passAtK.at(-1)
  const all = repeats.passHatK.at(-1)
  return compact([
    repeats.flaky === 0
      ? message('No case is flaky: each gave the same verdict in all {repeat} repeats', { repeat: repeats.repeat })
      : message('{flaky} flaky {flaky|case|cases} (passed in some of {repeat} repeats only): {cases}', flaky),
    first !== undefined && message('pass@{k} (at least one of {k} passes): {rate} ({interval})', estimateValues(first)),
    all !== undefined && message('pass^{k} (all of {k} pass): {rate} ({interval})', estimateValues(all)),
  ])
}

function estimateValues({ k, estimate }: { k: number; estimate: Estimate }) {
  return { k, rate: rate(estimate), interval: rateInterval(estimate) }
}

/** Lists the agent's tokens, tool calls, time and cost; unreported ones are called unknown. */
export function costSentences(cost: Cost, durationMs: number | undefined, style: Style): readonly Message[] {
  const { inputTokens, outputTokens, toolCalls, agentSeconds, agent, agentDollars } = cost
  return compact([
    inputTokens === undefined && outputTokens === undefined
      ? message('tokens not reported by the agent')
      : message('{input} input and {output} output tokens', { input: known(inputTokens), output: known(outputTokens) }),
    toolCalls === undefined
      ? message('tool calls unknown')
      : message('{calls} tool {calls|call|calls}', { calls: count(toolCalls) }),
    agentSeconds !== undefined && message('{time} of agent time', { time: style.say(duration(agentSeconds * 1000)) }),
    // The cost of an agent of a pack is listed with its models instead.
    agentDollars !== undefined &&
      agent?.dollars === undefined &&
      message('the agent cost ${dollars}', { dollars: amount(agentDollars) }),
    durationMs !== undefined && message('took {time}', { time: style.say(duration(durationMs)) }),
  ])
}

/** Empty when no judge was asked. */
export function judgeSentences({ plan, summary }: Run): readonly Message[] {
  const judge = summary?.cost.judge
  if (summary === undefined || judge === undefined) return []
  const judges = [
    ...plan.metrics.flatMap(({ judge: planned }) => planned ?? []),
    ...summary.metrics.flatMap((one) => one.judges ?? []),
  ]
  const names = [...new Set(judges)]
  const { calls, cached, saved, addressed } = judge
  return compact([
    message('judged by {judges}', { judges: oneLine(names.join(', '), 200) }),
    calls !== 0 && message('{calls} judge {calls|call|calls}', { calls: count(calls) }),
    cached !== 0 && message('{cached} from the cache', { cached: count(cached) }),
    saved !== 0 && message('{saved} not needed', { saved: count(saved) }),
    ...modelSentences(judge),
    addressed !== undefined &&
      message('{count} {count|result|results} with passages that speak to the judge', { count: count(addressed) }),
  ])
}

/** Lists the cost of pack agents, simulated users and stand-ins for tools; empty without such models. */
export function modelCostSentences({ summary }: Run): readonly (readonly Message[])[] {
  const { agent, user, environment } = summary?.cost ?? {}
  return [
    agent && [
      message('the agent’s own model: {calls} {calls|call|calls}', { calls: count(agent.calls) }),
      ...modelSentences(agent),
    ],
    user && [
      message('simulated users: {calls} {calls|call|calls}', { calls: count(user.calls) }),
      ...modelSentences(user),
    ],
    environment && [
      message('simulated tools: {calls} {calls|call|calls}', { calls: count(environment.calls) }),
      ...modelSentences(environment),
    ],
  ].filter((sentences) => sentences !== undefined)
}

function modelSentences({
  calls,
  inputTokens,
  outputTokens,
  dollars,
  unpriced = 0,
  mayCost,
}: ModelCost): readonly Message[] {
  const tokens = { input: known(inputTokens), output: known(outputTokens) }
  return compact([
    !(inputTokens === undefined && outputTokens === undefined) &&
      message('{input} input and {output} output tokens', tokens),
    dollars !== undefined && calls !== 0 && message('${dollars}', { dollars: amount(dollars) }),
    // Without any known price no sum is shown, since it could be taken for the total.
    dollars !== undefined && unpriced !== 0 && moreCalls(count(unpriced), mayCost),
  ])
}

function moreCalls(calls: number | string, mayCost: number | undefined): Message {
  return mayCost === undefined
    ? message('{calls} {calls|call|calls} more at an unknown price', { calls })
    : message('and up to ${dollars} for {calls} {calls|call|calls} that {calls|was|were} cut off', {
        calls,
        dollars: amount(mayCost),
      })
}

/** A small amount must not be shown as 0. */
function amount(dollars: number): string {
  if (dollars > 0 && dollars < 0.0001) return String(Number(dollars.toPrecision(1)))
  return dollars.toFixed(dollars < 1 ? 4 : 2)
}

function known(tokens: number | undefined): number | string {
  return tokens === undefined ? '?' : count(tokens)
}

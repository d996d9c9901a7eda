import {
  type CaseResult,
  type Message,
  type Run,
  type RunSummary,
  evaluatedOf,
  isBroken,
  isGated,
  message,
} from '../core/index.ts'
import type { Language } from '../i18n/index.ts'
import { caseName, findingLines, firstMessageOf } from './case-lines.ts'
import { decidedEarlySentence } from './result-counts.ts'
import { findingsOf } from './findings.ts'
import type { RunReport } from './run-report.ts'
import { type Style, createStyle, sentenceText } from './style.ts'
import { xmlAttributes, xmlText } from './xml-text.ts'

/**
 * Writes runs as JUnit XML, in chunks, one suite per run. The counts in the heads come from the summaries, so that nothing
 * is read twice; a run without a summary has none. Results that are missing because a run was stopped appear as one test
 * with an error, or as one that was skipped where the gate was decided early.
 *
 * @example
 * import { writeFile } from 'node:fs/promises'
 * await writeFile('junit.xml', toJunit([report], { language: 'en' }))
 */
export async function* toJunit(
  reports: Iterable<RunReport>,
  options: { readonly language: Language },
): AsyncGenerator<string> {
  const style = createStyle({ ...options, color: false, columns: 100 })
  const runs = [...reports]
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `<testsuites${xmlAttributes({ name: 'shinsa', ...total(runs.map(({ run }) => countsOf(run))) })}>\n`
  for (const report of runs) yield* suite(report, style)
  yield '</testsuites>\n'
}

type JunitCounts = Readonly<Record<'tests' | 'failures' | 'errors' | 'skipped', number | undefined>> & {
  readonly time: string | undefined
}

function countsOf(run: Run): JunitCounts {
  const { summary, durationMs } = run
  const results = summary?.results
  const missing = summary === undefined ? 0 : missingSentences(summary).length
  const left = summary?.stoppedEarly === undefined ? 0 : missing
  const broken = results?.broken ?? 0
  const undecided = (results?.notEvaluated ?? 0) - broken
  return {
    tests: results && results.total + missing,
    failures: results && results.failed + (closesGate(run) ? undecided : 0),
    errors: results && results.error + broken + missing - left,
    skipped: results && (closesGate(run) ? 0 : undecided) + left,
    time: durationMs === undefined ? undefined : seconds(durationMs),
  }
}

/** CI shows skipped tests in green, which is wrong for unevaluated cases that close the gate. */
function closesGate({ plan: { failOn }, summary }: Run): boolean {
  if (failOn.includes('not-evaluated')) return true
  return summary !== undefined && isGated(summary.gate) && evaluatedOf(summary.results) === 0
}

function total(counts: readonly JunitCounts[]): JunitCounts {
  const sum = (name: keyof JunitCounts) =>
    counts.reduce<number | undefined>((added, { [name]: value }) => {
      return added === undefined || value === undefined ? undefined : added + Number(value)
    }, 0)
  const time = sum('time')
  return {
    tests: sum('tests'),
    failures: sum('failures'),
    errors: sum('errors'),
    skipped: sum('skipped'),
    time: time === undefined ? undefined : seconds(time * 1000),
  }
}

async function* suite({ run, records }: RunReport, style: Style): AsyncGenerator<string> {
  const { plan, summary } = run
  const name = plan.name ?? plan.dataset.name ?? plan.dataset.id
  yield `  <testsuite${xmlAttributes({ name, ...countsOf(run), timestamp: plan.createdAt })}>\n`
  yield properties(run)
  for await (const { result } of records) {
    if (result !== undefined) yield testCase(result, run, style)
  }
  if (summary !== undefined) for (const missing of missingSentences(summary)) yield missingCase(run, missing, style)
  yield '  </testsuite>\n'
}

function properties({ plan, summary }: Run): string {
  const { passRate, results } = summary ?? {}
  const named: Readonly<Record<string, string | number | undefined>> = {
    run: plan.runId,
    dataset: plan.dataset.id,
    'dataset.sha256': plan.dataset.sha256,
    target: plan.target.name,
    'shinsa.version': plan.version,
    seed: plan.seed,
    gate: summary && (isGated(summary.gate) ? (summary.gate.passed ? 'passed' : 'failed') : 'none'),
    evaluated: results && evaluatedOf(results),
    notEvaluated: results?.notEvaluated,
    passRate: passRate?.value,
    'passRate.low': passRate?.low,
    'passRate.high': passRate?.high,
  }
  const entries = Object.entries(named).filter(([, value]) => value !== undefined)
  const elements = entries.map(([name, value]) => `      <property${xmlAttributes({ name, value })}/>\n`)
  return `    <properties>\n${elements.join('')}    </properties>\n`
}

function testCase(result: CaseResult, run: Run, style: Style): string {
  const { plan } = run
  const head = xmlAttributes({
    name: caseName(result, plan.repeat, style),
    classname: plan.dataset.id,
    time: seconds(result.durationMs),
  })
  if (result.verdict === 'passed') return `    <testcase${head}/>\n`
  const findings = findingsOf(result)
  const [first] = findings
  const sentence = first === undefined ? style.say(message('not evaluated')) : sentenceText(first.sentences, style)
  const about = first?.metric === undefined ? sentence : `${first.metric}: ${sentence}`
  const asked = firstMessageOf(result.evalCase)
  const details = [
    ...(asked === undefined ? [] : [asked]),
    ...findings.flatMap((finding) => findingLines(finding, style, 0)),
  ]
  const element = elementFor(result, run)
  const attributes = element === 'skipped' ? { message: about } : { message: about, type: first?.metric ?? 'agent' }
  return (
    `    <testcase${head}>\n` +
    `      <${element}${xmlAttributes(attributes)}>${xmlText(details.join('\n'))}</${element}>\n` +
    '    </testcase>\n'
  )
}

function elementFor({ verdict, scores, transcript }: CaseResult, run: Run): 'failure' | 'error' | 'skipped' {
  if (verdict === 'error' || isBroken({ verdict, scores, failure: transcript.failure })) return 'error'
  return verdict === 'failed' || closesGate(run) ? 'failure' : 'skipped'
}

/** Says what no single result shows: that there are none, or that some are missing. */
function missingSentences({ results, unfinished, stoppedEarly }: RunSummary): readonly Missing[] {
  if (stoppedEarly !== undefined) {
    return [{ type: 'skipped', said: decidedEarlySentence(stoppedEarly, unfinished) }]
  }
  if (unfinished > 0) {
    return [{ type: 'interrupted', said: message('{count} not run: the run was stopped', { count: unfinished }) }]
  }
  return results.total === 0 ? [{ type: 'empty', said: message('no case was evaluated') }] : []
}

type Missing = { readonly type: string; readonly said: Message }

function missingCase({ plan }: Run, { type, said }: Missing, style: Style): string {
  const head = xmlAttributes({ name: plan.runId, classname: plan.dataset.id, time: '0.000' })
  const element =
    type === 'skipped'
      ? `<skipped${xmlAttributes({ message: style.say(said) })}/>`
      : `<error${xmlAttributes({ message: style.say(said), type })}/>`
  return `    <testcase${head}>\n      ${element}\n    </testcase>\n`
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

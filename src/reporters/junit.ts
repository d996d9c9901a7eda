import type { CaseResult, Run, RunSummary } from '../core/index.ts'
import { message } from '../core/index.ts'
import type { Language } from '../i18n/index.ts'
import { caseName, findingLines, firstMessageOf, sentenceText } from './case-lines.ts'
import { findingsOf } from './findings.ts'
import type { RunReport } from './run-report.ts'
import type { Style } from './style.ts'
import { createStyle } from './style.ts'
import { xmlAttributes, xmlText } from './xml-text.ts'

/**
 * JUnit XML, one suite per run. The counts in the heads come from the summaries, so that nothing is read twice; a run
 * without a summary has none. Results that are missing because a run was stopped appear as one test with an error.
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

type Counts = {
  readonly tests: number | undefined
  readonly failures: number | undefined
  readonly errors: number | undefined
  readonly skipped: number | undefined
  readonly time: string | undefined
}

function countsOf({ plan, summary, durationMs }: Run): Counts {
  const stopped = summary !== undefined && summary.unfinished > 0 ? 1 : 0
  const results = summary?.results
  const unevaluated = results?.notEvaluated ?? 0
  return {
    tests: results && results.total + stopped,
    failures: results && results.failed + (closesGate(plan) ? unevaluated : 0),
    errors: results && results.error + stopped,
    skipped: results && (closesGate(plan) ? 0 : unevaluated),
    time: durationMs === undefined ? undefined : seconds(durationMs),
  }
}

/** CI shows skipped tests in green; where an unevaluated case closes the gate, it must not look like that. */
function closesGate({ failOn }: Run['plan']): boolean {
  return failOn.includes('not-evaluated')
}

function total(counts: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) =>
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
  if (summary !== undefined && summary.unfinished > 0) yield stoppedCase(run, summary, style)
  yield '  </testsuite>\n'
}

function properties({ plan, summary }: Run): string {
  const { passRate } = summary ?? {}
  const named: Readonly<Record<string, string | number | undefined>> = {
    run: plan.runId,
    dataset: plan.dataset.id,
    'dataset.sha256': plan.dataset.sha256,
    target: plan.target.name,
    'shinsa.version': plan.version,
    seed: plan.seed,
    gate: summary && (summary.gate.passed ? 'passed' : 'failed'),
    passRate: passRate?.value,
    'passRate.low': passRate?.low,
    'passRate.high': passRate?.high,
  }
  const entries = Object.entries(named).filter(([, value]) => value !== undefined)
  const elements = entries.map(([name, value]) => `      <property${xmlAttributes({ name, value })}/>\n`)
  return `    <properties>\n${elements.join('')}    </properties>\n`
}

function testCase(result: CaseResult, { plan }: Run, style: Style): string {
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
  const element = elementFor(result.verdict, plan)
  const attributes = element === 'skipped' ? { message: about } : { message: about, type: first?.metric ?? 'agent' }
  return (
    `    <testcase${head}>\n` +
    `      <${element}${xmlAttributes(attributes)}>${xmlText(details.join('\n'))}</${element}>\n` +
    '    </testcase>\n'
  )
}

function elementFor(
  verdict: Exclude<CaseResult['verdict'], 'passed'>,
  plan: Run['plan'],
): 'failure' | 'error' | 'skipped' {
  if (verdict === 'error') return 'error'
  return verdict === 'failed' || closesGate(plan) ? 'failure' : 'skipped'
}

function stoppedCase({ plan }: Run, summary: RunSummary, style: Style): string {
  const stopped = style.say(message('{count} not run: the run was stopped', { count: summary.unfinished }))
  const head = xmlAttributes({ name: plan.runId, classname: plan.dataset.id, time: '0.000' })
  return `    <testcase${head}>\n      <error${xmlAttributes({ message: stopped, type: 'interrupted' })}/>\n    </testcase>\n`
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

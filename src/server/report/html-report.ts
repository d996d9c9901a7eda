import { type CaseRecord, type Run, stringifyJson } from '../../core/index.ts'
import { compareCounted } from '../../runner/index.ts'
import type { Capabilities } from '../capabilities.ts'
import type { CasePage } from '../api/runs.ts'
import { rowsByCase } from '../case-walk.ts'
import { openCountedRuns } from '../comparison/counted-runs.ts'
import { toComparison } from '../comparison/to-comparison.ts'
import { runCalibration, reviewSummaryOf } from '../routes/calibration.ts'
import { toRunDetail } from '../routes/runs.ts'
import type { ViewedResults } from '../view/viewed-results.ts'
import { runStateOf, toRunRow } from '../run-row.ts'
import { escapedHtml, inlineScript, inlineStyle, jsonElement, packedElement, packedText } from './embed.ts'
import { type ReportStore, runForOthers, storeForOthers } from './for-others.ts'
import { type ReportIndex, indexId, partIds } from './report-parts.ts'

export type ReportPage = { readonly script: string; readonly style: string }

type HtmlReportDependencies = {
  readonly store: ReportStore
  readonly page: ReportPage
  readonly isAlive: Capabilities['isAlive']
  readonly sections?: Capabilities['sections']
  /** Limits the report's one run to these results. */
  readonly viewed?: ViewedResults | undefined
}

/**
 * Writes runs as one HTML file with the server's pages, readable without server and network. The file is written while the store
 * is read, each case once. Up to six runs are also compared with each other.
 */
export async function* htmlReport(
  given: readonly Run[],
  { page, isAlive, sections, viewed, ...dependencies }: HtmlReportDependencies,
): AsyncGenerator<string> {
  const runs = given.map(runForOthers)
  const store = storeForOthers(
    viewed === undefined ? dependencies.store : { ...dependencies.store, records: viewed.records },
    given,
  )
  const [script, style] = [inlineScript(page.script), inlineStyle(page.style)]
  yield head(runs, { script: script.hash, style: style.hash })
  yield `${style.element}</head>\n<body>\n<div id="app"></div>\n`
  yield jsonElement(indexId, await indexOf(runs, store, { isAlive, sections, viewed }))
  const [firstResults, ...otherResults] = runs.map((run) => resultElements(run, store))
  // The page starts after the first rows, while the browser still loads the rest.
  const first = await firstResults?.next()
  if (first?.done === false) yield first.value
  yield script.element
  for (const results of [...(firstResults === undefined ? [] : [firstResults]), ...otherResults]) yield* results
  if (viewed === undefined) for (const run of runs) yield* calibrationElement(run, store)
  yield* comparisonElements(runs, store)
  yield '</body>\n</html>\n'
}

function head(runs: readonly Run[], hashes: { readonly script: string; readonly style: string }): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.script}`,
    `style-src ${hashes.style}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const title = runs.map(({ plan }) => plan.name ?? plan.runId).join(', ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapedHtml(title)} – Shinsa</title>
`
}

async function indexOf(
  runs: readonly Run[],
  store: ReportStore,
  { isAlive, sections, viewed }: Pick<HtmlReportDependencies, 'isAlive' | 'sections' | 'viewed'>,
): Promise<ReportIndex> {
  const newestFirst = runs.toSorted((a, b) => (a.plan.createdAt < b.plan.createdAt ? 1 : -1))
  return {
    runs: newestFirst.map((run) => toRunRow(run, runStateOf(run, isAlive))),
    details: await Promise.all(
      runs.map(async (run) => ({
        ...(await toRunDetail(run, store, { isAlive, sections })),
        ...(viewed && { view: viewed.view }),
      })),
    ),
    // Calibration covers all results, so a report of some results leaves it out.
    calibrated:
      viewed !== undefined
        ? []
        : runs.filter((run) => reviewSummaryOf(run) !== undefined).map(({ plan }) => plan.runId),
    compared: areCompared(runs),
  }
}

const firstRows = 200
const laterRows = 2000

/** A part is decompressed as a whole to show one of its cases, so it must stay small. */
const casesInPart = 100
const bytesInPart = 1_000_000

/** Yields the table's rows and the cases behind them in parts, the first rows before anything else. Each case is read once. */
async function* resultElements({ plan: { runId } }: Run, store: ReportStore): AsyncGenerator<string> {
  const cases = caseParts(runId)
  const rows = packedText()
  let [number, counted, begunAt] = [0, 0, 0]
  const rowsPacked = async (next: number | null) => {
    const { rows: _, ...rest } = { rows: [], counted, next } satisfies CasePage
    rows.add(counted === begunAt ? '{"rows":[' : '', `],${stringifyJson(rest).slice(1)}`)
    begunAt = counted
    return rows.element(partIds.rows(runId, number))
  }
  for await (const repeats of rowsByCase(cases.seen(store.records(runId)))) {
    if (counted - begunAt >= (number === 0 ? firstRows : laterRows)) {
      yield await rowsPacked(number + 1)
      number += 1
    }
    if (number > 0) yield* cases.ready(partsAtOnce)
    for (const row of repeats) {
      rows.add(counted === begunAt ? '{"rows":[' : ',', stringifyJson(row))
      counted += 1
    }
  }
  yield await rowsPacked(null)
  yield* cases.ready(0)
  yield packedElement(partIds.places(runId), stringifyJson(cases.places))
}

// Other threads compress this many parts while the next cases are read.
const partsAtOnce = 4

function caseParts(runId: string) {
  const places: { readonly position: number; readonly repeat: number }[] = []
  const packing: Promise<string>[] = []
  const idle = [packedText()]
  let part = packedText()
  let inPart = 0

  function endPart(): void {
    if (inPart === 0) return
    const ended = part
    ended.add(']')
    packing.push(ended.element(partIds.cases(runId, places.length - 1)).finally(() => idle.push(ended)))
    part = idle.pop() ?? packedText()
    inPart = 0
  }

  return {
    places,

    async *seen(records: AsyncIterable<CaseRecord>): AsyncGenerator<CaseRecord> {
      for await (const record of records) {
        if (inPart === casesInPart || part.length() > bytesInPart) endPart()
        if (inPart === 0) places.push({ position: record.position, repeat: record.repeat })
        part.add(inPart === 0 ? '[' : ',\n', stringifyJson(reported(record)))
        inPart += 1
        yield record
      }
      endPart()
    },

    /** Yields compressed parts until only `left` remain in progress. */
    async *ready(left: number): AsyncGenerator<string> {
      while (packing.length > left) yield (await packing.shift()) ?? ''
    },
  }
}

function reported({ result, ...unended }: CaseRecord) {
  return result ?? unended
}

async function* calibrationElement(run: Run, store: ReportStore): AsyncGenerator<string> {
  const calibration = await runCalibration(run, store)
  if (calibration === undefined) return
  yield packedElement(partIds.calibration(run.plan.runId), stringifyJson(calibration))
}

const comparedAtMost = 6

/** Compares every pair, because any run can be chosen as the baseline on the page. */
async function* comparisonElements(runs: readonly Run[], store: ReportStore): AsyncGenerator<string> {
  if (!areCompared(runs)) return
  const counted = openCountedRuns(store)
  for (const baseline of runs) {
    for (const other of runs) {
      if (other === baseline) continue
      const comparison = await compareCounted(await counted(baseline), await counted(other))
      const id = partIds.comparison(baseline.plan.runId, other.plan.runId)
      yield packedElement(id, stringifyJson(toComparison(comparison)))
    }
  }
}

function areCompared(runs: readonly Run[]): boolean {
  return runs.length > 1 && runs.length <= comparedAtMost
}

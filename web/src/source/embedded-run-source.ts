import { parseJson } from '../../../src/core/basics/json.ts'
import type { CalibrationDetail, Comparison } from '../../../src/server/api/comparisons.ts'
import type { CaseDetail, CasePage, CaseRow } from '../../../src/server/api/runs.ts'
import {
  type PartPlaces,
  type ReportedCases,
  type ReportIndex,
  indexId,
  partIds,
} from '../../../src/server/report/report-parts.ts'
import { type ApiAnswer, type ApiCall, ApiError, type ApiName } from './call-api.ts'
import type { RunSource } from './run-source.ts'

type Answers = { readonly [Name in ApiName]?: (call: ApiCall<Name>) => Promise<ApiAnswer<Name>> }

/** Reads runs from the report file that contains the page; both were written at once. */
export function embeddedRunSource(): RunSource {
  const index = parseJson(document.getElementById(indexId)?.textContent ?? '') as ReportIndex
  const answers = answersFrom(index)
  return {
    live: false,
    offers: { compare: index.compared, calibration: index.calibrated.length > 0 },
    async ask(name, call) {
      const answer: Answers[typeof name] = answers[name]
      return answer === undefined ? notInHere() : answer(call)
    },
    // Nothing changes in a file.
    watch: () => () => undefined,
    watchList: () => () => undefined,
  }
}

/** Answers from the file's data. Traces come whole with their cases. */
function answersFrom(index: ReportIndex): Answers {
  return {
    runs: async () => ({ runs: index.runs, unreadable: [] }),
    run: async ({ params }) => index.details.find(({ run }) => run.plan.runId === params.runId) ?? notInHere(),

    async cases({ params, query: { from = 0, positions } }) {
      const first = await read<CasePage>(partIds.rows(params.runId, Number(from)))
      if (positions === undefined) return first
      const wanted = new Set(positions.split(',').map(Number))
      const rows: CaseRow[] = []
      for await (const row of rowsOf(params.runId)) {
        if (row.repeat === 0 && wanted.has(row.position)) rows.push(row)
        if (rows.length === wanted.size) break
      }
      return { ...first, rows }
    },

    async caseDetail({ params: { runId, position, repeat } }) {
      const places = await read<PartPlaces>(partIds.places(runId))
      const number = places.findLastIndex(
        (first) => first.position < position || (first.position === position && first.repeat <= repeat),
      )
      const cases = await casesOf(runId, number)
      return cases.find((one) => one.position === position && one.repeat === repeat) ?? notInHere()
    },

    async casePlace({ params, query }) {
      for await (const { caseId, position } of rowsOf(params.runId)) if (caseId === query.caseId) return { position }
      return notInHere()
    },

    calibration: async ({ params }) => read<CalibrationDetail>(partIds.calibration(params.runId)),
    compare: async ({ query: { first, second } }) => read<Comparison>(partIds.comparison(first, second)),
  }
}

async function* rowsOf(runId: string): AsyncGenerator<CaseRow> {
  for (let next: number | null = 0; next !== null;) {
    const page: CasePage = await read<CasePage>(partIds.rows(runId, next))
    yield* page.rows
    next = page.next
  }
}

let lastCases: { readonly id: string; readonly cases: Promise<readonly CaseDetail[]> } | undefined

/** Steps from case to case mostly stay within one part, so the last one is cached. */
function casesOf(runId: string, number: number): Promise<readonly CaseDetail[]> {
  const id = partIds.cases(runId, number)
  if (lastCases?.id !== id) lastCases = { id, cases: readCases(id) }
  return lastCases.cases
}

async function readCases(id: string): Promise<readonly CaseDetail[]> {
  const reported = await read<ReportedCases>(id)
  return reported.map((one) =>
    'transcript' in one
      ? {
          position: one.position,
          repeat: one.repeat,
          evalCase: one.evalCase,
          invocations: one.transcript.invocations,
          scores: one.scores,
          result: one,
        }
      : one,
  )
}

async function read<Part>(id: string): Promise<Part> {
  const packed = await textOf(id)
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return parseJson(await new Response(unpacked).text()) as Part
}

/** The page starts before the browser has read the whole file, so an element may appear later. */
async function textOf(id: string): Promise<string> {
  const here = () => document.getElementById(id)?.textContent
  const text = here() ?? (await wholeDocument().then(here))
  return text ?? notInHere()
}

function wholeDocument(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
    else resolve()
  })
}

function notInHere(): never {
  throw new ApiError('not-in-report')
}

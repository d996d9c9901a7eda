import type { z } from 'zod'
import { parseJson } from '../../../src/core/basics/json.ts'
import { CalibrationDetail, CasePage, Comparison } from '../../../src/server/api.ts'
import type { CaseDetail } from '../../../src/server/api.ts'
import { Places, ReportedCases, ReportIndex, indexId, partIds } from '../../../src/server/report/report-parts.ts'
import { ApiError } from './call-api.ts'
import type { RunSource } from './run-source.ts'

/** Reads runs from the report that the page itself stands in. */
export function embeddedRunSource(): RunSource {
  const index = ReportIndex.parse(parseJson(document.getElementById(indexId)?.textContent ?? ''))
  return {
    live: false,
    offers: { compare: index.compared, calibration: index.calibrated.length > 0 },

    runs: async () => ({ runs: index.runs, unreadable: [] }),

    async run(runId) {
      const detail = index.details.find(({ run }) => run.plan.runId === runId)
      if (detail === undefined) throw notInHere()
      return detail
    },

    cases: async (runId, from) => read(partIds.rows(runId, from), CasePage),

    async caseDetail(runId, position, repeat) {
      const places = await read(partIds.places(runId), Places)
      const number = places.findLastIndex(
        (first) => first.position < position || (first.position === position && first.repeat <= repeat),
      )
      const cases = await casesOf(runId, number)
      const found = cases.find((one) => one.position === position && one.repeat === repeat)
      if (found === undefined) throw notInHere()
      return found
    },

    calibration: async (runId) => read(partIds.calibration(runId), CalibrationDetail),
    compare: async (first, second) => read(partIds.comparison(first, second), Comparison),
    // Nothing happens any more in a file.
    watch: () => () => undefined,
  }
}

let lastCases: { readonly id: string; readonly cases: Promise<readonly CaseDetail[]> } | undefined

/** Going from case to case mostly stays in one part, which is kept. */
function casesOf(runId: string, number: number): Promise<readonly CaseDetail[]> {
  const id = partIds.cases(runId, number)
  if (lastCases?.id !== id) lastCases = { id, cases: readCases(id) }
  return lastCases.cases
}

async function readCases(id: string): Promise<readonly CaseDetail[]> {
  const reported = await read(id, ReportedCases)
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

async function read<Schema extends z.ZodType>(id: string, schema: Schema): Promise<z.output<Schema>> {
  const packed = await textOf(id)
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  const part = schema.safeParse(parseJson(await new Response(unpacked).text()))
  if (!part.success) throw new ApiError('strange', undefined, part.error)
  return part.data
}

/** The page begins while the browser still reads the file: what is not there yet may come. */
async function textOf(id: string): Promise<string> {
  const here = () => document.getElementById(id)?.textContent
  const text = here() ?? (await wholeDocument().then(here))
  if (text == null) throw notInHere()
  return text
}

function wholeDocument(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
    else resolve()
  })
}

function notInHere(): ApiError {
  return new ApiError('not-in-report')
}

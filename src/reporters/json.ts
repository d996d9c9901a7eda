import { z } from 'zod'
import {
  ArgumentDifference,
  CaseResult,
  Content,
  Cost,
  Estimate,
  EvalCase,
  Evidence,
  Failure,
  GateResult,
  Invocation,
  InvocationScore,
  JsonObject,
  Message,
  MetricSummary,
  Part,
  Rubric,
  Run,
  RunPlan,
  RunSummary,
  Score,
  Steps,
  ToolCall,
  ToolCallRow,
  ToolResponse,
  Transcript,
  Usage,
  Verdict,
  stringifyJson,
} from '../core/index.ts'
import { ArmsComparison } from '../core/run/arms-comparison.ts'
import { ResultView } from '../core/run/result-view.ts'
import type { RunReport } from './run-report.ts'

/**
 * Describes a run with all its finished results as one JSON document; `schemas/run.schema.json` says the same in JSON
 * Schema.
 *
 * @example
 * import { readFile } from 'node:fs/promises'
 * const { results } = RunDocument.parse(JSON.parse(await readFile('run.json', 'utf8')))
 */
export const RunDocument: z.ZodType<RunDocument> = z.object({
  schema: z.literal('shinsa-run/1'),
  run: Run,
  arms: ArmsComparison.optional(),
  view: ResultView.optional(),
  results: z.array(CaseResult),
})
// Written out, because the type inferred from the schema repeats every nested type in full.
export type RunDocument = {
  schema: 'shinsa-run/1'
  run: Run
  /** Present for the last run of an evaluation with arms. */
  arms?: ArmsComparison | undefined
  /** Present when the results are only a part of the run's; `run` describes all of them. */
  view?: ResultView | undefined
  results: CaseResult[]
}

/**
 * Writes a run with all its finished results as one JSON document, in chunks, one result a line. `RunDocument` reads it.
 *
 * @example
 * import { writeFile } from 'node:fs/promises'
 * await writeFile('run.json', toJson(report))
 */
export async function* toJson(report: RunReport): AsyncGenerator<string> {
  const schema: RunDocument['schema'] = 'shinsa-run/1'
  const view = report.view === undefined ? '' : `"view":${stringifyJson(report.view)},\n`
  const arms = report.arms === undefined ? '' : `"arms":${stringifyJson(report.arms)},\n`
  yield `{"schema":${stringifyJson(schema)},\n"run":${stringifyJson(report.run)},\n${arms}${view}"results":[`
  let separator = '\n'
  for await (const { result } of report.records) {
    if (result === undefined) continue
    yield separator + stringifyJson(result)
    separator = ',\n'
  }
  yield '\n]}\n'
}

/**
 * Gives the JSON Schema of `RunDocument`. Additions do not break it: properties that it does not know are allowed.
 *
 * @example JSON.stringify(runJsonSchema(), null, 2)
 */
export function runJsonSchema(): object {
  return z.toJSONSchema(RunDocument, {
    io: 'input',
    metadata: definitions(),
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === JsonObject) jsonSchema.type = 'object'
    },
  })
}

/** Types that get a name of their own in the schema. */
function definitions() {
  const nouns = {
    ArgumentDifference,
    CaseResult,
    Content,
    Cost,
    Estimate,
    EvalCase,
    Evidence,
    Failure,
    GateResult,
    Invocation,
    InvocationScore,
    JsonObject,
    Message,
    MetricSummary,
    Part,
    Rubric,
    Run,
    RunPlan,
    RunSummary,
    Score,
    Steps,
    ToolCall,
    ToolCallRow,
    ToolResponse,
    Transcript,
    Usage,
    Verdict,
  }
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(nouns)) registry.add(schema, { id })
  return registry
}

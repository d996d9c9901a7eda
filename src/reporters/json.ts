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

/** A run with all its finished results as one JSON document; `schemas/run.schema.json` describes it. */
export const RunDocument = z.object({
  schema: z.literal('shinsa-run/1'),
  run: Run,
  /** Of the last run of an evaluation with arms. */
  arms: ArmsComparison.optional(),
  /** Where the results are only some of the run's; `run` speaks of all of them. */
  view: ResultView.optional(),
  results: z.array(CaseResult),
})
export type RunDocument = z.infer<typeof RunDocument>

/** The document in chunks, one result a line. */
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

/** JSON Schema of the document. Additions do not break it: properties that it does not know are allowed. */
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

/** What gets a name of its own in the schema. */
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
